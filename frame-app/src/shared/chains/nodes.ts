/** JSON-RPC calls to the equivalent nodes of one network, best-ranked first. If a node cannot be reached, the next one is tried. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { jsonRpc } from '../http/json-rpc.ts'
import type { ChainReader } from './driver.ts'
import { createRanking } from './ranking.ts'

/** @param ping a cheap method without params, used to rank the nodes */
export function createNodes(urls: readonly string[], ping: string): Pick<ChainReader, 'request' | 'rank'> {
  const ranking = createRanking(urls, { ping: (url, signal) => jsonRpc(url, { method: ping, params: [], signal }) })
  return {
    async request(method: string, params: Json, signal: AbortSignal): Promise<Json> {
      if (urls.length === 0) throw new AirlockError('NETWORK', { message: 'No node is listed for this network.' })
      return ranking.first(
        (url) => jsonRpc(url, { method, params, signal }),
        (error) => !signal.aborted && error instanceof AirlockError && error.code === 'NETWORK',
      )
    },
    rank: () => ranking.start(),
  }
}
