/**
 * The stack as it is drawn. A view whose code is still on its way is waited for a moment, with the one before in its place: a
 * skeleton first would resize the card under a pointer that is already on its way to the next button.
 */
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { type Stack, stackAtom } from '../router/router.ts'
import { viewCode } from '../views/registry.tsx'

/** A delay that visitors do not notice; after it the skeleton is shown. */
const patienceMs = 300

export function useDrawnStack(): Stack {
  const stack = useAtomValue(stackAtom)
  const [drawn, setDrawn] = useState(stack)
  const next = stack.steps.at(-1)?.route.view
  // An opening and a reset start with their own view: what stood there before has nothing to do with it.
  const isStep = drawn !== stack && stack.direction !== 'none'
  const code = isStep && next !== undefined ? viewCode(next) : undefined
  // During render, as React advises for state that follows another.
  if (!code && drawn !== stack) setDrawn(stack)

  useEffect(() => {
    if (!code) return
    const draw = () => setDrawn(stack)
    const timer = setTimeout(draw, patienceMs)
    let isCurrent = true
    const onSettled = () => void (isCurrent && draw())
    code.then(onSettled, onSettled) // a failed view shows its own error
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [code, stack])

  return code ? drawn : stack
}
