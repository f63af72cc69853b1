/**
 * Where focus goes (ux §3.3): on opening and on push to the title, unless the view has one obvious field (`data-autofocus`);
 * on back to the row that was left (`data-focus-key`).
 */
import { useAtomValue, useStore } from 'jotai'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { stackAtom } from '../router/router.ts'
import { isOpenAtom } from '../state/modal.ts'

export function useViewFocus(title: RefObject<HTMLElement | null>, view: RefObject<HTMLElement | null>): void {
  const store = useStore()
  const { steps, direction } = useAtomValue(stackAtom)
  const isOpen = useAtomValue(isOpenAtom)
  const left = useRef(new Map<number, string>())
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
    if (!isOpen || stepId === undefined) return
    const shown = view.current?.querySelector('[data-shown]') ?? view.current
    const key = direction === 'back' ? left.current.get(stepId) : undefined
    const row =
      key === undefined ? undefined : shown?.querySelector<HTMLElement>(`[data-focus-key="${CSS.escape(key)}"]`)
    const field = shown?.querySelector<HTMLElement>('[data-autofocus]')
    ;(row ?? field ?? title.current)?.focus({ preventScroll: direction !== 'back' })
  }, [isOpen, stepId, direction, title, view])
}
