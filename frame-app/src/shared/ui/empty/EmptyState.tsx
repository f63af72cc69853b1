import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon/Icon.tsx'
import styles from './EmptyState.module.css'

export interface EmptyStateProps {
  icon?: IconName | undefined
  /** Instead of an icon: a picture, such as a wallet inside its ring. */
  picture?: ReactNode | undefined
  tone?: 'neutral' | 'caution' | 'negative' | undefined
  title: ReactNode
  /** `h2` under the title of a view; `h1` if the document shows nothing else. */
  heading?: 'h1' | 'h2' | undefined
  text?: ReactNode | undefined
  /** Buttons, one below another. */
  children?: ReactNode
}

/** One centred message: an empty list, an error, or a state with a picture. */
export function EmptyState({
  icon,
  picture,
  tone = 'neutral',
  title,
  heading: Heading = 'h2',
  text,
  children,
}: EmptyStateProps) {
  return (
    <div className={styles.state} data-tone={tone}>
      {picture ?? (icon && <Icon name={icon} size={32} className={styles.icon} />)}
      <div className={styles.words}>
        <Heading className={styles.title}>{title}</Heading>
        {text !== undefined && <p className={styles.text}>{text}</p>}
      </div>
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  )
}
