import { OTPField } from '@base-ui/react/otp-field'
import { type Ref, useId } from 'react'
import field from '../field/TextField.module.css'
import styles from './CodeField.module.css'

export interface CodeFieldProps {
  label: string
  /** @example (place) => `Digit ${place} of 6` */
  cellLabel: (place: number) => string
  length: number
  value: string
  onChange: (value: string) => void
  /** Called when every cell is filled: also after a digit of a full code was replaced, a paste, and Enter. */
  onComplete: (value: string) => void
  /** Keeps the typed digits and accepts no more input. */
  readOnly: boolean
  isInvalid: boolean
  /** Id of the text that says what is wrong. */
  describedBy: string | undefined
  firstCell?: Ref<HTMLInputElement>
}

/** A code of digits, one cell each. Typing, pasting and autofill continue from cell to cell. */
export function CodeField(props: CodeFieldProps) {
  const { label, cellLabel, length, value, onChange, onComplete, readOnly, isInvalid, describedBy, firstCell } = props
  const id = useId()
  const isFull = value.length === length
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={field.label}>
        {label}
      </label>
      {/* Digits are left to right in every language. */}
      <OTPField.Root
        id={id}
        dir="ltr"
        className={styles.cells}
        length={length}
        value={value}
        onValueChange={(next, { reason }) => {
          onChange(next)
          // The library tells a complete code after a gap was filled and after a paste, but not when a digit of a full one is replaced.
          if (isFull && next.length === length && reason !== 'input-paste') onComplete(next)
        }}
        onValueComplete={onComplete}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && isFull && !readOnly) onComplete(value)
        }}
        readOnly={readOnly}
        aria-describedby={describedBy}
      >
        {Array.from({ length }, (_, index) => (
          <OTPField.Input
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
            key={index}
            ref={index === 0 ? firstCell : undefined}
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
