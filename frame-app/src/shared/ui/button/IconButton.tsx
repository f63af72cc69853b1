import type { ComponentProps } from 'react'
import { classes } from '../base/classes.ts'
import { Icon, type IconName } from '../icon/Icon.tsx'
import { Spinner } from '../spinner/Spinner.tsx'
import styles from './IconButton.module.css'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  icon: IconName
  /** The accessible name; also the tooltip. */
  label: string
  busy?: boolean | undefined
}

export function IconButton({ icon, label, busy = false, className, type = 'button', ...native }: IconButtonProps) {
  return (
    <button
      title={label}
      {...native}
      type={type}
      className={classes(styles.button, className)}
      aria-label={label}
      aria-busy={busy || undefined}
    >
      {busy ? <Spinner /> : <Icon name={icon} />}
    </button>
  )
}
