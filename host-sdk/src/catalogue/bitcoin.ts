/** The Bitcoin networks. `rpcUrls` are Esplora API URLs, used to read balances. The public ones are for development. */
import type { Network } from '@airlock/host-sdk'

const chain = (genesis: string, name: string, path = ''): Network => ({
  id: genesis,
  caipNetworkId: `bip122:${genesis}`,
  chainNamespace: 'bip122',
  name,
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: { default: { http: [`https://mempool.space${path}/api`] } },
  blockExplorers: { default: { name: 'mempool.space', url: `https://mempool.space${path}` } },
  ...(path && { testnet: true }),
})

// Bundlers drop a call that is marked as pure, if its network is not imported.
export const bitcoin: Network = /* @__PURE__ */ chain('000000000019d6689c085ae165831e93', 'Bitcoin')

export const bitcoinTestnet: Network = /* @__PURE__ */ chain(
  '000000000933ea01ad0ee984209779ba',
  'Bitcoin Testnet',
  '/testnet',
)

export const bitcoinSignet: Network = /* @__PURE__ */ chain(
  '00000008819873e925422c1ff0f99f7c',
  'Bitcoin Signet',
  '/signet',
)
