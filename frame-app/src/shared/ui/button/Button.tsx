import type { ComponentProps, ReactNode } from 'react'
import { classes } from '../base/classes.ts'
import { Icon, type IconName } from '../icon/Icon.tsx'
import { Spinner } from '../spinner/Spinner.tsx'
import styles from './Button.module.css'

export interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  /** `large` is 48 px high and as wide as its column; `compact` fits its text and keeps a target of 44 px. */
  size?: 'large' | 'compact' | undefined
  icon?: IconName | undefined
  children: ReactNode
}

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'children' | 'disabled'> {
  /** Work is in progress: presses are ignored, but the button keeps its size and focus. */
  busy?: boolean | undefined
}

export function Button({ busy = false, onClick, type = 'button', ...rest }: ButtonProps) {
  const { variant = 'secondary', size = 'large', icon, className, children, ...native } = rest
  // A caller that shows a reason sets `aria-disabled` and `aria-describedby`. The button stays focusable, so that screen readers reach it.
  const isBlocked = busy || native['aria-disabled'] === true
  return (
    <button
      {...native}
      // The element is a button whatever its type: submit buttons of forms are allowed.
      type={type}
      className={classes(styles.button, className)}
      data-variant={variant}
      data-size={size}
      data-busy={busy || undefined}
      aria-busy={busy || undefined}
      aria-disabled={isBlocked || undefined}
      onClick={(event) => (isBlocked ? event.preventDefault() : onClick?.(event))}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} />}
      <span className={styles.label}>{children}</span>
    </button>
  )
}

export interface LinkButtonProps extends Omit<ButtonLook, 'size'>, Omit<ComponentProps<'a'>, 'children' | 'className'> {
  href: string
}

/** A real anchor that looks like a button: deep links and stores must be opened by the tap itself. */
export function LinkButton({ variant = 'secondary', icon, children, ...native }: LinkButtonProps) {
  return (
    <a rel="noreferrer noopener" {...native} className={styles.button} data-variant={variant} data-size="large">
      {icon && <Icon name={icon} />}
      <span className={styles.label}>{children}</span>
    </a>
  )
}
