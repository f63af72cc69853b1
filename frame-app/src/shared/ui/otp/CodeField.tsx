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
  /** Every cell is filled. */
  onComplete: (value: string) => void
  /** Keeps what was typed, and takes nothing more. */
  readOnly: boolean
  isInvalid: boolean
  /** Id of the text that says what is wrong. */
  describedBy: string | undefined
}

/** A code of digits, one cell each; typing, pasting and the phone's own filling-in go on from cell to cell. */
export function CodeField(props: CodeFieldProps) {
  const { label, cellLabel, length, value, onChange, onComplete, readOnly, isInvalid, describedBy } = props
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {/* Digits run from the left in every script. */}
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
