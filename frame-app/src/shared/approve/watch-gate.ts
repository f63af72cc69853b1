/** Feeds the approve gate from a document, and says when its status changes and when a press counts. */
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

/** The browser's smallest interval between two looks. */
const lookEveryMs = 100

export interface GateWatch {
  /** What has to be seen whole; it contains the button and paints its own opaque ground. */
  readonly panel: HTMLElement
  readonly button: HTMLButtonElement
  readonly onChange: (status: GateStatus, wasRefused: boolean) => void
  readonly onApprove: () => void
}

/** IntersectionObserver v2 is absent in Firefox and Safari; there approvals belong into a window of their own. */
export const canSeeWhatCovers = (): boolean =>
  typeof IntersectionObserverEntry === 'function' && 'isVisible' in IntersectionObserverEntry.prototype

/** Returns the undo. */
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
    // A timer may come a little early; then it is set once more.
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

  /** What the browser knows by now counts for the press that follows. */
  const catchUp = () => {
    see(observer.takeRecords())
    look()
  }
  const early = { capture: true, signal: abort.signal }

  window.addEventListener(
    'pointermove',
    (event) => apply({ type: 'pointer', at: now(), isTrusted: event.isTrusted, place: placeOf(event) }),
    early,
  )
  document.documentElement.addEventListener(
    'pointerleave',
    (event) => {
      // A finger leaves whenever it is lifted; its story is what lets it press again.
      const isGone = event.target === document.documentElement && event.pointerType === 'mouse'
      if (isGone) apply({ type: 'leave', at: now() })
    },
    early,
  )
  window.addEventListener(
    'pointerdown',
    (event) => {
      catchUp()
      const aimed = { at: now(), isTrusted: event.isTrusted, place: placeOf(event) }
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
  // Not captured: only the events of the window itself.
  window.addEventListener('focus', () => tellFocus(true), { signal: abort.signal })
  window.addEventListener('blur', () => tellFocus(false), { signal: abort.signal })
  button.addEventListener('focus', () => apply({ type: 'focus', at: now(), hasFocus: true }), early)
  button.addEventListener('blur', () => apply({ type: 'focus', at: now(), hasFocus: false }), early)
  button.addEventListener(
    'click',
    (event) => {
      catchUp()
      // A click by key or by assistive technology names no pointer.
      const byPointer = event instanceof PointerEvent && event.pointerType !== ''
      apply({ type: 'click', by: byPointer ? 'pointer' : 'other', at: now(), isTrusted: event.isTrusted })
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

/** `trackVisibility` is what makes it version 2; the standard library of types does not know it yet. */
const seeing: IntersectionObserverInit & { trackVisibility: true; delay: number } = {
  threshold: [0, 0.5, 0.999, 1],
  trackVisibility: true,
  delay: lookEveryMs,
}

const isVisible = (entry: IntersectionObserverEntry): boolean => Reflect.get(entry, 'isVisible') === true

/** The panel as painted; the button as laid out, so that its own pressed look is no movement. */
function measure(panel: HTMLElement, button: HTMLElement): readonly number[] {
  const { x, y, width, height } = panel.getBoundingClientRect()
  const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = button
  return [x, y, width, height, offsetLeft, offsetTop, offsetWidth, offsetHeight]
}

const scaleOf = ({ devicePixelRatio, visualViewport }: Window): number =>
  devicePixelRatio * (visualViewport?.scale ?? 1)

const placeOf = ({ screenX, screenY, clientX, clientY }: PointerEvent): Place => ({
  screen: { x: screenX, y: screenY },
  client: { x: clientX, y: clientY },
})

const isWithin = (button: HTMLElement, event: Event): boolean =>
  event.target instanceof Node && button.contains(event.target)
