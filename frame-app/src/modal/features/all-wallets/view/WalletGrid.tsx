/**
 * A virtual grid of tiles with as many columns as fit. It is one tab stop: arrows, Home, End and the page keys reach all tiles,
 * even those that are not rendered yet.
 */
import { type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type CustomItemComponentProps, Virtualizer, type VirtualizerHandle } from 'virtua'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { nextIndex } from '../../../../shared/ui/list/next-index.ts'
import type { ListedWallet } from '../../../core/api/listed-wallet.ts'
import { isNearEnd } from '../../../kit/lists/scroller.ts'
import type { ListStatus } from '../../listing/state/listing.ts'
import styles from './AllWalletsView.module.css'
import { createScrollRest } from './scroll-rest.ts'
import { WalletLine } from './WalletLine.tsx'

/** Width of a tile with its gap, in root ems: four columns in the card, fewer where text is larger. */
const tileRem = 5.125
/** A page key moves by this many lines, about as many as are visible. */
const pageLines = 4
/** The next page is loaded this far before the end. */
const loadAheadPx = 400
/** Height of a line before it is measured. */
const linePx = 100

export interface WalletGridProps {
  label: string
  /** Identifies the list: when it changes, the grid scrolls to the top. */
  name: string
  wallets: readonly ListedWallet[]
  isBusy: boolean
  /** `undefined` if there are no more pages. */
  more: { status: ListStatus; load: () => void } | undefined
}

export function WalletGrid({ label, name, wallets, isBusy, more }: WalletGridProps) {
  const t = useAllMessages()
  const box = useRef<HTMLDivElement>(null)
  const rows = useRef<VirtualizerHandle>(null)
  const columns = useColumns(box)
  const [rest] = useState(createScrollRest)
  const [current, setCurrent] = useState({ name, index: 0 })
  const wantsFocus = useRef(false)
  const active = current.name === name ? Math.min(current.index, wallets.length - 1) : 0
  const lines = Array.from({ length: Math.ceil(wallets.length / columns) }, (_, line) =>
    wallets.slice(line * columns, (line + 1) * columns),
  )
  const activeLine = Math.floor(active / columns)

  const loadIfNear = () => {
    if (more?.status === 'ready' && isNearEnd(rows.current, loadAheadPx)) more.load()
  }
  // If the page does not fill the box, nothing can be scrolled: load the next one at once.
  useEffect(loadIfNear)

  // Keep the virtualizer: a new one would render three times before it shows anything.
  const drawn = useRef(name)
  useLayoutEffect(() => {
    if (drawn.current !== name) rows.current?.scrollTo(0)
    drawn.current = name
  }, [name])
  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    rows.current?.scrollToIndex(activeLine, { align: 'nearest' })
    box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (!(event.target instanceof HTMLElement) || event.target.dataset.index === undefined) return
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const page = { PageDown: pageLines, PageUp: -pageLines }[event.key]
    const to =
      page === undefined
        ? nextIndex(event.key, active, { count: wallets.length, orientation: 'grid', columns, rtl })
        : Math.max(active % columns, Math.min(wallets.length - 1, active + page * columns))
    if (to === undefined) return
    event.preventDefault()
    wantsFocus.current = true
    setCurrent({ name, index: to })
  }
  const onFocus = (event: FocusEvent) => {
    const index = event.target instanceof HTMLElement ? Number(event.target.dataset.index) : Number.NaN
    if (Number.isInteger(index) && index !== active) setCurrent({ name, index })
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the virtualizer's elements are between list and items
    <div
      ref={box}
      className={styles.scroller}
      role="list"
      aria-label={label}
      aria-busy={isBusy || undefined}
      data-columns={columns}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      <Virtualizer
        ref={rows}
        scrollRef={box}
        itemSize={linePx}
        keepMounted={[activeLine]}
        onScroll={() => {
          rest.onScroll()
          loadIfNear()
        }}
        onScrollEnd={rest.onScrollEnd}
        onResize={loadIfNear}
        item={Line}
      >
        {lines.map((line, at) => (
          <WalletLine
            key={line[0]?.id}
            wallets={line}
            start={at * columns}
            tabStop={at === activeLine ? active : undefined}
            setSize={more ? -1 : wallets.length}
            rest={rest}
          />
        ))}
      </Virtualizer>
      {more && (
        // biome-ignore lint/a11y/useSemanticElements: as above
        <div role="listitem" className={styles.more}>
          {more.status === 'failed' || more.status === 'offline' ? <p>{t('allWallets.failed.more')}</p> : null}
          <Button variant="quiet" busy={more.status === 'loading'} onClick={more.load}>
            {t(more.status === 'failed' || more.status === 'offline' ? 'common.tryAgain' : 'allWallets.more')}
          </Button>
        </div>
      )}
    </div>
  )
}

/**
 * Positions a line. It is visible from the start, at the position computed from its estimated height. The virtualizer would hide
 * it until it is measured, and each new line would be painted twice.
 */
function Line({ ref, style, children }: CustomItemComponentProps) {
  return (
    <div ref={ref} className={styles.line} style={{ ...style, visibility: undefined }}>
      {children}
    </div>
  )
}

function useColumns(box: React.RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(4)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
      // The last column has no gap after it.
      setColumns(Math.max(1, Math.floor((element.clientWidth + 0.5 * rem) / (tileRem * rem))))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return columns
}
