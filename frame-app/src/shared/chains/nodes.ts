/**
 * JSON-RPC calls to the equivalent nodes of one network, best-ranked first. If a node cannot be reached, is over its limit or lacks the state,
 * the next one is tried. If each is over its limit, they are asked once more.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { isOfNode } from '@airlock/protocol/gateway/node-error.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { HttpStatusError, jsonRpc } from '../http/json-rpc.ts'
import type { ChainReader } from './driver.ts'
import type { NodeCalls } from './filters.ts'
import { createRanking } from './ranking.ts'

/** @param ping a cheap method without params, used to rank the nodes */
export function createNodes(urls: readonly string[], ping: string): Pick<ChainReader, 'request' | 'rank'> & NodeCalls {
  const ranking = createRanking(urls, { ping: (url, signal) => jsonRpc(url, { method: ping, params: [], signal }) })
  const at: NodeCalls['at'] = (url, method, params, signal) => jsonRpc(url, { method, params, signal })
  const once: NodeCalls['first'] = (method, params, signal) =>
    ranking.first(
      async (url) => ({ url, result: await at(url, method, params, signal) }),
      (error) => !signal.aborted && isAboutNode(error),
    )
  const first: NodeCalls['first'] = async (method, params, signal) => {
    if (urls.length === 0) throw new AirlockError('NETWORK', { message: 'No node is listed for this network.' })
    return once(method, params, signal).catch(async (error: unknown) => {
      const ms = waitOf(error)
      if (ms === undefined || ms > mostWaitMs || signal.aborted) throw error
      await pause(ms, signal)
      return once(method, params, signal)
    })
  }
  return {
    at,
    first,
    request: async (method: string, params: Json, signal: AbortSignal) => (await first(method, params, signal)).result,
    rank: () => ranking.start(),
  }
}

/** Pages read in bursts, and public nodes count calls per second. */
const usualWaitMs = 1_000
const mostWaitMs = 3_000

/** How long to wait for nodes that are over their limit. */
const waitOf = (error: unknown): number | undefined => {
  const cause = error instanceof AirlockError ? error.cause : undefined
  return cause instanceof HttpStatusError && cause.status === 429 ? (cause.retryAfterMs ?? usualWaitMs) : undefined
}

/** Whether it is about the node, not the call. */
export const isAboutNode = (error: unknown): boolean =>
  error instanceof AirlockError &&
  (error.code === 'NETWORK' ||
    (error.code === 'WALLET_FAILED' && isOfNode({ code: error.rpcCode, message: error.message })))

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(new AirlockError('ABORTED'))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}
