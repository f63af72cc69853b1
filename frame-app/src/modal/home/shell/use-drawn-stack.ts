/**
 * The stack as it is rendered. While the code of the next view loads, the previous view stays for a moment. Showing a skeleton
 * at once would resize the card under a pointer that is already moving to the next button.
 */
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useModal } from '../../core/modal-context.ts'
import { type Stack, stackAtom } from '../../core/router/router.ts'
import { viewCode } from '../draw-view.tsx'

/** A delay that users do not notice; after it the skeleton is shown. */
const patienceMs = 300

export function useDrawnStack(): Stack {
  const { scope } = useModal()
  const stack = useAtomValue(stackAtom)
  const [drawn, setDrawn] = useState(stack)
  const next = stack.steps.at(-1)?.route.view
  // After opening or reset, the view before is unrelated and is not kept.
  const isStep = drawn !== stack && stack.direction !== 'none'
  const code = isStep && next !== undefined ? viewCode(next) : undefined
  // Set during render, as React recommends for state that follows other state.
  if (!code && drawn !== stack) setDrawn(stack)

  useEffect(() => {
    if (!code) return
    const draw = () => setDrawn(stack)
    const stop = scope.after(patienceMs, draw)
    let isCurrent = true
    const onSettled = () => {
      if (isCurrent) draw()
    }
    code.then(onSettled, onSettled) // a failed view shows its own error
    return () => {
      isCurrent = false
      stop()
    }
  }, [code, stack, scope])

  return code ? drawn : stack
}
