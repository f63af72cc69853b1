/** The texts of a transaction that its status colours. */
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../../shared/i18n/LanguageProvider.tsx'
import { Amount } from '../../../../shared/ui/figures/Amount.tsx'
import type { ActivityEntry, EntryStatus, Movement } from '../../ledger/state/activity.ts'
import styles from './EntryText.module.css'
import { wordsOf } from './words.ts'

/** One amount of a transaction. Crossed out if it has not moved and will not. */
export function MovementText({ entry, movement }: { entry: ActivityEntry; movement: Movement }) {
  const t = useAllMessages()
  const { formats } = useLanguage()
  const { sign, figures, name } = wordsOf(t, formats, entry, movement)
  return (
    <span className={styles.movement} data-way={movement.direction} data-status={entry.status}>
      {figures === undefined ? (
        <>
          {sign}
          <bdi>{name}</bdi>
        </>
      ) : (
        <Amount text={figures} symbol={name} sign={sign} />
      )}
    </span>
  )
}

export function StatusText({ status }: { status: EntryStatus }) {
  const t = useAllMessages()
  return (
    <span className={styles.status} data-status={status}>
      {t(`activity.status.${status}`)}
    </span>
  )
}
