/** A transaction: what it did, with whom, what moved, and when. A press opens its receipt. */
import { useState } from 'react'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../shared/i18n/LanguageProvider.tsx'
import { Amount } from '../../../shared/ui/figures/Amount.tsx'
import { LateIcon } from '../../../shared/ui/icon/LateIcon.tsx'
import { StatementRow } from '../../../shared/ui/statement/StatementRow.tsx'
import { go } from '../../flows/navigate.ts'
import { useModal } from '../../modal-context.ts'
import type { ActivityEntry, Movement } from '../../state/activity.ts'
import { counterpartyOf } from '../../state/activity-rules.ts'
import styles from './Activity.module.css'
import { figuresOf, iconOf, nameOf, shortAddress, signOf, verbOf, whenOf } from './words.ts'

/** Amounts that a row shows; the receipt shows all. */
const most = 2

export function ActivityRow({ entry }: { entry: ActivityEntry }) {
  const context = useModal()
  const t = useAllMessages()
  const { formats } = useLanguage()
  const [now] = useState(Date.now)
  const { movements, operation, status, at } = entry
  const other = counterpartyOf(entry)
  const isIn = movements[0]?.direction === 'in'
  const shown = movements.slice(0, most)
  return (
    <StatementRow
      focusKey={entry.key}
      onPress={() => go.push(context, { view: 'Transaction', entry: entry.key })}
      start={
        <span className={styles.icon} data-status={status} aria-hidden="true">
          <LateIcon name={status === 'pending' ? 'clock' : iconOf(entry)} />
        </span>
      }
      title={<span className={styles.verb}>{verbOf(t, operation)}</span>}
      detail={
        <span className={styles.detail}>
          {status !== 'confirmed' && <span data-status={status}>{t(`activity.status.${status}`)} · </span>}
          {other !== undefined && (
            <bdi>{t(isIn ? 'activity.from' : 'activity.to', { address: shortAddress(other) })} · </bdi>
          )}
          {whenOf(t, formats, at, now)}
        </span>
      }
      figures={
        <>
          {shown.map((movement, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the amounts of one transaction never move
            <MovementText key={index} movement={movement} />
          ))}
          {movements.length > most && (
            <span className={styles.detail}>{t('activity.moreAmounts', { count: movements.length - most })}</span>
          )}
        </>
      }
    />
  )
}

export function MovementText({ movement }: { movement: Movement }) {
  const t = useAllMessages()
  const { formats } = useLanguage()
  const sign = signOf(movement)
  const name = nameOf(t, movement)
  if (movement.kind === 'nft')
    return (
      <span className={styles.movement} data-way={movement.direction}>
        {sign}
        <bdi>{name}</bdi>
      </span>
    )
  return (
    <span className={styles.movement} data-way={movement.direction}>
      <Amount text={figuresOf(t, formats, movement)} symbol={name} sign={sign} />
    </span>
  )
}
