/**
 * Moves the focus. On opening and on push: to the title, or to the one obvious field of the view (`data-autofocus`).
 * On back: to the row that was left (`data-focus-key`). If the focused element is removed when a view changes its state: to the
 * title. If the focus stayed on the body, the next Tab would start at the top and a screen reader would lose its place.
 */
import { useAtomValue, useStore } from 'jotai'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { isOpenAtom } from '../../core/modal.ts'
import { type Stack, stackAtom } from '../../core/router/router.ts'

export interface ViewFocusProps {
  stack: Stack
  title: RefObject<HTMLElement | null>
  view: RefObject<HTMLElement | null>
}

/** Renders nothing. A separate component, so that opening renders only this and not the whole modal again. */
export function ViewFocus({ stack: { steps, direction }, title, view }: ViewFocusProps): null {
  const store = useStore()
  const isOpen = useAtomValue(isOpenAtom)
  const left = useRef(new Map<number, string>())
  const wasOpen = useRef(false)
  const stepId = steps.at(-1)?.id

  // The store notifies before React renders, while the row that is being left still has the focus.
  useEffect(() => {
    let previous = store.get(stackAtom).steps.at(-1)?.id
    return store.sub(stackAtom, () => {
      const key = document.activeElement?.getAttribute('data-focus-key')
      if (previous !== undefined && key) left.current.set(previous, key)
      previous = store.get(stackAtom).steps.at(-1)?.id
    })
  }, [store])

  useLayoutEffect(() => {
    const isOpening = !wasOpen.current
    wasOpen.current = isOpen
    if (!isOpen || stepId === undefined || isElsewhere()) return
    const shown = view.current?.querySelector('[data-shown]') ?? view.current
    const key = direction === 'back' && !isOpening ? left.current.get(stepId) : undefined
    const find = (within: ParentNode | null | undefined) =>
      key === undefined ? undefined : within?.querySelector<HTMLElement>(`[data-focus-key="${CSS.escape(key)}"]`)
    const row = find(shown) ?? find(document) // may be in the header
    const field = shown?.querySelector<HTMLElement>('[data-autofocus]')
    const target = row ?? field ?? title.current
    const take = () => {
      const there = target?.isConnected ? target : title.current
      there?.focus({ preventScroll: direction !== 'back' })
    }
    take()
    // While the host is still showing the frame, a browser may ignore `focus()`: try again in the next frame and on window focus.
    const again = () => {
      if (document.activeElement === document.body) take()
    }
    const next = requestAnimationFrame(again)
    window.addEventListener('focus', again)
    return () => {
      cancelAnimationFrame(next)
      window.removeEventListener('focus', again)
    }
  }, [isOpen, stepId, direction, title, view])

  useEffect(() => {
    let last: Element | null = null
    const onFocus = () => {
      last = document.activeElement
    }
    const observer = new MutationObserver(() => {
      if (last?.isConnected !== false || document.activeElement !== document.body || isElsewhere()) return
      title.current?.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', onFocus)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', onFocus)
      observer.disconnect()
    }
  }, [title])

  return null
}

/** An embed never takes the focus from the rest of the page. */
const isElsewhere = () => document.documentElement.hasAttribute('data-inline') && !document.hasFocus()
