/**
 * Chooses the next nonce of an account: the pending count of a node, increased by transactions that the tabs of this partition have
 * sent and that the node does not count yet. Two transactions must not share a nonce: the second would replace the first, or fail.
 */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { Address, Hex } from 'viem'
import { checksum } from '../../../shared/chains/eip155/checksum.ts'
import type { BroadcastOutcome } from '../broadcast.ts'

/** For this long, a node that knows the transaction is trusted: nodes behind one URL learn of it at different times. */
const trustedForMs = 60_000
/** Longer than any useful transaction waits to be included in a block. */
const keptForMs = 24 * 60 * 60_000
const mostKept = 100

export interface Sent {
  readonly scope: Caip2
  readonly account: Address
  readonly nonce: number
  readonly hash: Hex
  readonly outcome: BroadcastOutcome
  /** Unix time in ms. */
  readonly at: number
}

/** Transactions sent by the tabs of this partition, oldest first. Written only inside the lane of the account and network. */
export interface SentLog {
  read(): readonly Sent[]
  write(all: Sent[]): void
}

export function createNonces(options: { account: string; log: SentLog; now: () => number }) {
  const { log, now } = options
  const account = checksum(options.account)
  /** Also kept in memory, in case storage fails. */
  let own: readonly Sent[] = []
  const age = ({ at }: Sent) => Math.abs(now() - at)
  const isTrusted = (sent: Sent) => sent.outcome === 'taken' && age(sent) < trustedForMs
  const kept = (all: readonly Sent[]) => all.filter((sent) => age(sent) < keptForMs).slice(-mostKept)
  return {
    sent(one: Omit<Sent, 'account' | 'at'>): void {
      const sent = { ...one, account, at: now() }
      own = kept([...own, sent])
      try {
        log.write(kept([...log.read(), sent]))
      } catch {
        // The transaction is sent anyway; other tabs then rely on the nodes' count alone.
      }
    },
    /**
     * @param pending the pending count of a node
     * @param isKnown whether the network knows a transaction; called for those that may be lost, because a gap in the nonces would
     *   block all later transactions
     */
    async next(scope: Caip2, pending: number, isKnown: (hash: Hex) => Promise<boolean>): Promise<number> {
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
