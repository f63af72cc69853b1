/** Which pictures and which mark a transaction has. */
import type { LateIconName } from '../../../shared/ui/icon/LateIcon.tsx'
import type { ActivityEntry, EntryStatus, Movement } from '../../state/activity.ts'

/** What has not gone as it was meant is marked by that, since a colour alone says nothing. */
const byStatus: Partial<Record<EntryStatus, LateIconName>> = {
  pending: 'clock',
  failed: 'not',
  dropped: 'not',
  replaced: 'again',
}
const byOperation: Readonly<Record<string, LateIconName>> = {
  trade: 'swap',
  approve: 'done',
  revoke: 'not',
  cancel: 'not',
}
const byWay: Partial<Record<Movement['direction'], LateIconName>> = { in: 'in', out: 'out' }

/** `undefined`: nothing is known that a mark could say. */
export function markOf({ operation, status, movements }: ActivityEntry): LateIconName | undefined {
  const known = byStatus[status] ?? (Object.hasOwn(byOperation, operation) ? byOperation[operation] : undefined)
  if (known) return known
  const ways = new Set(movements.map(({ direction }) => direction))
  const [way] = ways
  if (ways.has('in') && ways.has('out')) return 'swap'
  return way && ways.size === 1 ? byWay[way] : undefined
}

/** One movement, or of an exchange the first that went and the first that came. */
export function picturedOf({ movements }: Pick<ActivityEntry, 'movements'>): readonly Movement[] {
  const gone = movements.find(({ direction }) => direction === 'out')
  const come = movements.find(({ direction }) => direction === 'in')
  return gone && come ? [gone, come] : movements.slice(0, 1)
}
