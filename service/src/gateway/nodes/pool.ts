/**
 * The nodes of one network. A call goes to the first working node, and to the next one if a node does not answer, is over its limit, or
 * returns something other than JSON-RPC. A JSON-RPC error about the call itself is an answer.
 */
import { isOfNode } from '@airlock/protocol/gateway/node-error.ts'
import { base58, base64 } from '@scure/base'
import { isHex, keccak256 } from 'viem'
import * as z from 'zod/mini'
import { readBounded } from '../http/read-bounded.ts'
import { limits, type Outcome, readAnswers } from './json-rpc.ts'

export type NodeCall = { readonly method: string; readonly params: unknown }

export type NodePool = {
  /**
   * One outcome per call, in order.
   * @throws {NodesDownError} when no node answers; the signal's reason.
   */
  readonly send: (calls: readonly NodeCall[], signal: AbortSignal) => Promise<readonly Outcome[]>
}

export class NodesDownError extends Error {
  override readonly name = 'NodesDownError'
}

const tries = 5
const timeoutMs = 10_000
/** A failed node is asked last for this long. */
const restMs = 30_000

export type PoolOptions = {
  readonly now?: () => number
  readonly timeoutMs?: number
  /** A longer answer counts as a failure. */
  readonly answerBytes?: number
}

export function createNodePool(urls: readonly string[], options: PoolOptions = {}): NodePool {
  const { now = Date.now } = options
  const failedAt = new Map<string, number>()
  const inOrder = () => [...urls].sort((one, other) => (failedAt.get(one) ?? 0) - (failedAt.get(other) ?? 0))

  return {
    async send(calls, signal) {
      for (const [url, since] of failedAt) if (now() - since > restMs) failedAt.delete(url)
      let isUncertain = false
      let refused: readonly Outcome[] | undefined
      for (const url of inOrder().slice(0, tries)) {
        signal.throwIfAborted()
        const outcomes = await ask(
          url,
          calls,
          AbortSignal.any([signal, AbortSignal.timeout(options.timeoutMs ?? timeoutMs)]),
          options.answerBytes ?? limits.answerBytes,
        )
        if (outcomes && !outcomes.some((outcome) => 'error' in outcome && isOfNode(outcome.error))) {
          failedAt.delete(url)
          return isUncertain ? outcomes.map((outcome, index) => asSent(calls[index], outcome)) : outcomes
        }
        failedAt.set(url, now())
        isUncertain ||= !outcomes
        refused = outcomes ?? refused
      }
      signal.throwIfAborted()
      // All nodes refused, so the call itself may be the reason.
      if (refused) return refused
      throw new NodesDownError('No node answers')
    },
  }
}

/** Sends batches of at most this many calls, one after the other. */
export async function sendInParts(
  pool: NodePool,
  calls: readonly NodeCall[],
  most: number,
  signal: AbortSignal,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (let start = 0; start < calls.length; start += most)
    outcomes.push(...(await pool.send(calls.slice(start, start + most), signal)))
  return outcomes
}

/** `undefined` when the node did not answer all the calls. */
async function ask(
  url: string,
  calls: readonly NodeCall[],
  signal: AbortSignal,
  answerBytes: number,
): Promise<readonly Outcome[] | undefined> {
  const bodies = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(bodies.length === 1 ? bodies[0] : bodies),
      signal,
    })
    // Some nodes return a JSON-RPC error with status 400. Rate limits, rejected keys and server errors are not answers.
    if (response.status === 429 || response.status >= 500 || response.status === 401 || response.status === 403) {
      await response.body?.cancel()
      return undefined
    }
    const answers = readAnswers(JSON.parse(await readBounded(response, answerBytes)))
    const outcomes = calls.map((_, id) => answers?.get(id))
    return outcomes.every((outcome) => outcome !== undefined) ? outcomes : undefined
  } catch {
    return undefined
  }
}

/** A node that did not answer may still have broadcast the transaction. If the next node already knows it, this counts as success. */
function asSent(call: NodeCall | undefined, outcome: Outcome): Outcome {
  if (!call || !('error' in outcome)) return outcome
  const params: readonly unknown[] = Array.isArray(call.params) ? call.params : []
  const [raw, options] = params
  const { message } = outcome.error
  if (call.method === 'eth_sendRawTransaction') {
    const isKnown = /already known|known transaction|already imported|already exists/i.test(message)
    return isKnown && isHex(raw) ? { result: keccak256(raw) } : outcome
  }
  const isProcessed = call.method === 'sendTransaction' && /already (been )?processed/i.test(message)
  const signature = isProcessed && typeof raw === 'string' ? signatureIn(raw, options) : undefined
  return signature === undefined ? outcome : { result: signature }
}

/** The first signature of a Solana transaction, which is its id: after the number of signatures, which is one byte. */
function signatureIn(transaction: string, options: unknown): string | undefined {
  const { encoding } = z.catch(z.object({ encoding: z.string() }), { encoding: 'base58' }).parse(options)
  try {
    return base58.encode((encoding === 'base64' ? base64 : base58).decode(transaction).slice(1, 65))
  } catch {
    return undefined
  }
}
