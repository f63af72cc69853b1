/**
 * Which nonce a transaction of one account takes next. The pending count of a node decides; what this tab has sent itself fills in where that
 * lags behind, because two transactions with one nonce are one transaction: the second replaces the first, or fails.
 */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { Hex } from 'viem'
import type { HandedOver } from '../hand-over.ts'

/** So long a node's word that it has taken one is not asked for again: nodes behind one address hear of it at different times. */
const trustedForMs = 60_000

interface Sent {
  readonly hash: Hex
  readonly outcome: HandedOver
  readonly at: number
}

export interface Nonces {
  sent(scope: Caip2, nonce: number, sent: Omit<Sent, 'at'>): void
  /**
   * @param pending as a node counts
   * @param isKnown to the network; asked of what may have been lost, since a nonce that nobody has used keeps all later ones waiting
   */
  next(scope: Caip2, pending: number, isKnown: (hash: Hex) => Promise<boolean>): Promise<number>
}

export function createNonces(now: () => number): Nonces {
  const networks = new Map<Caip2, Map<number, Sent>>()
  const isTrusted = ({ outcome, at }: Sent) => outcome === 'taken' && now() - at < trustedForMs
  return {
    sent(scope, nonce, sent) {
      const own = networks.get(scope) ?? new Map<number, Sent>()
      networks.set(scope, own.set(nonce, { ...sent, at: now() }))
    },
    async next(scope, pending, isKnown) {
      const own = networks.get(scope)
      for (const nonce of own?.keys() ?? []) if (nonce < pending) own?.delete(nonce)
      let nonce = pending
      for (let sent = own?.get(nonce); sent; sent = own?.get(nonce)) {
        if (!isTrusted(sent) && !(await isKnown(sent.hash))) break
        nonce += 1
      }
      return nonce
    },
  }
}
