import { useState } from 'react'
import { toRelativeTime } from '../../../shared/format/relative-time.ts'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'

/** The age of a figure, fixed when it is first shown as old. */
export function Age({ at }: { at: number }) {
  const t = useAllMessages()
  const [now] = useState(Date.now)
  const { unit, count } = toRelativeTime(at, now)
  return <span>{t('account.balance.stale', { time: t(`time.past.${unit}`, { count }) })}</span>
}
