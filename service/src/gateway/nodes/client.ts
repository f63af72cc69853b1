/** viem's client on the nodes of a network. */
import {
  type CcipRequestParameters,
  createPublicClient,
  custom,
  type Hex,
  type PublicClient,
  RpcRequestError,
} from 'viem'
import type { NodePool } from './pool.ts'

export type ClientOptions = {
  readonly pool: NodePool
  readonly signal: AbortSignal
  /**
   * Fetches the addresses named by a contract (EIP-3668). Off by default: otherwise any contract could make this service call any address.
   */
  readonly ccipRequest?: (request: CcipRequestParameters) => Promise<Hex>
}

/** Its calls reject with the node's error, or with the pool's error as cause. */
export function createNodeClient({ pool, signal, ccipRequest }: ClientOptions): PublicClient {
  const transport = custom(
    {
      async request({ method, params }: { readonly method: string; readonly params?: unknown }) {
        const [outcome] = await pool.send([{ method, params: params ?? [] }], signal)
        if (outcome && 'result' in outcome) return outcome.result
        const error = outcome?.error ?? { code: -32603, message: 'The node said nothing' }
        throw new RpcRequestError({ body: { method }, error, url: '' })
      },
    },
    { retryCount: 0 },
  )
  return createPublicClient({ transport, ccipRead: ccipRequest ? { request: ccipRequest } : false })
}
