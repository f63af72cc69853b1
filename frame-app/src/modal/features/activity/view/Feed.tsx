/**
 * The virtual list of transactions. It is one tab stop, and that row stays rendered wherever the list is scrolled to. The heading of a
 * month is part of its first transaction, because a feed consists of articles.
 */
import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import { type CustomItemComponentProps, Virtualizer, type VirtualizerHandle } from 'virtua'
import type { ActivityEntry } from '../../ledger/state/activity.ts'
import styles from './Activity.module.css'
import { ActivityRow } from './ActivityRow.tsx'
import { useFeedFocus } from './use-feed-focus.ts'

/** Height of a row before it is measured. */
const rowPx = 60

/** A month, or a transaction. */
export type Line =
  | { readonly key: string; readonly title: string }
  | { readonly key: string; readonly entry: ActivityEntry }

export interface FeedProps {
  label: string
  isBusy: boolean
  lines: readonly Line[]
  list: RefObject<VirtualizerHandle | null>
  /** `undefined` until the scrolling part of the card is known. */
  scroller: { readonly current: HTMLElement } | undefined
  onScroll: () => void
}

export function Feed({ label, isBusy, lines, list, scroller, onScroll }: FeedProps) {
  const box = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => toRows(lines), [lines])
  const { index, ...focus } = useFeedFocus(
    box,
    useMemo(() => rows.map(({ entry }) => entry.key), [rows]),
  )
  // A feed without articles would violate ARIA.
  const feed = rows.length > 0 && ({ role: 'feed', 'aria-label': label, 'aria-busy': isBusy } as const)
  return (
    <div ref={box} {...focus} {...feed}>
      {scroller && (
        <Virtualizer
          ref={list}
          data={rows}
          scrollRef={scroller}
          itemSize={rowPx}
          keepMounted={rows.length === 0 ? [] : [index]}
          onScroll={onScroll}
          item={VisibleLine}
        >
          {({ entry, month }: Row, at: number) => (
            <Entry key={entry.key} entry={entry} month={month} isActive={at === index} />
          )}
        </Virtualizer>
      )}
    </div>
  )
}

interface Row {
  readonly entry: ActivityEntry
  readonly month: string | undefined
}

function toRows(lines: readonly Line[]): readonly Row[] {
  const rows: Row[] = []
  let month: string | undefined
  for (const line of lines)
    if ('entry' in line) {
      rows.push({ entry: line.entry, month })
      month = undefined
    } else month = line.title
  return rows
}

function Entry({ entry, month, isActive }: Row & { isActive: boolean }) {
  const box = useRef<HTMLElement>(null)
  // Set on the element, because elsewhere the same row is a tab stop of its own.
  useLayoutEffect(() => {
    const row = box.current?.querySelector('button')
    if (row) row.tabIndex = isActive ? 0 : -1
  })
  return (
    <article ref={box}>
      {month !== undefined && <h2 className={styles.month}>{month}</h2>}
      <ActivityRow entry={entry} />
    </article>
  )
}

/** The virtualizer would hide a line until it is measured, and a hidden element cannot take the focus. */
function VisibleLine({ ref, style, children }: CustomItemComponentProps) {
  return (
    <div ref={ref} style={{ ...style, visibility: undefined }}>
      {children}
    </div>
  )
}
