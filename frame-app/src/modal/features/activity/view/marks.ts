import type { LazyIconName } from '../../../../shared/ui/icon/LazyIcon.tsx'
import type { ActivityEntry, EntryStatus, Movement } from '../../ledger/state/activity.ts'

/** Any status but success has a mark of its own, because a colour alone is not enough. */
const byStatus: Partial<Record<EntryStatus, LazyIconName>> = {
  pending: 'clock',
  failed: 'not',
  dropped: 'not',
  replaced: 'again',
}
const byOperation: Readonly<Record<string, LazyIconName>> = {
  trade: 'swap',
  approve: 'done',
  revoke: 'not',
  cancel: 'not',
}
const byWay: Partial<Record<Movement['direction'], LazyIconName>> = { in: 'in', out: 'out' }

/** `undefined` if no mark fits. */
export function markOf({ operation, status, movements }: ActivityEntry): LazyIconName | undefined {
  const known = byStatus[status] ?? (Object.hasOwn(byOperation, operation) ? byOperation[operation] : undefined)
  if (known) return known
  const ways = new Set(movements.map(({ direction }) => direction))
  const [way] = ways
  if (ways.has('in') && ways.has('out')) return 'swap'
  return way && ways.size === 1 ? byWay[way] : undefined
}

/** One movement; for an exchange, the first that left and the first that arrived. */
export function picturedOf({ movements }: Pick<ActivityEntry, 'movements'>): readonly Movement[] {
  const gone = movements.find(({ direction }) => direction === 'out')
  const come = movements.find(({ direction }) => direction === 'in')
  return gone && come ? [gone, come] : movements.slice(0, 1)
}
