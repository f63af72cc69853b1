/** The Solana rows of the table of libraries: which library is played with which wallet, what is done, and why something is not. */
import { type Action, actions, type Stage, type Way } from './stage.ts'

export type WalletKind = 'injected' | 'paired' | 'embedded'

export interface Row {
  readonly library: string
  readonly action: Action
  readonly wallet: WalletKind
  /** Plays the action through the library; the rows of one library and wallet are played in order on one stage. */
  readonly play?: (stage: Stage) => Promise<void>
  /** Why it is not played. */
  readonly reason?: string
}

interface Library {
  readonly name: string
  readonly way: Way
  /** Why a wallet or an action does not apply. */
  readonly without?: Readonly<Partial<Record<WalletKind | Action, string>>>
}

export const libraries: readonly Library[] = [
  {
    name: 'wallet-adapter, our adapter',
    way: 'adapter',
    without: { 'sign in': 'wallet-adapter signs in with wallets of the Wallet Standard' },
  },
  { name: 'wallet-adapter, Wallet Standard', way: 'registered' },
  {
    name: 'wallet-adapter, announced',
    way: 'announced',
    without: { paired: 'only the embedded wallet is announced' },
  },
]

export const wallets: readonly WalletKind[] = ['injected', 'paired', 'embedded']

const never: Readonly<Partial<Record<WalletKind | Action, string>>> = {
  injected: 'the modal does not read injected Solana wallets yet',
  'switch cluster': 'the local world has one Solana cluster',
}

/** Path of the page below a test host. */
export const pathOf = ({ way }: Library): string => `/libraries/solana/wallet-adapter.html?csp=none&way=${way}`

export function reasonAgainst({ without = {} }: Library, wallet: WalletKind, action?: Action): string | undefined {
  const found = never[wallet] ?? without[wallet]
  if (found !== undefined || action === undefined) return found
  if (wallet === 'embedded' && action === 'account change') return 'the embedded wallet has one account'
  return never[action] ?? without[action]
}

export const rows: readonly Row[] = libraries.flatMap((library) =>
  wallets.flatMap((wallet) =>
    Object.entries(actions).map(([name, play]): Row => {
      const action = name as Action // as: a key of the table
      const reason = reasonAgainst(library, wallet, action)
      return { library: library.name, action, wallet, ...(reason === undefined ? play && { play } : { reason }) }
    }),
  ),
)
