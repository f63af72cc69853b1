/** Formats how long ago something was. */
import { toRelativeTime } from '../../../shared/format/relative-time.ts'
import { useWalletMessages } from '../../../shared/i18n/wallet-messages.ts'

export function useTimeAgo(): (at: number) => string {
  const t = useWalletMessages()
  return (at) => {
    // Clocks differ: a time in the future counts as now.
    const now = Math.max(at, Date.now())
    const { unit, count } = toRelativeTime(at, now)
    return t(`time.past.${unit}`, { count })
  }
}
