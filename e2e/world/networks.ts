/** The local chains as a host page describes them to the SDK: two EVM chains and one Solana chain. */
export type Network = EvmNetwork | SolanaNetwork

export type EvmNetwork = NetworkFacts & {
  readonly id: number
  readonly caipNetworkId: `eip155:${number}`
  readonly chainNamespace: 'eip155'
}

export type SolanaNetwork = NetworkFacts & {
  readonly id: string
  readonly caipNetworkId: `solana:${string}`
  readonly chainNamespace: 'solana'
}

type NetworkFacts = {
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
  /** Host names of the endpoints for pages, in order of preference; each is a separate origin. */
  readonly endpointHosts: readonly string[]
}

export const chainDescriptions = [
  { chainId: 31337, name: 'Local One', testnet: false, endpointHosts: ['rpc-one.localhost', 'rpc-one-b.localhost'] },
  { chainId: 31338, name: 'Local Two', testnet: true, endpointHosts: ['rpc-two.localhost'] },
] as const satisfies readonly ChainDescription[]

export const toNetwork = ({ chainId, name, testnet }: ChainDescription, http: readonly string[]): EvmNetwork => ({
  id: chainId,
  caipNetworkId: `eip155:${chainId}`,
  chainNamespace: 'eip155',
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http } },
  blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example/' } },
  ...(testnet ? { testnet } : {}),
})

/** A fictional chain: its CAIP-2 reference is the beginning of its genesis hash. */
const genesisHash = 'AirLockLocaLSoLanaChain1111111111111111111'

export const solanaChain = {
  genesisHash,
  caip2: `solana:${genesisHash.slice(0, 32)}`,
  name: 'Local Solana',
  endpointHosts: ['rpc-solana.localhost', 'rpc-solana-b.localhost'],
} as const

export const toSolanaNetwork = (http: readonly string[]): SolanaNetwork => ({
  id: solanaChain.genesisHash.slice(0, 32),
  caipNetworkId: `solana:${solanaChain.genesisHash.slice(0, 32)}`,
  chainNamespace: 'solana',
  name: solanaChain.name,
  nativeCurrency: { name: 'Sol', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http } },
  blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example/' } },
})
