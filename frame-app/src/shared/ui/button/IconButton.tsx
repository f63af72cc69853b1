import type { ComponentProps } from 'react'
import { Icon, type IconName } from '../icon/Icon.tsx'
import { Spinner } from '../spinner/Spinner.tsx'
import styles from './IconButton.module.css'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'className' | 'aria-label'> {
  icon: IconName
  /** The accessible name; also the tooltip. */
  label: string
  busy?: boolean | undefined
}

export function IconButton({ icon, label, busy = false, type = 'button', ...native }: IconButtonProps) {
  return (
    <button
      title={label}
      {...native}
      type={type}
      className={styles.button}
      aria-label={label}
      aria-busy={busy || undefined}
    >
      {busy ? <Spinner /> : <Icon name={icon} />}
    </button>
  )
}
