/** The progress of a transaction: signed, sent, and its outcome. */
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { LazyIcon, type LazyIconName } from '../../../../shared/ui/icon/LazyIcon.tsx'
import type { EntryStatus } from '../../ledger/state/activity.ts'
import styles from './Ladder.module.css'

/** The mark of the last step; `undefined` if it is still to come. */
const marks: Readonly<Record<EntryStatus, LazyIconName | undefined>> = {
  pending: undefined,
  confirmed: 'done',
  failed: 'not',
  dropped: 'not',
  replaced: 'again',
  other: undefined,
}

export function Ladder({ status }: { status: EntryStatus }) {
  const t = useAllMessages()
  const steps = [
    { name: t('transaction.step.signed'), mark: 'done', state: 'confirmed' },
    { name: t('transaction.step.sent'), mark: 'done', state: 'confirmed' },
    { name: t(`activity.status.${status === 'pending' ? 'confirmed' : status}`), mark: marks[status], state: status },
  ] as const
  return (
    <ol className={styles.ladder} aria-label={t('transaction.steps')}>
      {steps.map(({ name, mark, state }, place) => (
        <li
          key={name}
          className={styles.step}
          data-status={state}
          aria-current={place === steps.length - 1 ? 'step' : undefined}
        >
          <span className={styles.mark}>{mark && <LazyIcon name={mark} size={16} />}</span>
          {name}
        </li>
      ))}
    </ol>
  )
}
