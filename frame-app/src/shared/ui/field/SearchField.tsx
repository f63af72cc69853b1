import { useRef } from 'react'
import { IconButton } from '../button/IconButton.tsx'
import { Icon } from '../icon/Icon.tsx'
import { TextField, type TextFieldProps } from './TextField.tsx'

export interface SearchFieldProps
  extends Pick<TextFieldProps, 'label' | 'value' | 'onChange' | 'autoFocus' | 'onKeyDown' | 'className' | 'id'> {
  /** The accessible name of the clear button. */
  clearLabel: string
}

/** The label is also the placeholder. Debouncing is up to the caller. */
export function SearchField({ label, value, onChange, clearLabel, ...native }: SearchFieldProps) {
  const box = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    box.current?.focus()
  }
  return (
    <TextField
      {...native}
      ref={box}
      type="search"
      enterKeyHint="search"
      spellCheck={false}
      label={label}
      hideLabel
      placeholder={label}
      value={value}
      onChange={onChange}
      start={<Icon name="search" />}
      end={value !== '' && <IconButton icon="close" label={clearLabel} onClick={clear} />}
    />
  )
}
