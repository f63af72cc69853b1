/**
 * The entries of the published package, one line each. Bundles, declarations, export map, optional peers, API reports and
 * their tests follow from this table.
 */
export interface Entry {
  /** As in the export map: `.`, or `./react`. */
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
  { name: './solana', source: 'src/solana/index.ts' },
  {
    name: './wallet-adapter',
    source: 'src/wallet-adapter/index.ts',
    peers: { '@solana/wallet-adapter-base': '0.9.x', '@solana/web3.js': '1.x' },
  },
]

/** Name of the entry's files, without extension. */
export const fileOf = ({ name }: Entry): string => (name === '.' ? 'index' : name.slice(2))

export const peers: Readonly<Record<string, string>> = Object.fromEntries(
  entries.flatMap((entry) => Object.entries(entry.peers ?? {})),
)
