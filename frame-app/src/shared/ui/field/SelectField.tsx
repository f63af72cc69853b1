import { type ReactNode, useId } from 'react'
import { classes } from '../base/classes.ts'
import { Icon } from '../icon/Icon.tsx'
import styles from './SelectField.module.css'
import field from './TextField.module.css'

export interface SelectFieldProps<Value extends string> {
  label: string
  value: Value
  options: readonly { readonly value: Value; readonly label: string }[]
  onChange: (value: Value) => void
  /** Why nothing can be chosen; shown below. The field stays focusable, so that screen readers read it. */
  disabledReason?: string | undefined
  /** An icon of the chosen value. */
  start?: ReactNode | undefined
}

/** Chooses one of a few values, with the browser's own list: it works with every keyboard, screen reader and phone. */
export function SelectField<Value extends string>({
  label,
  value,
  options,
  onChange,
  disabledReason,
  start,
}: SelectFieldProps<Value>) {
  const id = useId()
  // A select cannot be read-only: the only option of a blocked one is the current value.
  const offered = disabledReason === undefined ? options : options.filter((option) => option.value === value)
  return (
    <div className={field.field}>
      <label htmlFor={id} className={field.label}>
        {label}
      </label>
      <div className={classes(field.box, styles.box)} data-blocked={disabledReason !== undefined || undefined}>
        {start}
        <select
          id={id}
          className={classes(field.input, styles.select)}
          value={value}
          aria-disabled={disabledReason !== undefined || undefined}
          aria-describedby={disabledReason === undefined ? undefined : `${id}-note`}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value)
            if (chosen) onChange(chosen.value)
          }}
        >
          {offered.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="down" size={16} className={styles.arrow} />
      </div>
      {disabledReason !== undefined && (
        <p id={`${id}-note`} className={field.hint}>
          {disabledReason}
        </p>
      )}
    </div>
  )
}
