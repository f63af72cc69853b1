/** The latest transactions of the account, on its tab; a row leads to all of them. */
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../../shared/i18n/LanguageProvider.tsx'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { PlainList } from '../../../../shared/ui/list/PlainList.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { go } from '../../../session/navigate.ts'
import { type ActivityEntry, activeActivityAtom } from '../../ledger/state/activity.ts'
import { groupByMonth } from '../../ledger/state/activity-rules.ts'
import { watchActivity } from '../activity.ts'
import { shownActivityAtom } from '../state/shown-activity.ts'
import styles from './Activity.module.css'
import { ActivityNotice } from './ActivityNotice.tsx'
import { ActivityRow } from './ActivityRow.tsx'

const few = 5

export function ActivityTab() {
  const context = useModal()
  const t = useAllMessages()
  const { formats } = useLanguage()
  const [now] = useState(Date.now)
  const activity = useAtomValue(activeActivityAtom)
  const { pending, settled } = useAtomValue(shownActivityAtom)
  useEffect(() => watchActivity(context), [context])
  const latest = settled.slice(0, Math.max(1, few - pending.length))
  const isMore = latest.length < settled.length || (activity && 'entries' in activity && activity.next !== undefined)
  return (
    <section className={styles.section} aria-label={t('account.activity')}>
      <Entries title={t('activity.pending')} entries={pending.slice(0, few)} />
      {groupByMonth(latest).map(({ at, entries }) => (
        <Entries key={at} title={formats.month(at, now)} entries={entries} />
      ))}
      <ActivityNotice rows={3} />
      {(isMore || pending.length > few) && (
        <Button variant="quiet" data-focus-key="activity" onClick={() => go.push(context, { view: 'Activity' })}>
          {t('activity.all')}
        </Button>
      )}
    </section>
  )
}

function Entries({ title, entries }: { title: string; entries: readonly ActivityEntry[] }) {
  if (entries.length === 0) return null
  return (
    <div>
      <h2 className={styles.month}>{title}</h2>
      <PlainList>
        {entries.map((entry) => (
          <li key={entry.key}>
            <ActivityRow entry={entry} />
          </li>
        ))}
      </PlainList>
    </div>
  )
}
