import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import type { EntryStatus } from '../../ledger/state/activity.ts'
import styles from './EntryText.module.css'

export function StatusText({ status }: { status: EntryStatus }) {
  const t = useAllMessages()
  return (
    <span className={styles.status} data-status={status}>
      {t(`activity.status.${status}`)}
    </span>
  )
}
