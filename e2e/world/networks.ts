/** The two local chains as a host page describes them to the SDK. */
export type Network = {
  readonly id: number
  readonly caipNetworkId: `eip155:${number}`
  readonly chainNamespace: 'eip155'
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly rpcUrls: { readonly default: { readonly http: readonly string[] } }
  readonly blockExplorers: { readonly default: { readonly name: string; readonly url: string } }
  readonly testnet?: true
}

export type ChainDescription = {
  readonly chainId: number
  readonly name: string
  readonly testnet: boolean
  /** Host names of the pages' endpoints, in order of preference; each is an origin of its own. */
  readonly endpointHosts: readonly string[]
}

export const chainDescriptions = [
  { chainId: 31337, name: 'Local One', testnet: false, endpointHosts: ['rpc-one.localhost', 'rpc-one-b.localhost'] },
  { chainId: 31338, name: 'Local Two', testnet: true, endpointHosts: ['rpc-two.localhost'] },
] as const satisfies readonly ChainDescription[]

export const toNetwork = ({ chainId, name, testnet }: ChainDescription, http: readonly string[]): Network => ({
  id: chainId,
  caipNetworkId: `eip155:${chainId}`,
  chainNamespace: 'eip155',
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http } },
  blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example/' } },
  ...(testnet ? { testnet } : {}),
})
