/** Decides when a press in the wallet's own window counts. */
import { useEffect, useState } from 'react'

const armedAfterMs = 700

/**
 * True once `shown` has been on screen in the focused window for 700 ms. The window may open under the pointer, and new content may replace
 * the button that was just pressed. The time starts again when the window gets the focus, which may come from the first half of a double
 * click.
 *
 * @param shown the content that the user decides on; a new value starts the time again
 * @param document of the window
 */
export function useArmed<T>(shown: T | undefined, document: Document): boolean {
  const [armedFor, setArmedFor] = useState<T>()
  useEffect(() => {
    const view = document.defaultView
    if (shown === undefined || !view) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const disarm = () => {
      clearTimeout(timer)
      setArmedFor(undefined)
    }
    const arm = () => {
      disarm()
      timer = setTimeout(() => setArmedFor(() => shown), armedAfterMs)
    }
    if (document.hasFocus()) arm()
    view.addEventListener('focus', arm)
    view.addEventListener('blur', disarm)
    return () => {
      clearTimeout(timer)
      setArmedFor(undefined)
      view.removeEventListener('focus', arm)
      view.removeEventListener('blur', disarm)
    }
  }, [shown, document])
  return shown !== undefined && armedFor === shown
}
