/**
 * All transactions of the account, by month. Only the rows near the visible part are in the document; the next page is read before
 * the end is reached, or by the button.
 */
import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../../shared/i18n/LanguageProvider.tsx'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { Note } from '../../../../shared/ui/note/Note.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { isNearEnd, scrollerOf } from '../../../kit/lists/scroller.ts'
import { type ActivityEntry, activeActivityAtom } from '../../ledger/state/activity.ts'
import { groupByMonth } from '../../ledger/state/activity-rules.ts'
import { loadMoreActivity, watchActivity } from '../activity.ts'
import { shownActivityAtom } from '../state/shown-activity.ts'
import styles from './Activity.module.css'
import { ActivityNotice } from './ActivityNotice.tsx'
import { Feed, type Line } from './Feed.tsx'

/** The next page is read this far before the end. */
const loadAheadPx = 600

export function ActivityView() {
  const context = useModal()
  const t = useAllMessages()
  const [scroller, setScroller] = useState<{ readonly current: HTMLElement }>()
  const list = useRef<VirtualizerHandle>(null)
  const activity = useAtomValue(activeActivityAtom)
  const lines = useLines()
  const next = activity && 'entries' in activity && activity.next !== undefined ? activity.more : undefined
  useEffect(() => watchActivity(context), [context])

  const loadIfNear = () => {
    if (next === 'idle' && isNearEnd(list.current, loadAheadPx)) context.scope.run(loadMoreActivity(context))
  }
  useEffect(loadIfNear)

  const findScroller = useCallback((box: HTMLElement | null) => {
    if (box) setScroller({ current: scrollerOf(box) })
  }, [])

  return (
    <div ref={findScroller} className={styles.view}>
      <Feed
        label={t('activity.title')}
        isBusy={next === 'loading'}
        lines={lines}
        list={list}
        scroller={scroller}
        onScroll={loadIfNear}
      />
      <ActivityNotice rows={7} />
      {next === 'failed' && <Note>{t('activity.more.failed')}</Note>}
      {next !== undefined && (
        <Button variant="quiet" busy={next === 'loading'} onClick={() => context.scope.run(loadMoreActivity(context))}>
          {t('activity.more')}
        </Button>
      )}
    </div>
  )
}

function useLines(): readonly Line[] {
  const t = useAllMessages()
  const { formats } = useLanguage()
  const [now] = useState(Date.now)
  const { pending, settled } = useAtomValue(shownActivityAtom)
  const toLines = (title: string, entries: readonly ActivityEntry[]): Line[] => [
    { key: title, title },
    ...entries.map((entry) => ({ key: entry.key, entry })),
  ]
  return [
    ...(pending.length > 0 ? toLines(t('activity.pending'), pending) : []),
    ...groupByMonth(settled).flatMap(({ at, entries }) => toLines(formats.month(at, now), entries)),
  ]
}
