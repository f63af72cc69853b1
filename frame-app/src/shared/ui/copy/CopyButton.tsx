import { useEffect, useState } from 'react'
import { Button, type ButtonLook } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'

export interface CopyButtonProps extends Pick<ButtonLook, 'variant' | 'size'> {
  value: string
  label: string
  copiedLabel: string
  /** Shows only the icon; the label stays the accessible name. */
  iconOnly?: boolean | undefined
  /** Lets the view show a text or a toast. */
  onCopy?: ((outcome: 'copied' | 'failed') => void) | undefined
}

const tickMs = 1500

export function CopyButton({ value, label, copiedLabel, iconOnly = false, onCopy, variant, size }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), tickMs)
    return () => clearTimeout(timer)
  }, [isCopied])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
      onCopy?.('copied')
    } catch {
      // The host's frame may forbid the clipboard, or the document has lost focus.
      onCopy?.('failed')
    }
  }
  const icon = isCopied ? 'check' : 'copy'
  const onClick = () => void copy()
  return iconOnly ? (
    <IconButton icon={icon} label={isCopied ? copiedLabel : label} onClick={onClick} />
  ) : (
    <Button icon={icon} variant={variant} size={size} onClick={onClick}>
      {isCopied ? copiedLabel : label}
    </Button>
  )
}
