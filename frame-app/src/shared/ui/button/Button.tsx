import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from '../base/classes.ts'
import { Icon, type IconName } from '../icon/Icon.tsx'
import { Spinner } from '../spinner/Spinner.tsx'
import styles from './Button.module.css'

export interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  /** `large` is 48 high and as wide as its column; `compact` fits its text and keeps a target of 44. */
  size?: 'large' | 'compact' | undefined
  icon?: IconName | undefined
  children: ReactNode
}

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'children' | 'disabled'> {
  /** Keeps its place and its focus while the work it started goes on. */
  busy?: boolean | undefined
  /** Why it cannot be pressed, in words. The button stays reachable, so that the reason can be found. */
  disabledReason?: string | undefined
}

export function Button({ busy = false, disabledReason, onClick, type = 'button', ...rest }: ButtonProps) {
  const reasonId = useId()
  const { variant = 'secondary', size = 'large', icon, className, children, ...native } = rest
  // Who says elsewhere why it cannot be pressed sets `aria-disabled` and `aria-describedby`.
  const isBlocked = busy || disabledReason !== undefined || native['aria-disabled'] === true
  return (
    <>
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
        aria-describedby={disabledReason === undefined ? native['aria-describedby'] : reasonId}
        onClick={(event) => (isBlocked ? event.preventDefault() : onClick?.(event))}
      >
        {busy ? <Spinner /> : icon && <Icon name={icon} />}
        <span className={styles.label}>{children}</span>
      </button>
      {disabledReason !== undefined && (
        <span id={reasonId} className={styles.reason}>
          {disabledReason}
        </span>
      )}
    </>
  )
}

export interface LinkButtonProps extends ButtonLook, Omit<ComponentProps<'a'>, 'children'> {
  href: string
}

/** A real anchor that looks like a button: deep links and stores must be opened by the tap itself. */
export function LinkButton({
  variant = 'secondary',
  size = 'large',
  icon,
  className,
  children,
  ...native
}: LinkButtonProps) {
  return (
    <a
      rel="noreferrer noopener"
      {...native}
      className={classes(styles.button, className)}
      data-variant={variant}
      data-size={size}
    >
      {icon && <Icon name={icon} />}
      <span className={styles.label}>{children}</span>
    </a>
  )
}
