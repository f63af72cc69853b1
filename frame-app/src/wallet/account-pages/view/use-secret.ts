/**
 * Copies a secret, and removes it from the clipboard after a minute and when the view goes away. If the browser lets us read the clipboard,
 * anything that was copied since stays; if not, the clipboard is emptied: losing another text is the smaller harm.
 */
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

export const clearAfterMs = 60_000

export function useSecretCopy(box: RefObject<HTMLElement | null>) {
  const [note, setNote] = useState<'copied' | 'copyFailed' | 'cleared' | 'notCleared'>()
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; clear: () => Promise<boolean> }>(undefined)
  useEffect(
    () => () => {
      clearTimeout(pending.current?.timer)
      void pending.current?.clear()
    },
    [],
  )
  return {
    note,
    async copy(secret: string): Promise<void> {
      // The clipboard of the window that has the focus, not that of the frame that renders into it.
      const clipboard = box.current?.ownerDocument.defaultView?.navigator.clipboard
      clearTimeout(pending.current?.timer)
      if (!clipboard || !(await hasWritten(clipboard, secret))) return setNote('copyFailed')
      const clear = async () => {
        pending.current = undefined
        const held = await clipboard.readText().catch(() => undefined)
        if (held !== undefined && held !== secret) return true
        return hasWritten(clipboard, '')
      }
      const timer = setTimeout(
        () => void clear().then((done) => setNote(done ? 'cleared' : 'notCleared')),
        clearAfterMs,
      )
      pending.current = { timer, clear }
      setNote('copied')
    },
  }
}

const hasWritten = (clipboard: Clipboard, text: string): Promise<boolean> =>
  clipboard.writeText(text).then(
    () => true,
    () => false,
  )

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
