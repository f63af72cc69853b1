import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from '../base/classes.ts'
import hidden from '../base/VisuallyHidden.module.css'
import { Icon } from '../icon/Icon.tsx'
import styles from './TextField.module.css'

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'size'> {
  label: string
  /** The label is for screen readers only; the context of the field must make its purpose clear. */
  hideLabel?: boolean | undefined
  value: string
  onChange: (value: string) => void
  /** What is wrong and how to correct it. Shown below the field; screen readers read it with the field. */
  error?: ReactNode | undefined
  hint?: string | undefined
  start?: ReactNode | undefined
  /** A button inside the field. */
  end?: ReactNode | undefined
}

export function TextField({
  label,
  hideLabel,
  value,
  onChange,
  error,
  hint,
  start,
  end,
  className,
  id,
  ...native
}: TextFieldProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  const noteId = `${ownId}-note`
  const note = error ?? hint
  return (
    <div className={classes(styles.field, className)}>
      <label htmlFor={inputId} className={hideLabel ? hidden.hidden : styles.label}>
        {label}
      </label>
      <div className={styles.box} data-invalid={error !== undefined || undefined}>
        {start}
        <input
          autoComplete="off"
          {...native}
          id={inputId}
          className={styles.input}
          value={value}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={note === undefined ? undefined : noteId}
          onChange={(event) => onChange(event.target.value)}
        />
        {end}
      </div>
      {note !== undefined && (
        <p id={noteId} className={error === undefined ? styles.hint : styles.error}>
          {error !== undefined && <Icon name="warning" size={16} />}
          {note}
        </p>
      )}
    </div>
  )
}
