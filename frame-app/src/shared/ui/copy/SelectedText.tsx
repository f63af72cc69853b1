import { useEffect, useId, useRef } from 'react'
import field from '../field/TextField.module.css'
import styles from './SelectedText.module.css'

export interface SelectedTextProps {
  label: string
  value: string
  /** Instructions; screen readers read them with the label. */
  hint: string
}

/** Text to be copied by hand: focused when it appears, and selected whenever it gets the focus. */
export function SelectedText({ label, value, hint }: SelectedTextProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => area.current?.focus(), [])
  return (
    <div className={field.field}>
      <label htmlFor={id} className={field.label}>
        {label}
      </label>
      <textarea
        ref={area}
        id={id}
        className={styles.area}
        dir="ltr"
        rows={6}
        readOnly
        spellCheck={false}
        value={value}
        aria-describedby={`${id}-hint`}
        onFocus={(event) => event.target.select()}
      />
      <p id={`${id}-hint`} className={field.label}>
        {hint}
      </p>
    </div>
  )
}
