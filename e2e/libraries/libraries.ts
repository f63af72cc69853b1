/** The table: which library is played with which wallet, and what is done. A new library is a line and a page. */

/** Done in this order, in one page. */
export const actions = [
  'connect',
  'sign',
  'typed data',
  'send',
  'switch',
  'reload',
  'account change',
  'disconnect from the app',
  'disconnect from the wallet',
] as const
export type Action = (typeof actions)[number]

export const wallets = ['injected', 'paired', 'embedded'] as const
export type WalletKind = (typeof wallets)[number]

/** Of the table: an action of a library with a wallet. */
export interface Cell {
  readonly library: string
  readonly action: string
  readonly wallet: string
  /** Why it is not played. */
  readonly reason?: string | undefined
}

/** Modals of libraries. */
export type Door = 'rainbowkit' | 'connectkit'

export interface Library {
  readonly name: string
  /** Folder with its own lock file: libraries that exclude each other are in different ones. */
  readonly set: string
  /** File in `pages/`. */
  readonly page: string
  /** The wallet is chosen in the library's own modal, under this name: `play.ts`. */
  readonly door?: Door
  /** The library lists the wallet that we announce (EIP-6963), after the user has signed in. */
  readonly isAnnounced?: true
  /** Its interface writes inline styles, so its page has a policy without restrictions. Default: the strict test host. */
  readonly isStyled?: true
  /** Wallets that it does not reach through us, and why. */
  readonly without?: Readonly<Partial<Record<WalletKind, string>>>
}

const announced = {
  isAnnounced: true,
  without: {
    injected: 'an extension announces itself',
    paired: 'only the embedded wallet is announced',
  },
} as const

export const libraries: readonly Library[] = [
  { name: 'viem 2', set: 'viem', page: 'viem.ts' },
  { name: 'ethers 6', set: 'ethers6', page: 'ethers6.ts' },
  { name: 'ethers 5', set: 'ethers5', page: 'ethers5.ts' },
  { name: 'wagmi 2 actions', set: 'wagmi2', page: 'wagmi-connector.ts' },
  { name: 'wagmi 2 hooks', set: 'wagmi2', page: 'wagmi-hooks.tsx' },
  { name: 'wagmi 2, our modal', set: 'wagmi2', page: 'wagmi-adapter.ts' },
  { name: 'wagmi 3 actions', set: 'wagmi3', page: 'wagmi-connector.ts' },
  { name: 'wagmi 3 hooks', set: 'wagmi3', page: 'wagmi-hooks.tsx' },
  { name: 'wagmi 3, our modal', set: 'wagmi3', page: 'wagmi-adapter.ts' },
  { name: 'RainbowKit 2', set: 'wagmi2', page: 'rainbowkit.tsx', door: 'rainbowkit', isStyled: true },
  { name: 'ConnectKit 1', set: 'wagmi2', page: 'connectkit.tsx', door: 'connectkit', isStyled: true },
  { name: 'wagmi 2, announced', set: 'wagmi2', page: 'wagmi-announced.ts', ...announced },
  { name: 'wagmi 3, announced', set: 'wagmi3', page: 'wagmi-announced.ts', ...announced },
  {
    name: 'RainbowKit 2, announced',
    set: 'wagmi2',
    page: 'rainbowkit-announced.tsx',
    door: 'rainbowkit',
    isStyled: true,
    ...announced,
  },
  {
    name: 'ConnectKit 1, announced',
    set: 'wagmi2',
    page: 'connectkit-announced.tsx',
    door: 'connectkit',
    isStyled: true,
    ...announced,
  },
]

/** Why a cell is not played; `undefined` for those that are. */
export function reasonAgainst({ without }: Library, wallet: WalletKind, action: Action): string | undefined {
  if (without?.[wallet]) return without[wallet]
  if (wallet === 'embedded' && action === 'account change') return 'the embedded wallet has one account'
  return undefined
}

/** Name of the built page, below `/libraries/`. */
export const pathOf = ({ set, page }: Library): string => `${set}/${page.replace(/\.tsx?$/, '')}.html`

/** Of the test that plays a library with a wallet; for Solana too. */
export const titleOf = ({ name }: { readonly name: string }, wallet: string): string => `${name}, ${wallet}`
