/** What the answers of the nodes mean for a transaction of the ledger. */
import { type Caip10, isCaip10, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { type Pending, pendingKey } from '../../../session/state/pending.ts'
import { ledgerSize, type Tracked } from './ledger.ts'

export interface Seen {
  /** Set once the transaction is in a block. */
  readonly outcome?: 'confirmed' | 'failed' | undefined
  /** As the node knows it, in a block or waiting; `null` if the node does not know it; `undefined` if the node was not asked. */
  readonly transaction?: Known | null | undefined
  /** Number of transactions of the account that are in blocks: nonces below it are used. */
  readonly used?: number | undefined
}
export type Known = Pick<Tracked, 'operation' | 'to' | 'approval' | 'value' | 'nonce'> & { readonly from: string }

/** A node may learn of a transaction later than the node that the wallet has sent it to. */
const unknownMs = 2 * 60_000
/** A transaction with a low fee may wait this long. */
const patienceMs = 30 * 60_000

/**
 * Returns `undefined` for a transaction that only a page has reported, if it belongs to another account or cannot be found.
 * @param isSure whether the poll before has seen the same: nodes of one network can be a block apart
 */
export function settle(
  tracked: Tracked,
  { outcome, transaction, used }: Seen,
  { address, now, isSure }: { readonly address: string; readonly now: number; readonly isSure: boolean },
): Tracked | undefined {
  const isOwn = transaction?.from.toLowerCase() === address.toLowerCase()
  if (transaction && !isOwn && tracked.isClaim) return undefined
  const next = transaction ? know(tracked, transaction, isOwn) : tracked
  if (outcome) return { ...next, status: outcome }
  if (transaction) return { ...next, status: 'pending' }
  if (transaction === undefined) return next
  const { nonce } = tracked
  if (nonce !== undefined && used !== undefined && used > nonce) return isSure ? { ...next, status: 'replaced' } : next
  const isForgotten = now - tracked.sentAt > (nonce === undefined ? unknownMs : patienceMs)
  if (!isForgotten) return next
  return tracked.isClaim ? undefined : { ...next, status: 'dropped' }
}

/** Transactions of smart accounts are sent by another account, whose nonce is not theirs. */
function know(tracked: Tracked, { operation, to, approval, value, nonce }: Known, isOwn: boolean): Tracked {
  const { id, status, sentAt, nonce: last, replacedBy, moved, gained } = tracked
  const own = isOwn ? (nonce ?? last) : last
  // For a token transfer, the node names the contract; the recipient is known from sending it here.
  const recipient = moved ? tracked.to : to
  return {
    id,
    status,
    sentAt,
    // For a swap, the node sees a call of a router.
    operation: gained ? tracked.operation : operation,
    ...(moved && { moved }),
    ...(gained && { gained }),
    ...(recipient !== undefined && { to: recipient }),
    ...(approval !== undefined && { approval }),
    ...(value !== undefined && { value }),
    ...(own !== undefined && { nonce: own }),
    ...(replacedBy !== undefined && { replacedBy }),
  }
}

/** The pending transactions that the page is told of: of each account on all its networks, newest first, as many as a message may hold. */
export function pendingOf(ledgers: Readonly<Record<Caip10, readonly Tracked[]>>): Readonly<Record<string, Pending>> {
  const all = Object.entries(ledgers)
    .flatMap(([account, ledger]) => (isCaip10(account) ? ledger.map((tracked) => ({ account, ...tracked })) : []))
    .filter(({ status }) => status === 'pending')
    .sort((one, other) => other.sentAt - one.sentAt)
  const pendings: Record<string, Pending> = {}
  for (const { account, id } of all) {
    const key = pendingKey(account)
    const known = pendings[key] ?? []
    if (known.length < ledgerSize) pendings[key] = [...known, { network: parseCaip10(account).chainId, id }]
  }
  return pendings
}

const second = 1000

/** Milliseconds until the next poll of a transaction of this age. */
export function pauseOf(age: number): number {
  if (age < 2 * 60 * second) return 4 * second
  if (age < 30 * 60 * second) return 15 * second
  return 60 * second
}
