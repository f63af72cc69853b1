/** The node gateway: decides which calls reach a node, and answers others from a cache. */
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { LRUCache } from 'lru-cache'
import { type Call, type Id, limits, methodNotFound, type Outcome } from './json-rpc.ts'
import { findMethod } from './methods.ts'
import { type NodePool, sendInParts } from './pool.ts'

export type NodeAnswer = { readonly jsonrpc: '2.0'; readonly id: Id } & Outcome

export type NodeGateway = {
  /** @throws {NodesDownError} */
  readonly answer: (network: Caip2, calls: readonly Call[], signal: AbortSignal) => Promise<readonly NodeAnswer[]>
}

/** Units that the calls take from a budget. A refused call costs as much as any other. */
export const costOf = (network: Caip2, calls: readonly Call[]): number =>
  calls.reduce((sum, { method }) => sum + (findMethod(namespaceOf(network), method)?.cost ?? 1), 0)

/** Total characters of cached answers. */
const cacheSize = 32 * 1024 * 1024
/** Larger answers are not cached. */
const entrySize = 256 * 1024

export function createNodeGateway(pools: ReadonlyMap<Caip2, NodePool>): NodeGateway {
  const cache = new LRUCache<string, { readonly result: unknown }>({ maxSize: cacheSize, maxEntrySize: entrySize })

  return {
    async answer(network, calls, signal) {
      const pool = pools.get(network)
      if (!pool) throw new RangeError(`${network} has no nodes`)
      const namespace = namespaceOf(network)
      const planned = calls.map((call) => {
        const method = findMethod(namespace, call.method)
        const key = method?.cacheMs === undefined ? undefined : JSON.stringify([network, call.method, call.params])
        const known = method ? key !== undefined && cache.get(key) : methodNotFound(call.method)
        return { call, key, cacheMs: method?.cacheMs, known: known || undefined }
      })
      const missing = planned.filter(({ known }) => !known)
      const asked = missing.map(({ call }) => call)
      const fresh = await sendInParts(pool, asked, limits.batch, signal)
      for (const [index, { key, cacheMs }] of missing.entries()) {
        const outcome = fresh[index]
        if (key !== undefined && outcome && 'result' in outcome && outcome.result !== null)
          cache.set(key, outcome, { ttl: cacheMs ?? 0, size: JSON.stringify(outcome).length })
      }
      const outcomes = new Map(missing.map((plan, index) => [plan, fresh[index]]))
      return planned.map((plan) => ({
        jsonrpc: '2.0',
        id: plan.call.id,
        ...(plan.known ?? outcomes.get(plan) ?? nothing),
      }))
    },
  }
}

const nothing: Outcome = { error: { code: -32603, message: 'The node said nothing' } }
