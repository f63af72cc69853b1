/**
 * Which nonce a transaction of one account takes next. The pending count of a node decides; what the tabs of this partition have sent
 * themselves fills in where that lags behind, because two transactions with one nonce are one transaction: the second replaces the first,
 * or fails.
 */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { Address, Hex } from 'viem'
import { checksum } from '../../decode/eip155/transaction.ts'
import type { HandedOver } from '../hand-over.ts'

/** So long a node's word that it has taken one is not asked for again: nodes behind one address hear of it at different times. */
const trustedForMs = 60_000
/** Longer than one that is worth waiting for waits for its block. */
const keptForMs = 24 * 60 * 60_000
const mostKept = 100

export interface Sent {
  readonly scope: Caip2
  readonly account: Address
  readonly nonce: number
  readonly hash: Hex
  readonly outcome: HandedOver
  /** Unix time in ms. */
  readonly at: number
}

/** What the tabs of this partition have sent, the oldest first. Whoever writes is alone in the lane of its account and network. */
export interface SentLog {
  read(): readonly Sent[]
  write(all: Sent[]): void
}

export interface Nonces {
  sent(one: Omit<Sent, 'account' | 'at'>): void
  /**
   * @param pending as a node counts
   * @param isKnown to the network; asked of what may have been lost, since a nonce that nobody has used keeps all later ones waiting
   */
  next(scope: Caip2, pending: number, isKnown: (hash: Hex) => Promise<boolean>): Promise<number>
}

export function createNonces(options: { account: string; log: SentLog; now: () => number }): Nonces {
  const { log, now } = options
  const account = checksum(options.account)
  /** Also where nothing can be stored. */
  let own: readonly Sent[] = []
  const age = ({ at }: Sent) => Math.abs(now() - at)
  const isTrusted = (sent: Sent) => sent.outcome === 'taken' && age(sent) < trustedForMs
  const kept = (all: readonly Sent[]) => all.filter((sent) => age(sent) < keptForMs).slice(-mostKept)
  return {
    sent(one) {
      const sent = { ...one, account, at: now() }
      own = kept([...own, sent])
      try {
        log.write(kept([...log.read(), sent]))
      } catch {
        // It has been sent all the same; the other tabs have the nodes' count alone.
      }
    },
    async next(scope, pending, isKnown) {
      const mine = [...own, ...log.read()].filter((sent) => sent.scope === scope && sent.account === account)
      const latest = new Map(mine.toSorted((one, other) => one.at - other.at).map((sent) => [sent.nonce, sent]))
      let nonce = pending
      for (let sent = latest.get(nonce); sent; sent = latest.get(nonce)) {
        if (!isTrusted(sent) && !(await isKnown(sent.hash))) break
        nonce += 1
      }
      return nonce
    },
  }
}
