/** The local chain of `npm start`; on mainnet import `solana` from '@airlock/host-sdk/networks'. */
export const network = {
  id: 'AirLockLocaLSoLanaChain111111111',
  caipNetworkId: 'solana:AirLockLocaLSoLanaChain111111111',
  chainNamespace: 'solana',
  name: 'Local Solana',
  nativeCurrency: { name: 'Sol', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['http://rpc-solana.localhost:5172/'] } },
}
