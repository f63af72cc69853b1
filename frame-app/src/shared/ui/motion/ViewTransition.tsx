import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { durationsMs, ease, isModalOpen, motionWish } from './motion.ts'
import styles from './ViewTransition.module.css'

export interface ViewTransitionProps {
  /** Changes when another view is shown. */
  viewKey: string
  /** The direction of the movement; with `none` the old view is not kept. */
  direction: 'forward' | 'back' | 'none'
  children: ReactNode
}

interface Layer {
  key: string
  children: ReactNode
}

const shiftPx = 12

/** Cross-fades two views with a small horizontal shift. The old view is inert and removed after 150 ms. */
export function ViewTransition({ viewKey, direction, children }: ViewTransitionProps) {
  const [shown, setShown] = useState<Layer>({ key: viewKey, children })
  const [leaving, setLeaving] = useState<Layer>()
  const box = useRef<HTMLDivElement>(null)

  // Set during render, as React recommends for state that follows a prop: otherwise the old view would disappear for a frame.
  if (shown.key !== viewKey) {
    setLeaving(direction === 'none' || !isModalOpen() ? undefined : shown)
    setShown({ key: viewKey, children })
  } else if (shown.children !== children) setShown({ key: viewKey, children })

  const leavingKey = leaving?.key
  useLayoutEffect(() => {
    if (leavingKey === undefined) return
    const wish = motionWish()
    const [oldLayer, newLayer] = [
      box.current?.querySelector('[data-leaving]'),
      box.current?.querySelector('[data-shown]'),
    ]
    if (wish === 'off' || !oldLayer || !newLayer) return setLeaving(undefined)
    const mirror = document.documentElement.dir === 'rtl' ? -1 : 1
    const sign = (direction === 'back' ? -1 : 1) * mirror * (wish === 'full' ? 1 : 0)
    const options = { duration: wish === 'full' ? durationsMs.view : durationsMs.reduced, easing: ease }
    const at = (shift: number) => `translateX(${shift}px)`
    newLayer.animate({ opacity: [0, 1], transform: [at(sign * shiftPx), 'none'] }, options)
    const exit = oldLayer.animate({ opacity: [1, 0], transform: ['none', at(-sign * shiftPx)] }, options)
    exit.onfinish = () => setLeaving(undefined)
    return () => exit.cancel()
  }, [leavingKey, direction])

  const layers = leaving ? [leaving, { key: viewKey, children }] : [{ key: viewKey, children }]
  return (
    <div ref={box} className={styles.stack}>
      {layers.map((layer) => {
        const isLeaving = layer.key !== viewKey
        const mark = isLeaving ? { 'data-leaving': '', inert: true, 'aria-hidden': true } : { 'data-shown': '' }
        return (
          <div key={layer.key} className={styles.layer} {...mark}>
            {layer.children}
          </div>
        )
      })}
    </div>
  )
}
