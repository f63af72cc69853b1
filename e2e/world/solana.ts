/** The Solana chain of the world: its endpoints exist from the start, its node starts with the first call. */
import { type SolanaNetwork, solanaChain, toSolanaNetwork } from './networks.ts'
import { callRpc } from './rpc.ts'
import type { RpcBehaviour, RpcEndpoint } from './rpc-gate.ts'
import type { SvmNode } from './svm/node.ts'

export type WorldSolana = {
  readonly caip2: `solana:${string}`
  readonly network: SolanaNetwork
  readonly endpoints: readonly RpcEndpoint[]
  readonly behave: (behaviour: RpcBehaviour) => void
  readonly node: () => Promise<SvmNode>
  /** Calls the node directly, bypassing the endpoints' behaviour. */
  readonly rpc: (method: string, params?: unknown) => Promise<unknown>
  readonly fund: (address: string, options?: { sol?: number }) => Promise<void>
  readonly stop: () => Promise<void>
}

/** @param isPlain whether pages and frames ask the node itself, which then starts at once */
export async function createWorldSolana<Endpoint extends RpcEndpoint>(
  openGate: (host: string, nodeUrl: () => Promise<string>) => Endpoint,
  isPlain: boolean,
): Promise<WorldSolana> {
  let starting: Promise<SvmNode> | undefined
  /** Started when first needed: few tests use it, and its programs take a second to load. */
  const node = () => {
    starting ??= import('./svm/node.ts').then(({ startSvmNode }) => startSvmNode(solanaChain))
    return starting
  }
  const nodeUrl = async () => (await node()).rpcUrl
  const endpoints = solanaChain.endpointHosts.map((host) => openGate(host, nodeUrl))
  const rpc = async (method: string, params?: unknown) => callRpc(await nodeUrl(), method, params)
  return {
    caip2: solanaChain.caip2,
    network: toSolanaNetwork(isPlain ? [await nodeUrl()] : endpoints.map(({ url }) => url)),
    endpoints,
    behave: (behaviour) => {
      for (const endpoint of endpoints) endpoint.behave(behaviour)
    },
    node,
    rpc,
    fund: async (address, { sol = 10 } = {}) => {
      await rpc('requestAirdrop', [address, sol * 1e9])
    },
    stop: async () => {
      await (await starting?.catch(() => undefined))?.stop()
    },
  }
}
