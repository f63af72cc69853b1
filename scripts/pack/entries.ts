/**
 * The entries of the published package, one line each. Bundles, declarations, export map, optional peers, API reports and
 * their tests follow from this table.
 */
export interface Entry {
  /** As in the export map: `.`, `./networks`, or `./appkit/react`. */
  readonly name: '.' | `./${string}`
  /**
   * Below `host-sdk/`. An entry imports another one by the name of the package, so that both share code and types; the
   * imported entry comes first in the table.
   */
  readonly source: string
  /** Libraries of the page that the entry works with, and their version ranges: optional peers, never bundled. */
  readonly peers?: Readonly<Record<string, string>>
}

export const entries: readonly Entry[] = [
  { name: '.', source: 'src/index.ts' },
  { name: './networks', source: 'src/catalogue/index.ts' },
  { name: './appkit', source: 'src/appkit/index.ts' },
  { name: './appkit/networks', source: 'src/appkit/networks.ts' },
  { name: './appkit/react', source: 'src/appkit/react/index.ts', peers: { react: '>=18' } },
  { name: './appkit-adapter-ethers', source: 'src/appkit/adapters/ethers.ts' },
  { name: './appkit-adapter-ethers5', source: 'src/appkit/adapters/ethers5.ts' },
  {
    name: './appkit-adapter-solana',
    source: 'src/appkit/adapters/solana.ts',
    peers: { '@solana/web3.js': '>=1.90.0 <2' },
  },
  { name: './appkit-adapter-bitcoin', source: 'src/appkit/adapters/bitcoin.ts' },
]

/** Name of the entry's files, without extension. */
export const fileOf = ({ name }: Entry): string => (name === '.' ? 'index' : name.slice(2).replaceAll('/', '-'))

export const peers: Readonly<Record<string, string>> = Object.fromEntries(
  entries.flatMap((entry) => Object.entries(entry.peers ?? {})),
)
