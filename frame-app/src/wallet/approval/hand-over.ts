/**
 * Hands a signed transaction to the nodes of its network, one after the other, until one has it. Who hears that it failed sends another
 * one, and pays twice if the first was taken after all: so it has failed only where every node that it was sent to refused it, and none
 * knows it. A connection that broke, and a node that fell silent, prove nothing. Nothing has left where no node could be asked for less.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { HttpStatusError } from '../../shared/http/json-rpc.ts'

/** One node. Both throw `AirlockError`, NETWORK where there was no answer to read. */
export interface ReceivingNode {
  send(signal: AbortSignal): Promise<unknown>
  /** Has it seen this transaction? */
  knows(signal: AbortSignal): Promise<boolean>
}

const sendWithinMs = 30_000
/** After all that: asked with a patience of its own. */
const lookWithinMs = 10_000

/** Whether a node has said that it has it. */
export type HandedOver = 'taken' | 'unclear'

/** @throws {AirlockError} only for what was not taken: with the node's code, or NETWORK where it could not be sent. */
export async function handOver(nodes: readonly ReceivingNode[]): Promise<HandedOver> {
  const signal = AbortSignal.timeout(sendWithinMs)
  let failure = new AirlockError('NETWORK', { message: 'No node of this network answers.' })
  let isUnclear = false
  for (const node of nodes) {
    const outcome = await offer(node, signal)
    if (outcome === 'taken') return outcome
    if (outcome === 'unclear') isUnclear = true
    else failure = outcome
    // What is wrong with it for one node is so for the others.
    if (failure.code === 'WALLET_FAILED') break
  }
  if (isUnclear) return 'unclear'
  const look = AbortSignal.timeout(lookWithinMs)
  const seen = await Promise.all(nodes.map((node) => node.knows(look).catch(() => false)))
  if (!seen.includes(true)) throw failure
  return 'taken'
}

/** An error: this node has not taken it. */
async function offer(node: ReceivingNode, signal: AbortSignal): Promise<HandedOver | AirlockError> {
  const silence = await node.knows(signal).then(() => undefined, unanswered)
  if (silence) return silence
  try {
    await node.send(signal)
    return 'taken'
  } catch (error) {
    if (!(error instanceof AirlockError)) return 'unclear'
    if (error.code === 'WALLET_FAILED') {
      if (saysTaken.test(error.message)) return 'taken'
      return saysLate.test(error.message) ? 'unclear' : error
    }
    return isKeptFromNode(error.cause) ? error : 'unclear'
  }
}

/** Whoever refuses a question can be reached. */
const unanswered = (error: unknown): AirlockError | undefined =>
  error instanceof AirlockError && error.code === 'NETWORK' ? error : undefined

/** It came a second time: through another node, or through somebody who forwards to several and asks again. */
const saysTaken =
  /\balready\s?(known|imported|in mempool)\b|\bknown transaction\b|transaction has already been processed/i
/** A node that hands it on, and has heard nothing of it. */
const saysLate = /tim(ed|e)[\s-]*out|deadline exceeded/i

/** The server has refused the call itself, and not waited in vain for somebody behind it. */
const isKeptFromNode = (cause: unknown): boolean =>
  cause instanceof HttpStatusError && cause.status >= 400 && cause.status < 500 && !vain.has(cause.status)
/** Request timeout; and of proxies: the client has left. */
const vain: ReadonlySet<number> = new Set([408, 499])
