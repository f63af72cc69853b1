/** Calls back when the window of an element is hidden or loses the focus: somebody else may look, or another app may take a picture. */
import { type RefObject, useEffect, useEffectEvent } from 'react'

export function useHiddenAway(box: RefObject<HTMLElement | null>, onAway: () => void): void {
  const away = useEffectEvent(onAway)
  useEffect(() => {
    const page = box.current?.ownerDocument
    const view = page?.defaultView
    if (!page || !view) return
    const hide = () => away()
    page.addEventListener('visibilitychange', hide)
    view.addEventListener('blur', hide)
    return () => {
      page.removeEventListener('visibilitychange', hide)
      view.removeEventListener('blur', hide)
    }
  }, [box])
}
