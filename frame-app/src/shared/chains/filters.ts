/**
 * A filter exists only at the node that made it, and two nodes may use the same id. So each filter gets an id of ours, and later calls go
 * to its node. Unknown ids are not sent to any node: they could be filters of another page.
 */
import type { RpcMethod } from '@airlock/protocol/allowlist/define.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'

export interface NodeCalls {
  /** The first reachable node. */
  first(method: string, params: Json, signal: AbortSignal): Promise<{ readonly url: string; readonly result: Json }>
  at(url: string, method: string, params: Json, signal: AbortSignal): Promise<Json>
}

/** Maximum number of filters; the oldest is dropped. Nodes also forget filters that are not read. */
const most = 256

export function createFilters(nodes: NodeCalls) {
  const filters = new Map<string, { readonly url: string; readonly id: string }>()
  let count = 0

  const make = async (method: string, params: Json, signal: AbortSignal): Promise<string> => {
    const { url, result: id } = await nodes.first(method, params, signal)
    if (typeof id !== 'string') throw new AirlockError('NETWORK')
    const own = `0x${(++count).toString(16)}`
    filters.set(own, { url, id })
    const [oldest] = filters.keys()
    if (filters.size > most && oldest !== undefined) filters.delete(oldest)
    return own
  }

  const use = (method: string, params: Json, signal: AbortSignal, isEnd: boolean): Promise<Json> => {
    const own: unknown = Array.isArray(params) ? params[0] : undefined
    const filter = typeof own === 'string' ? filters.get(own) : undefined
    if (isEnd && typeof own === 'string') filters.delete(own)
    if (filter) return nodes.at(filter.url, method, [filter.id], signal)
    // A node's answers for an unknown filter.
    if (isEnd) return Promise.resolve(false)
    return Promise.reject(new AirlockError('WALLET_FAILED', { rpcCode: -32000, message: 'filter not found' }))
  }

  return {
    async request(method: string, params: Json, signal: AbortSignal, filter?: RpcMethod['filter']): Promise<Json> {
      if (filter === 'make') return make(method, params, signal)
      if (filter) return use(method, params, signal, filter === 'end')
      return (await nodes.first(method, params, signal)).result
    },
  }
}
