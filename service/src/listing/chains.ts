/** Named groups of networks for the wallet table. */

/** EVM networks that wallets support by default. Such a wallet accepts any other EVM network once added. */
const evm = [1, 10, 56, 100, 137, 324, 8453, 42161, 42220, 43114, 59144, 534352].map(
  (reference) => `eip155:${reference}` as const,
)

export const groups = {
  evm,
  solana: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
  bitcoin: ['bip122:000000000019d6689c085ae165831e93', 'bip122:000000000933ea01ad0ee984209779ba'],
  polkadot: ['polkadot:91b171bb158e2d3848fa23a9f1c25182'],
} as const satisfies Record<string, readonly string[]>

export const isGroup = (name: string): name is keyof typeof groups => Object.hasOwn(groups, name)

export const expand = (networks: readonly string[]): readonly string[] => [
  ...new Set(networks.flatMap((name): readonly string[] => (isGroup(name) ? groups[name] : [name]))),
]
