/**
 * Draws its children once their state is prepared, still in the frame in which the view appears. A view that prepares what it reads itself
 * sees it one frame later: that frame would be empty, and the card would start to shrink.
 */
import { type ReactNode, useLayoutEffect, useState } from 'react'
import type { ModalContext } from '../../core/context.ts'
import { useModal } from '../../core/modal-context.ts'

interface PreparedProps {
  /** Ends what it has begun when the view goes. */
  begin: (context: ModalContext) => () => void
  children: ReactNode
}

export function Prepared({ begin, children }: PreparedProps) {
  const context = useModal()
  const [isPrepared, setPrepared] = useState(false)
  useLayoutEffect(() => {
    const end = begin(context)
    // oxlint-disable-next-line react/set-state-in-effect -- the second render is the point: it reads what was prepared, before anything is painted
    setPrepared(true)
    return end
  }, [begin, context])
  return isPrepared ? children : null
}
