/** What only fingers need, loaded where there are some: the sheet is pulled down to close, and a field stays above the keyboard. */
import { keepFieldInView } from '../../../shared/ui/field/above-keyboard.ts'
import { durationsMs, ease, isModalOpen, motionWish } from '../../../shared/ui/motion/motion.ts'
import type { ModalContext } from '../../core/context.ts'
import { close } from '../../session/close.ts'

/** A finger that moves less has pressed. */
const slop = 8
/** Let go further down than this part of the sheet, or faster than this (px in a ms, after this way), it closes. */
const farPart = 1 / 3
const fast = { speed: 0.5, way: 24 }
/** The speed is that of the end of the movement. */
const recentMs = 80
const springMs = 200

const sheet = matchMedia('(width < 430px) and (height >= 352px)')
let stop: (() => void) | undefined

export function watchTouches(context: ModalContext): void {
  stop?.()
  const watch = new AbortController()
  stop = () => watch.abort()
  document.addEventListener('pointerdown', (down) => pull(context, down), watch)
  keepFieldInView(window, watch)
}

/** From the header only: everything else scrolls, or is pressed. */
function pull(context: ModalContext, down: PointerEvent): void {
  const header = down.target instanceof Element ? down.target.closest('header') : null
  const card = header?.closest('main')
  const { documentElement: root } = document
  if (!header || !card || !down.isPrimary || down.button !== 0) return
  if (!sheet.matches || 'inline' in root.dataset || !isModalOpen()) return
  const { pointerId, clientX, clientY } = down
  const ended = new AbortController()
  let isPulled = false
  let way = 0
  let recent = [{ at: down.timeStamp, way }]

  const end = () => {
    ended.abort()
    card.style.transform = ''
  }
  const springBack = (from: number) => {
    if (motionWish() === 'full')
      card.animate({ transform: [`translateY(${from}px)`, 'none'] }, { duration: springMs, easing: ease })
  }
  const onMove = (move: PointerEvent) => {
    if (move.pointerId !== pointerId) return
    const [across, below] = [Math.abs(move.clientX - clientX), move.clientY - clientY]
    if (!isPulled) {
      if (across > slop || below < -slop) return ended.abort()
      if (below <= slop) return
      isPulled = true
      // The press on a button under the finger is over.
      header.setPointerCapture(pointerId)
    }
    way = Math.max(0, below - slop)
    recent = [...recent.filter(({ at }) => move.timeStamp - at < recentMs), { at: move.timeStamp, way }]
    card.style.transform = way > 0 ? `translateY(${way}px)` : ''
  }
  const onUp = (up: PointerEvent) => {
    if (up.pointerId !== pointerId) return
    end()
    if (!isPulled) return
    const [first] = recent.filter(({ at }) => up.timeStamp - at < recentMs)
    const speed = first && up.timeStamp > first.at ? (way - first.way) / (up.timeStamp - first.at) : 0
    const isMeant = way > card.offsetHeight * farPart ? speed > -fast.speed : way > fast.way && speed > fast.speed
    if (!isMeant || !isModalOpen()) return springBack(way)
    // What may not be closed now shakes instead.
    if (close(context, 'user')) leave(context, card, way)
  }
  const onCancel = (cancelled: PointerEvent) => {
    if (cancelled.pointerId !== pointerId) return
    end()
    springBack(way)
  }
  const { signal } = ended
  document.addEventListener('pointermove', onMove, { signal })
  document.addEventListener('pointerup', onUp, { signal })
  document.addEventListener('pointercancel', onCancel, { signal })
}

/** Goes on while the modal fades out, and waits there until it has. */
function leave({ scope }: ModalContext, card: HTMLElement, from: number): void {
  if (motionWish() !== 'full') return
  const animation = card.animate(
    { transform: [`translateY(${from}px)`, 'translateY(100%)'] },
    { duration: durationsMs.view, easing: 'linear', fill: 'forwards' },
  )
  // Its own end may never come: the host hides the frame, and nothing is drawn.
  scope.after(durationsMs.view + 50, () => animation.cancel())
}
