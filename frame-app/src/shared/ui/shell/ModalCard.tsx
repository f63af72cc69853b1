import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useAnimatedHeight } from '../motion/use-animated-height.ts'
import { useShake } from '../motion/use-shake.ts'
import styles from './ModalCard.module.css'

export interface ModalCardProps {
  /** Identifies the view; when it changes, the content scrolls to the top. */
  viewKey?: string | undefined
  header: ReactNode
  /** The origin line, on every view. */
  strip?: ReactNode | undefined
  /** The developers' alert. */
  alert?: ReactNode | undefined
  children: ReactNode
  /** The toaster: over the end of the content, never over the title or an action. */
  toast?: ReactNode | undefined
  /** Grows by one each time closing is refused. */
  shakes?: number | undefined
}

/** The surface of the modal: its height follows the content up to 90 % of the frame or 640, then the content scrolls. */
export function ModalCard({ viewKey, header, strip, alert, children, toast, shakes = 0 }: ModalCardProps) {
  const card = useRef<HTMLElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  useAnimatedHeight(card, content)
  useShake(card, shakes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the view changes, whatever it is
  useLayoutEffect(() => {
    if (body.current) body.current.scrollTop = 0
  }, [viewKey])
  return (
    <main ref={card} className={styles.card}>
      {header}
      {strip}
      {alert}
      <div ref={body} className={styles.body}>
        <div ref={content} className={styles.content}>
          {children}
        </div>
      </div>
      {toast !== undefined && (
        <div className={styles.toastAnchor}>
          <div className={styles.toast}>{toast}</div>
        </div>
      )}
    </main>
  )
}
