/** Networks other than EVM chains, as a page describes them to the SDK. They have no nodes here. */
const network = (
  caipNetworkId: string,
  name: string,
  [currency, symbol, decimals]: readonly [string, string, number],
) => ({
  id: caipNetworkId.slice(caipNetworkId.indexOf(':') + 1),
  caipNetworkId,
  chainNamespace: caipNetworkId.slice(0, caipNetworkId.indexOf(':')),
  name,
  nativeCurrency: { name: currency, symbol, decimals },
  rpcUrls: { default: { http: [] } },
})

export const solana = network('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana', ['Sol', 'SOL', 9])
export const bitcoin = network('bip122:000000000019d6689c085ae165831e93', 'Bitcoin', ['Bitcoin', 'BTC', 8])
export const polkadot = network('polkadot:91b171bb158e2d3848fa23a9f1c25182', 'Polkadot', ['Dot', 'DOT', 10])
export const kusama = network('polkadot:b0a8d493285c2df73290dfb7e61f870f', 'Kusama', ['Kusama', 'KSM', 12])
export const otherNetworks = [solana, bitcoin, polkadot] as const

/** One account on each. */
export const otherAccounts = {
  solana: `${solana.caipNetworkId}:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv`,
  bitcoin: `${bitcoin.caipNetworkId}:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq`,
  polkadot: `${polkadot.caipNetworkId}:15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5`,
} as const

export const addressIn = (account: string): string => account.slice(account.lastIndexOf(':') + 1)
