/**
 * Sends a signed transaction to its network's nodes, one by one, until one has it. An error would make the user send again, and pay twice
 * if the first one was accepted. So it fails only if every node that received it refused it and none knows it. A broken connection or a
 * silent node proves nothing. If no node can be reached, nothing was sent.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { isAboutNode } from '../../shared/chains/nodes.ts'
import { HttpStatusError } from '../../shared/http/json-rpc.ts'

/** One node. Both methods throw `AirlockError`, with NETWORK if there was no readable answer. */
export interface ReceivingNode {
  send(signal: AbortSignal): Promise<unknown>
  /** Whether it has seen this transaction. */
  knows(signal: AbortSignal): Promise<boolean>
}

const sendWithinMs = 30_000
/** Separate timeout for the final look-ups. */
const lookWithinMs = 10_000

/** `taken`: a node has confirmed having it. */
export type BroadcastOutcome = 'taken' | 'unclear'

/** @throws {AirlockError} only if no node took it: with the node's code, or NETWORK if it could not be sent. */
export async function broadcastToNodes(nodes: readonly ReceivingNode[]): Promise<BroadcastOutcome> {
  const signal = AbortSignal.timeout(sendWithinMs)
  let failure = new AirlockError('NETWORK', { message: 'No node of this network answers.' })
  let isUnclear = false
  for (const node of nodes) {
    const outcome = await offer(node, signal)
    if (outcome === 'taken') return outcome
    if (outcome === 'unclear') isUnclear = true
    else failure = outcome
    // A transaction that is invalid for one node is invalid for all.
    if (failure.code === 'WALLET_FAILED') break
  }
  if (isUnclear) return 'unclear'
  const look = AbortSignal.timeout(lookWithinMs)
  const seen = await Promise.all(nodes.map((node) => node.knows(look).catch(() => false)))
  if (!seen.includes(true)) throw failure
  return 'taken'
}

/** Returns an error if this node did not accept it. */
async function offer(node: ReceivingNode, signal: AbortSignal): Promise<BroadcastOutcome | AirlockError> {
  const silence = await node.knows(signal).then(() => undefined, unanswered)
  if (silence) return silence
  try {
    await node.send(signal)
    return 'taken'
  } catch (error) {
    if (!(error instanceof AirlockError)) return 'unclear'
    if (error.code === 'WALLET_FAILED') {
      if (saysTaken.test(error.message)) return 'taken'
      if (saysLate.test(error.message)) return 'unclear'
      // Another node may take it.
      return isAboutNode(error) ? new AirlockError('NETWORK', { message: error.message, cause: error }) : error
    }
    return isKeptFromNode(error.cause) ? error : 'unclear'
  }
}

/** A node that refuses the question is reachable. */
const unanswered = (error: unknown): AirlockError | undefined =>
  error instanceof AirlockError && error.code === 'NETWORK' ? error : undefined

/** The node already has it: through another node, or because a proxy sent it to several nodes and retried. */
const saysTaken =
  /\balready\s?(known|imported|in mempool)\b|\bknown transaction\b|transaction has already been processed/i
/** The node forwarded it and got no answer. */
const saysLate = /tim(ed|e)[\s-]*out|deadline exceeded/i

/** The server itself refused the call; it was not a timeout of an upstream server. */
const isKeptFromNode = (cause: unknown): boolean =>
  cause instanceof HttpStatusError && cause.status >= 400 && cause.status < 500 && !vain.has(cause.status)
/** Request timeout (408), and client closed request (499), which proxies send. */
const vain: ReadonlySet<number> = new Set([408, 499])
