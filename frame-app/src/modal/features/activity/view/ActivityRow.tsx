/** A transaction: what it did, with whom, what moved, and when. A press opens its receipt. */
import { useState } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../../shared/i18n/LanguageProvider.tsx'
import { StatementRow } from '../../../../shared/ui/statement/StatementRow.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { go } from '../../../session/navigate.ts'
import type { ActivityEntry } from '../../ledger/state/activity.ts'
import styles from './Activity.module.css'
import { EntryPicture } from './EntryPicture.tsx'
import { MovementText, StatusText } from './EntryText.tsx'
import { sideOf, verbOf, whenOf } from './words.ts'

/** Amounts that a row shows; the receipt shows all. */
const most = 2

export function ActivityRow({ entry }: { entry: ActivityEntry }) {
  const context = useModal()
  const t = useAllMessages()
  const { formats } = useLanguage()
  const [now] = useState(Date.now)
  const { movements, operation, status, at, approval } = entry
  const side = sideOf(t, entry)
  return (
    <StatementRow
      focusKey={entry.key}
      onPress={() => go.push(context, { view: 'Transaction', entry: entry.key })}
      start={<EntryPicture entry={entry} size={32} />}
      title={<span className={styles.verb}>{verbOf(t, operation)}</span>}
      detail={
        <>
          {status !== 'confirmed' && (
            <>
              <StatusText status={status} /> ·{' '}
            </>
          )}
          {side !== undefined && (
            <>
              <bdi className={styles.side}>{side}</bdi> ·{' '}
            </>
          )}
          {whenOf(t, formats, at, now)}
        </>
      }
      figures={
        <>
          {movements.slice(0, most).map((movement, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the amounts of one transaction never move
            <MovementText key={index} entry={entry} movement={movement} />
          ))}
          {movements.length > most && (
            <span className={styles.more}>{t('activity.moreAmounts', { count: movements.length - most })}</span>
          )}
          {movements.length === 0 && operation === 'approve' && approval?.isUnlimited && t('activity.unlimited')}
        </>
      }
    />
  )
}
