/**
 * The entries of the published package, one line each. Bundles, declarations, export map, optional peers, API reports and
 * their tests follow from this table.
 */
export interface Entry {
  /** As in the export map: `.`, `./networks`, or `./appkit/react`. */
  readonly name: '.' | `./${string}`
  /**
   * Below `host-sdk/`. An entry imports another one by package name, so that both share code and types; the imported entry comes first in
   * the table.
   */
  readonly source: string
  /** Libraries of the page that the entry works with, and their version ranges: optional peers, never bundled. */
  readonly peers?: Readonly<Record<string, string>>
  /** Peers of which it has only types: npm may install them where the page does not find them. */
  readonly types?: readonly string[]
  /** Its file starts with `'use client'`: frameworks with server components run it in the browser too. */
  readonly isClient?: boolean
  /** File whose `declare module` blocks belong to the types of the entry; the blocks name only types that the entry exports. */
  readonly augmentedBy?: string
  /** Peers installed here under another name: an alias for another version of them, or a package that they export again. */
  readonly installedAs?: Readonly<Record<string, string>>
}

/** One range for the whole package: npm knows one version of a peer per page. */
const ethers = { ethers: '>=5.7 <7' }

export const entries: readonly Entry[] = [
  { name: '.', source: 'src/index.ts' },
  { name: './networks', source: 'src/catalogue/index.ts' },
  { name: './react', source: 'src/react/index.tsx', peers: { react: '>=18' }, isClient: true },
  { name: './elements', source: 'src/elements/index.ts' },
  { name: './siwx', source: 'src/siwx/index.ts' },
  { name: './siwx/server', source: 'src/siwx/server/index.ts' },
  { name: './appkit', source: 'src/appkit/index.ts' },
  { name: './appkit/core', source: 'src/appkit/core.ts' },
  { name: './appkit-siwe', source: 'src/appkit/siwe-entry.ts' },
  { name: './appkit/networks', source: 'src/appkit/networks.ts' },
  {
    name: './appkit/react',
    source: 'src/appkit/react/index.ts',
    peers: { react: '>=18' },
    isClient: true,
    augmentedBy: 'src/appkit/react/components.ts',
  },
  { name: './appkit/react-core', source: 'src/appkit/react/alias.ts', peers: { react: '>=18' }, isClient: true },
  { name: './appkit/library/react', source: 'src/appkit/react/alias.ts', peers: { react: '>=18' }, isClient: true },
  { name: './appkit-adapter-ethers', source: 'src/appkit/adapters/ethers.ts' },
  { name: './appkit-adapter-ethers5', source: 'src/appkit/adapters/ethers5.ts' },
  {
    name: './appkit-adapter-solana',
    source: 'src/appkit/adapters/solana.ts',
    peers: { '@solana/web3.js': '1.x' },
  },
  {
    name: './appkit-adapter-solana/react',
    source: 'src/appkit/adapters/solana-react.ts',
    peers: { '@solana/web3.js': '1.x', react: '>=18' },
    isClient: true,
  },
  { name: './appkit-adapter-bitcoin', source: 'src/appkit/adapters/bitcoin.ts' },
  {
    name: './wagmi',
    source: 'src/wagmi/index.ts',
    peers: { '@wagmi/core': '>=2 <4', viem: '2.x' },
    types: ['@wagmi/core'],
  },
  { name: './viem', source: 'src/viem/index.ts', peers: { viem: '2.x' } },
  { name: './ethers', source: 'src/ethers/index.ts', peers: ethers },
  { name: './ethers5', source: 'src/ethers5/index.ts', peers: ethers, installedAs: { ethers: 'ethers5' } },
  { name: './bitcoin', source: 'src/bitcoin/index.ts' },
  { name: './solana', source: 'src/solana/index.ts' },
  { name: './universal', source: 'src/universal/index.ts' },
  {
    name: './wallet-adapter',
    source: 'src/wallet-adapter/index.ts',
    peers: { '@solana/wallet-adapter-base': '0.9.x', '@solana/web3.js': '1.x' },
  },
  {
    name: './appkit-adapter-wagmi',
    source: 'src/appkit/adapters/wagmi.ts',
    // It creates the configuration. npm may install `@wagmi/core` where only `wagmi` finds it, and `wagmi` has the same function.
    peers: { wagmi: '>=2 <4', viem: '2.x' },
    installedAs: { wagmi: '@wagmi/core' },
  },
]

/** Name of the entry's files, without extension. */
export const fileOf = ({ name }: Entry): string => (name === '.' ? 'index' : name.slice(2).replaceAll('/', '-'))

export const peers: Readonly<Record<string, string>> = Object.fromEntries(
  entries.flatMap((entry) => Object.entries(entry.peers ?? {})),
)

/** Name of each peer in the sources, and the name under which a page has it. */
export const peerNames: Readonly<Record<string, string>> = Object.fromEntries(
  entries.flatMap(({ peers: wanted = {}, installedAs = {} }) =>
    Object.keys(wanted).map((peer) => [installedAs[peer] ?? peer, peer]),
  ),
)
