import { type RefObject, useLayoutEffect, useRef } from 'react'
import { durationsMs, motionWish } from './motion.ts'

/** Shakes once each time the count grows; with reduced motion, the outline flashes instead. The caller must show a text too. */
export function useShake(target: RefObject<HTMLElement | null>, count: number): void {
  const last = useRef(count)
  useLayoutEffect(() => {
    const isNew = count > last.current
    last.current = count
    if (!isNew || !target.current) return
    const offsets = [0, -6, 6, -6, 6, -3, 0].map((shift) => `translateX(${shift}px)`)
    const isFull = motionWish() === 'full'
    const frames = isFull ? { transform: offsets } : { outline: ['2px solid var(--negative)', '2px solid transparent'] }
    target.current.animate(frames, { duration: durationsMs.shake })
  }, [target, count])
}
