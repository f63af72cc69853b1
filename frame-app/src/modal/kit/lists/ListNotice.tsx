/** Shown in place of a list of the account, or below it: the list is loading, has failed, does not exist, or is old. */

import { useState } from 'react'
import { toRelativeTime } from '../../../shared/format/relative-time.ts'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { Note } from '../../../shared/ui/note/Note.tsx'
import { Skeleton } from '../../../shared/ui/skeleton/Skeleton.tsx'
import styles from './ListNotice.module.css'

/** The state of a list; `undefined` if it was not requested yet. */
export type ListState =
  | { readonly status: 'loading' | 'failed' | 'unsupported' | 'ready' }
  | { readonly status: 'stale'; readonly asOf: number }
  | undefined

export interface ListNoticeProps {
  state: ListState
  /** Read to screen readers in place of the skeleton. */
  loading: string
  failed: string
  unsupported: string
  /** Rows of the skeleton, or a row of tiles. */
  rows: number | 'tiles'
  onRefresh: () => void
}

export function ListNotice({ state, loading, failed, unsupported, rows, onRefresh }: ListNoticeProps) {
  switch (state?.status) {
    case undefined:
    case 'loading':
      return (
        <output className={styles.loading} aria-busy="true" aria-label={loading}>
          {rows === 'tiles' ? <Tiles /> : <Skeleton shape="tallRow" count={rows} />}
        </output>
      )
    case 'failed':
      return <Note action={<Refresh onRefresh={onRefresh} />}>{failed}</Note>
    case 'unsupported':
      return <Note>{unsupported}</Note>
    case 'stale':
      return (
        <Note action={<Refresh onRefresh={onRefresh} />}>
          <Age key={state.asOf} at={state.asOf} />
        </Note>
      )
    case 'ready':
      return null
  }
}

/** Placeholders, laid out like tiles in a list. */
function Tiles() {
  return (
    <span className={styles.tiles}>
      {['first', 'second', 'third'].map((tile) => (
        <span key={tile} className={styles.tile}>
          <Skeleton shape="square" />
          <Skeleton shape="text" />
        </span>
      ))}
    </span>
  )
}

/** The age of a figure, fixed when it is first shown as old. */
export function Age({ at }: { at: number }) {
  const t = useAllMessages()
  const [now] = useState(Date.now)
  const { unit, count } = toRelativeTime(at, now)
  return <span>{t('account.balance.stale', { time: t(`time.past.${unit}`, { count }) })}</span>
}

/** Reads a list or a figure again. Placed beside the notice about it. */
export function Refresh({ onRefresh }: { onRefresh: () => void }) {
  const t = useAllMessages()
  return (
    <Button size="compact" variant="quiet" icon="refresh" onClick={onRefresh}>
      {t('common.refresh')}
    </Button>
  )
}
