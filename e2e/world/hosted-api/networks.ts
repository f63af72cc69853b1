/** Networks of the hosted API. */

const references = {
  eip155:
    '1 10 25 30 31 56 97 100 130 137 146 300 324 1101 1111 1112 1284 1301 1329 2810 2818 5000 5003 8217 8453 10143 17000 42161 42220 43113 43114 57054 59144 80002 80069 80094 84532 421614 534351 534352 560048 1440000 1449000 7777777 11155111 11155420 999999999 1313161554 1313161555',
  solana: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp EtWTRABZaYq6iMfeYKouRu166VU2xqa1 4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  bip122: '000000000019d6689c085ae165831e93 000000000933ea01ad0ee984209779ba',
  // Namespaces that the modal has no adapter for.
  near: 'mainnet',
  sui: 'mainnet devnet testnet',
  tron: '0x2b6653dc 0xcd8690dc',
  ton: '-239 -3',
  stacks: '1 2147483648',
} as const

export const hostedNetworks: readonly string[] = Object.entries(references).flatMap(([namespace, list]) =>
  list.split(' ').map((reference) => `${namespace}:${reference}`),
)

/** Networks for which it has no data, without reporting that. */
export const emptyNetworks: ReadonlySet<string> = new Set(['eip155:30', 'eip155:31'])

export const isEvmAddress = (text: string): boolean => /^0x[0-9a-fA-F]{40}$/.test(text)
export const isSolanaAddress = (text: string): boolean => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)
