import { useEffect, useState } from 'react'
import { Button, type ButtonLook } from '../button/Button.tsx'

export interface CopyButtonProps extends Pick<ButtonLook, 'variant'> {
  value: string
  label: string
  copiedLabel: string
  /** Lets the view show a text or a toast. */
  onCopy?: ((outcome: 'copied' | 'failed') => void) | undefined
}

const tickMs = 1500

export function CopyButton({ value, label, copiedLabel, onCopy, variant }: CopyButtonProps) {
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
  return (
    <Button icon={isCopied ? 'check' : 'copy'} variant={variant} onClick={() => void copy()}>
      {isCopied ? copiedLabel : label}
    </Button>
  )
}
