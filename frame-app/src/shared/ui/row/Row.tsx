import type { ComponentProps, ReactNode } from 'react'
import { classes } from '../base/classes.ts'
import { VisuallyHidden } from '../base/VisuallyHidden.tsx'
import { Icon } from '../icon/Icon.tsx'
import { Spinner } from '../spinner/Spinner.tsx'
import styles from './Row.module.css'

interface RowLook {
  /** An icon or an image, 32 px. */
  start?: ReactNode | undefined
  title: ReactNode
  /** The second line. */
  detail?: ReactNode | undefined
  /** One badge, an amount, or a short text. */
  end?: ReactNode | undefined
  chevron?: boolean | undefined
  busy?: boolean | undefined
  /** Marks the selected row with a tick; screen readers read this text. */
  selectedLabel?: string | undefined
  /** Shown as the second line. The row stays reachable, so that the reason can be read. */
  disabledReason?: string | undefined
}

export type RowProps = RowLook & Omit<ComponentProps<'button'>, keyof RowLook | 'children' | 'disabled'>
export type LinkRowProps = Omit<RowLook, 'busy' | 'selectedLabel' | 'disabledReason'> &
  Omit<ComponentProps<'a'>, keyof RowLook | 'children'> & { href: string }

/** A row of a list that is a button. */
export function Row({ start, title, detail, end, chevron, busy, selectedLabel, disabledReason, ...rest }: RowProps) {
  const { className, onClick, type = 'button', ...native } = rest
  const isBlocked = busy || disabledReason !== undefined
  const look = { start, title, detail: disabledReason ?? detail, end, chevron, busy, selectedLabel }
  return (
    <button
      {...native}
      type={type}
      className={classes(styles.row, className)}
      data-tall={look.detail !== undefined || undefined}
      data-label={typeof title === 'string' ? title : undefined}
      aria-busy={busy || undefined}
      aria-current={selectedLabel === undefined ? undefined : 'true'}
      aria-disabled={isBlocked || undefined}
      onClick={(event) => (isBlocked ? event.preventDefault() : onClick?.(event))}
    >
      <RowContent {...look} />
    </button>
  )
}

/** The same row as a real anchor, for links that leave the frame: deep links of wallets, stores, explorers. */
export function LinkRow({ start, title, detail, end, chevron, className, ...native }: LinkRowProps) {
  return (
    <a
      rel="noreferrer noopener"
      {...native}
      className={classes(styles.row, className)}
      data-tall={detail !== undefined || undefined}
      data-label={typeof title === 'string' ? title : undefined}
    >
      <RowContent {...{ start, title, detail, end, chevron }} />
    </a>
  )
}

function RowContent({ start, title, detail, end, chevron, busy, selectedLabel }: RowLook) {
  return (
    <>
      {start}
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      </span>
      {end !== undefined && <span className={styles.end}>{end}</span>}
      {busy && <Spinner />}
      {selectedLabel !== undefined && !busy && (
        <>
          <Icon name="check" className={styles.check} />
          <VisuallyHidden>{selectedLabel}</VisuallyHidden>
        </>
      )}
      {chevron && !busy && <Icon name="chevron" className={styles.chevron} />}
    </>
  )
}
