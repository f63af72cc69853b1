/** A button that acts after it was held, with a pointer or a key: a tap by mistake, or one that a page lured, shows nothing. */
import { type KeyboardEvent, type PointerEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react'

export const holdMs = 3000

export function useHold(onHeld: () => void) {
  const [isHolding, setHolding] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const stop = () => {
    clearTimeout(timer.current)
    setHolding(false)
  }
  const start = (event: SyntheticEvent) => {
    // Only what the user did: a script can create events too.
    if (!event.nativeEvent.isTrusted) return
    stop()
    setHolding(true)
    timer.current = setTimeout(() => {
      setHolding(false)
      onHeld()
    }, holdMs)
  }
  return {
    isHolding,
    handlers: {
      onPointerDown: (event: PointerEvent) => event.button === 0 && start(event),
      onPointerUp: stop,
      onPointerLeave: stop,
      onPointerCancel: stop,
      onKeyDown(event: KeyboardEvent): void {
        if (event.key !== ' ' && event.key !== 'Enter') return
        event.preventDefault()
        if (!event.repeat) start(event)
      },
      onKeyUp: stop,
      onBlur: stop,
      // A long touch opens a menu otherwise.
      onContextMenu: (event: SyntheticEvent) => event.preventDefault(),
    },
  }
}
