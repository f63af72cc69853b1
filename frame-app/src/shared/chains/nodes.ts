/** JSON-RPC calls to the equivalent nodes of one network, best-ranked first. If a node cannot be reached, the next one is tried. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { jsonRpc } from '../http/json-rpc.ts'
import type { ChainReader } from './driver.ts'
import type { NodeCalls } from './filters.ts'
import { createRanking } from './ranking.ts'

/** @param ping a cheap method without params, used to rank the nodes */
export function createNodes(urls: readonly string[], ping: string): Pick<ChainReader, 'request' | 'rank'> & NodeCalls {
  const ranking = createRanking(urls, { ping: (url, signal) => jsonRpc(url, { method: ping, params: [], signal }) })
  const at: NodeCalls['at'] = (url, method, params, signal) => jsonRpc(url, { method, params, signal })
  const first: NodeCalls['first'] = async (method, params, signal) => {
    if (urls.length === 0) throw new AirlockError('NETWORK', { message: 'No node is listed for this network.' })
    return ranking.first(
      async (url) => ({ url, result: await at(url, method, params, signal) }),
      (error) => !signal.aborted && error instanceof AirlockError && error.code === 'NETWORK',
    )
  }
  return {
    at,
    first,
    request: async (method: string, params: Json, signal: AbortSignal) => (await first(method, params, signal)).result,
    rank: () => ranking.start(),
  }
}
