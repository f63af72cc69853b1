/**
 * Where focus goes (ux §3.3): on opening and on push to the title, unless the view has one obvious field (`data-autofocus`);
 * on back to the row that was left (`data-focus-key`). When the focused button leaves a view that changes its state, to the
 * title again: on the body, the next Tab would start over and a screen reader would be nowhere.
 */
import { useAtomValue, useStore } from 'jotai'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { type Stack, stackAtom } from '../router/router.ts'
import { isOpenAtom } from '../state/modal.ts'

export interface ViewFocusProps {
  stack: Stack
  title: RefObject<HTMLElement | null>
  view: RefObject<HTMLElement | null>
}

/** Draws nothing: a component of its own, so that an opening renders this and not the whole modal, which is drawn already. */
export function ViewFocus({ stack: { steps, direction }, title, view }: ViewFocusProps): null {
  const store = useStore()
  const isOpen = useAtomValue(isOpenAtom)
  const left = useRef(new Map<number, string>())
  const wasOpen = useRef(false)
  const stepId = steps.at(-1)?.id

  // The store tells before React draws: the row that is being left still has the focus.
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
    if (!isOpen || stepId === undefined) return
    const shown = view.current?.querySelector('[data-shown]') ?? view.current
    const key = direction === 'back' && !isOpening ? left.current.get(stepId) : undefined
    const find = (within: ParentNode | null | undefined) =>
      key === undefined ? undefined : within?.querySelector<HTMLElement>(`[data-focus-key="${CSS.escape(key)}"]`)
    const row = find(shown) ?? find(document) // in the header, where it is not in the view
    const field = shown?.querySelector<HTMLElement>('[data-autofocus]')
    const target = row ?? field ?? title.current
    const take = () => {
      const there = target?.isConnected ? target : title.current
      there?.focus({ preventScroll: direction !== 'back' })
    }
    take()
    // While the page is still bringing the frame into sight, a browser may give the focus to nothing in it: once more when it is there.
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
      if (last?.isConnected !== false || document.activeElement !== document.body) return
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
