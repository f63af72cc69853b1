/** Passes the events of a document to the approve gate, and reports status changes and presses that count. */
import {
  type GateEvent,
  type GateState,
  type GateStatus,
  gateStart,
  next,
  type Place,
  readyAt,
  statusOf,
} from './gate.ts'

/** The shortest interval that browsers allow for `trackVisibility`. */
const lookEveryMs = 100

export interface GateWatch {
  /** Must be completely visible. It contains the button and has an opaque background. */
  readonly panel: HTMLElement
  readonly button: HTMLButtonElement
  readonly onChange: (status: GateStatus, wasRefused: boolean) => void
  readonly onApprove: () => void
}

/** Firefox and Safari have no IntersectionObserver v2; there, approvals need a separate window. */
export const canSeeWhatCovers = (): boolean =>
  typeof IntersectionObserverEntry === 'function' && 'isVisible' in IntersectionObserverEntry.prototype

/** @returns a function that stops watching */
export function watchGate({ panel, button, onChange, onApprove }: GateWatch): () => void {
  let state: GateState = gateStart({ isSupported: canSeeWhatCovers() })
  let told = ''
  let ripening: ReturnType<typeof setTimeout> | undefined
  let frame = 0
  const abort = new AbortController()
  const now = () => performance.now()

  const tell = () => {
    const at = now()
    const status = statusOf(state, at)
    clearTimeout(ripening)
    // A timer may fire slightly early; then it is set again.
    if (status === 'settling' && Number.isFinite(state.calmSince))
      ripening = setTimeout(tell, Math.max(1, readyAt(state) - at))
    const news = `${status} ${state.wasRefused}`
    if (news === told) return
    told = news
    onChange(status, state.wasRefused)
  }
  const apply = (event: GateEvent) => {
    const before = state
    const [after, effect] = next(state, event)
    state = after
    if (after !== before) tell()
    if (effect === 'approve') onApprove()
  }
  const look = () => apply({ type: 'geometry', at: now(), box: measure(panel, button), scale: scaleOf(window) })
  const see = (entries: readonly IntersectionObserverEntry[]) => {
    for (const entry of entries)
      apply({ type: 'sight', at: now(), isVisible: isVisible(entry), ratio: entry.intersectionRatio })
  }

  tell()
  if (!state.isSupported) return () => {}

  const observer = new IntersectionObserver(see, seeing)
  observer.observe(panel)
  const everyFrame = () => {
    look()
    frame = requestAnimationFrame(everyFrame)
  }
  everyFrame()

  /** Processes pending reports and the current geometry before a press is judged. */
  const catchUp = () => {
    see(observer.takeRecords())
    look()
  }
  const early = { capture: true, signal: abort.signal }

  window.addEventListener(
    'pointermove',
    (event) => {
      // A busy browser reports several movements as one.
      const movements = event.getCoalescedEvents()
      for (const part of movements.length > 0 ? movements : [event])
        apply({ type: 'pointer', at: timeOf(part), isTrusted: event.isTrusted, place: placeOf(part) })
    },
    early,
  )
  document.documentElement.addEventListener(
    'pointerleave',
    (event) => {
      // A finger leaves whenever it is lifted; its position is kept, so that its second press can count.
      const isGone = event.target === document.documentElement && event.pointerType === 'mouse'
      if (isGone) apply({ type: 'leave', at: now() })
    },
    early,
  )
  window.addEventListener(
    'pointerdown',
    (event) => {
      catchUp()
      const aimed = { at: timeOf(event), isTrusted: event.isTrusted, place: placeOf(event) }
      apply(isWithin(button, event) ? { type: 'press', by: 'pointer', ...aimed } : { type: 'pointer', ...aimed })
    },
    early,
  )
  button.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      catchUp()
      apply({ type: 'press', by: 'key', at: now(), isTrusted: event.isTrusted, isRepeat: event.repeat })
    },
    early,
  )
  const tellFocus = (hasFocus: boolean) => apply({ type: 'frame focus', at: now(), hasFocus })
  tellFocus(document.hasFocus())
  // Without capture, so that only events of the window itself arrive, not those of its elements.
  window.addEventListener('focus', () => tellFocus(true), { signal: abort.signal })
  window.addEventListener('blur', () => tellFocus(false), { signal: abort.signal })
  button.addEventListener('focus', () => apply({ type: 'focus', at: now(), hasFocus: true }), early)
  button.addEventListener('blur', () => apply({ type: 'focus', at: now(), hasFocus: false }), early)
  button.addEventListener(
    'click',
    (event) => {
      catchUp()
      // A click by key or by assistive technology has no pointer type.
      const byPointer = event instanceof PointerEvent && event.pointerType !== ''
      const [by, at] = byPointer ? (['pointer', timeOf(event)] as const) : (['other', now()] as const)
      apply({ type: 'click', by, at, isTrusted: event.isTrusted })
    },
    early,
  )
  document.addEventListener(
    'visibilitychange',
    () => apply({ type: 'page', at: now(), isShown: document.visibilityState === 'visible' }),
    early,
  )
  return () => {
    abort.abort()
    observer.disconnect()
    cancelAnimationFrame(frame)
    clearTimeout(ripening)
  }
}

/** `trackVisibility` selects version 2; TypeScript's DOM types do not have it yet. */
const seeing: IntersectionObserverInit & { trackVisibility: true; delay: number } = {
  threshold: [0, 0.5, 0.999, 1],
  trackVisibility: true,
  delay: lookEveryMs,
}

const isVisible = (entry: IntersectionObserverEntry): boolean => Reflect.get(entry, 'isVisible') === true

/** The panel as painted; the button as laid out, so that its pressed style does not count as a movement. */
function measure(panel: HTMLElement, button: HTMLElement): readonly number[] {
  const { x, y, width, height } = panel.getBoundingClientRect()
  const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = button
  return [x, y, width, height, offsetLeft, offsetTop, offsetWidth, offsetHeight]
}

const scaleOf = ({ devicePixelRatio, visualViewport }: Window): number =>
  devicePixelRatio * (visualViewport?.scale ?? 1)

/**
 * When the pointer did it, which may be long before a busy document hears of it: then the pointer has been here for as long as the user
 * thinks, and a press is not helped by the time that it has waited.
 */
const timeOf = ({ timeStamp }: PointerEvent): number => Math.min(timeStamp, performance.now())

const placeOf = ({ screenX, screenY, clientX, clientY }: PointerEvent): Place => ({
  screen: { x: screenX, y: screenY },
  client: { x: clientX, y: clientY },
})

const isWithin = (button: HTMLElement, event: Event): boolean =>
  event.target instanceof Node && button.contains(event.target)
