import { type ReactNode, useRef } from 'react'
import styles from './Scrim.module.css'

export interface ScrimProps {
  /** Called for a press beside the card. For the mouse only: with the keyboard, there are Escape and the close button. */
  onDismiss?: (() => void) | undefined
  children: ReactNode
}

/** Dims the page behind, with the card at a fixed place below the top, or at the bottom. */
export function Scrim({ onDismiss, children }: ScrimProps) {
  const startedHere = useRef(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse only, as said above
    <div
      className={styles.scrim}
      role="presentation"
      // A drag that starts in the card, such as selecting an address, must not close it.
      onPointerDown={(event) => {
        startedHere.current = event.target === event.currentTarget
      }}
      onClick={(event) => {
        if (startedHere.current && event.target === event.currentTarget) onDismiss?.()
      }}
    >
      {children}
    </div>
  )
}
