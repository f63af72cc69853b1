import { type RefObject, useLayoutEffect } from 'react'
import { durationsMs, ease, motionWish } from './motion.ts'

/**
 * Animates a box to the height of its content in 150 ms. It observes the content, because views load and grow without a render of
 * the box. Runs before paint, so that the height never jumps.
 */
export function useAnimatedHeight(box: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const [outer, inner] = [box.current, content.current]
    if (!outer || !inner) return
    let settled = outer.offsetHeight
    let running: Animation | undefined
    let seen: number | undefined
    let frame = 0
    const follow = () => {
      const now = inner.offsetHeight
      if (now === seen) return
      seen = now
      const from = running ? outer.offsetHeight : settled
      running?.cancel()
      running = undefined
      delete outer.dataset.resizing
      settled = outer.offsetHeight
      // What is about to appear has its height at once: the height before is that of what was shown last.
      const isSeen = outer.checkVisibility?.({ checkOpacity: true }) ?? true
      if (Math.abs(settled - from) < 2 || motionWish() !== 'full' || !isSeen) return
      outer.dataset.resizing = ''
      const height = [`${from}px`, `${settled}px`]
      const animation = outer.animate({ height }, { duration: durationsMs.view, easing: ease })
      animation.onfinish = () => {
        if (running === animation) running = undefined
        delete outer.dataset.resizing
      }
      running = animation
    }
    const observer = new ResizeObserver(([entry]) => {
      follow()
      const told = entry?.borderBoxSize[0]?.blockSize ?? 0
      if (Math.abs(told - inner.offsetHeight) < 1) return
      // WebKit sometimes tells a height that the content no longer has. It would find the other one after this, and report a loop.
      observer.unobserve(inner)
      frame = requestAnimationFrame(observe)
    })
    const observe = () => observer.observe(inner, { box: 'border-box' })
    observe()
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      running?.cancel()
    }
  }, [box, content])
}
