/** The Bitcoin networks. `rpcUrls` are Esplora API URLs, used to read balances. The public ones are for development. */
import type { Network } from '@airlock/host-sdk'

const coin = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }
const explorer = (path: string) => ({ default: { name: 'mempool.space', url: `https://mempool.space${path}` } })
const esplora = (path: string) => ({ default: { http: [`https://mempool.space${path}/api`] } })

export const bitcoin: Network = {
  id: '000000000019d6689c085ae165831e93',
  caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
  chainNamespace: 'bip122',
  name: 'Bitcoin',
  nativeCurrency: coin,
  rpcUrls: esplora(''),
  blockExplorers: explorer(''),
}

export const bitcoinTestnet: Network = {
  id: '000000000933ea01ad0ee984209779ba',
  caipNetworkId: 'bip122:000000000933ea01ad0ee984209779ba',
  chainNamespace: 'bip122',
  name: 'Bitcoin Testnet',
  nativeCurrency: coin,
  rpcUrls: esplora('/testnet'),
  blockExplorers: explorer('/testnet'),
  testnet: true,
}

export const bitcoinSignet: Network = {
  id: '00000008819873e925422c1ff0f99f7c',
  caipNetworkId: 'bip122:00000008819873e925422c1ff0f99f7c',
  chainNamespace: 'bip122',
  name: 'Bitcoin Signet',
  nativeCurrency: coin,
  rpcUrls: esplora('/signet'),
  blockExplorers: explorer('/signet'),
  testnet: true,
}
