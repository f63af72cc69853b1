import { type ReactNode, type Ref, useState } from 'react'
import { isModalOpen } from '../motion/motion.ts'
import styles from './Header.module.css'

export interface HeaderProps {
  title: string
  /** Back, help, or the network. */
  start?: ReactNode | undefined
  /** Close. */
  end?: ReactNode | undefined
  /** Lets the title take the focus when a view opens. */
  titleRef?: Ref<HTMLHeadingElement> | undefined
  /** The title is for screen readers only, and the start gets its space. */
  hideTitle?: boolean | undefined
}

/** The title changes within 120 ms: the old one fades out, the new one fades in. Tab order: start, title, end. */
export function Header({ title, start, end, titleRef, hideTitle = false }: HeaderProps) {
  const [shown, setShown] = useState({ title, hideTitle })
  const [old, setOld] = useState<string>()
  if (shown.title !== title) {
    setOld(shown.hideTitle || !isModalOpen() ? undefined : shown.title)
    setShown({ title, hideTitle })
  }
  return (
    <header className={styles.header} data-title-hidden={hideTitle || undefined}>
      <div className={styles.start}>{start}</div>
      <div className={styles.middle}>
        <h1
          key={title}
          ref={titleRef}
          tabIndex={-1}
          className={styles.title}
          data-swapped={old !== undefined || undefined}
        >
          {title}
        </h1>
        {old !== undefined && (
          <span key={old} className={styles.old} aria-hidden="true" onAnimationEnd={() => setOld(undefined)}>
            {old}
          </span>
        )}
      </div>
      <div className={styles.end}>{end}</div>
    </header>
  )
}
