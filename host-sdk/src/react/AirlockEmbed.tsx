/** The views inside the page. Server-rendered markup has the same size as the embed. */
import type { EmbedOptions } from '@airlock/host-sdk'
import { type ReactElement, useCallback, useEffect, useRef, useState } from 'react'
import { applyStyle } from '../ui/style.ts'
import { useHydrated, useInstance } from './hooks.ts'

export interface AirlockEmbedProps extends Pick<EmbedOptions, 'view' | 'namespace'> {
  className?: string | undefined
}

export function AirlockEmbed({ view, namespace, className = '' }: AirlockEmbedProps): ReactElement {
  const airlock = useInstance()
  const [box, setBox] = useState<HTMLElement | null>(null)
  const undo = useRef<() => void>(undefined)
  // React detaches a ref before it removes the element, so that the frame can leave the box without being reloaded.
  const place = useCallback((node: HTMLElement | null) => {
    if (!node) undo.current?.()
    applyStyle(node)
    setBox(node)
  }, [])
  useEffect(() => {
    const before = undo.current
    undo.current = box ? airlock.embed(box, { view, namespace }) : undefined
    before?.() // afterwards, so that the frame stays where it is
  }, [airlock, box, view, namespace])
  return (
    <div ref={place} className={`airlock-embed ${className}`}>
      {!useHydrated() && <svg aria-hidden="true" width="100%" height="560" />}
    </div>
  )
}
