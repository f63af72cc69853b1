import { type ReactNode, useRef } from 'react'
import { Icon } from '../icon/Icon.tsx'
import { usePageHidden } from '../motion/use-page-hidden.ts'
import { useShake } from '../motion/use-shake.ts'
import styles from './WaitingRing.module.css'

export type RingState = 'waiting' | 'declined' | 'failed' | 'done'

export interface WaitingRingProps {
  state: RingState
  /** The icon inside, 64 px. */
  children: ReactNode
}

/** Shows a state round an icon: a sweep, a broken ring, or a full ring with a tick. A text beside it must say the same. */
export function WaitingRing({ state, children }: WaitingRingProps) {
  const box = useRef<HTMLDivElement>(null)
  const isHidden = usePageHidden()
  useShake(box, state === 'declined' || state === 'failed' ? 1 : 0)
  return (
    <div ref={box} className={styles.ring} data-state={state} data-paused={isHidden || undefined}>
      <svg className={styles.lines} viewBox="0 0 80 80" aria-hidden="true" focusable="false">
        <rect className={styles.track} x="1.5" y="1.5" width="77" height="77" rx="21" />
        <rect className={styles.sweep} x="1.5" y="1.5" width="77" height="77" rx="21" pathLength="100" />
      </svg>
      {children}
      {state !== 'waiting' && (
        <span className={styles.mark}>
          <Icon name={state === 'done' ? 'check' : state === 'declined' ? 'close' : 'warning'} size={16} />
        </span>
      )}
    </div>
  )
}
