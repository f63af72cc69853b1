import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'
import styles from './Chip.module.css'

export interface ChipProps extends Omit<ComponentProps<'button'>, 'children' | 'className'> {
  /** An icon or a round image. */
  start?: ReactNode | undefined
  /** Shows an arrow: the chip opens a view or a list. */
  chevron?: boolean | undefined
  /** Makes it a toggle button, for filters. */
  pressed?: boolean | undefined
  /** A small amber dot, for test networks. The text must say so too. */
  dot?: boolean | undefined
  children: ReactNode
}

export function Chip({ start, chevron, pressed, dot, type = 'button', children, ...native }: ChipProps) {
  return (
    <button {...native} type={type} className={styles.chip} aria-pressed={pressed}>
      {start}
      <span className={styles.text}>{children}</span>
      {dot && <span className={styles.dot} aria-hidden="true" />}
      {chevron && <Icon name="down" size={16} />}
    </button>
  )
}
