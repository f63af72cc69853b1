import { OTPField } from '@base-ui/react/otp-field'
import { useId } from 'react'
import styles from './CodeField.module.css'

export interface CodeFieldProps {
  label: string
  /** @example (place) => `Digit ${place} of 6` */
  cellLabel: (place: number) => string
  length: number
  value: string
  onChange: (value: string) => void
  /** Called when every cell is filled. */
  onComplete: (value: string) => void
  /** Keeps the typed digits and accepts no more input. */
  readOnly: boolean
  isInvalid: boolean
  /** Id of the text that says what is wrong. */
  describedBy: string | undefined
}

/** A code of digits, one cell each. Typing, pasting and autofill continue from cell to cell. */
export function CodeField(props: CodeFieldProps) {
  const { label, cellLabel, length, value, onChange, onComplete, readOnly, isInvalid, describedBy } = props
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {/* Digits are left to right in every language. */}
      <OTPField.Root
        id={id}
        dir="ltr"
        className={styles.cells}
        length={length}
        value={value}
        onValueChange={onChange}
        onValueComplete={onComplete}
        readOnly={readOnly}
        aria-describedby={describedBy}
      >
        {Array.from({ length }, (_, index) => (
          <OTPField.Input
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
            key={index}
            className={styles.cell}
            aria-label={index === 0 ? undefined : cellLabel(index + 1)}
            aria-invalid={isInvalid || undefined}
            data-autofocus={index === 0 || undefined}
          />
        ))}
      </OTPField.Root>
    </div>
  )
}
