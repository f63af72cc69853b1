/**
 * The approve gate (T2, C48): decides from the browser's reports whether a press on Approve counts. Pure; `watch-gate.ts`
 * supplies the events. A press counts only if it is trusted and if, for the last 500 ms, the whole panel was visible, nothing
 * moved, and the pointer or focus was in place. This defends against accidents and simple overlays. No browser detects a host
 * that masks the frame or paints an inset outline over it. Therefore only a sign-in to that page is approved in the frame, and
 * everything else in a separate window, unless the project record pins the host.
 *
 * How each way of pressing is made safe
 *  - Pointer: a frame cannot see that its host moves it, but pointer events carry both screen and frame positions. These must be
 *    consistent for 500 ms before the press. A frame that jumps under a resting pointer has no earlier position; if it jumps while
 *    the pointer is over it, the positions contradict each other. A finger has no position before it lands, so it must press twice.
 *  - Keyboard: a host can move the focus to the frame while the user types. The button must have had the focus for 500 ms, and the
 *    key must go down on it: a key that was held down before only repeats, and repeats do not count.
 *  - Assistive technology clicks without pointer or key. A key pressed down in the host could look the same, in a browser that lets
 *    the host move the focus before the key is released. So the frame must have had the focus for 500 ms.
 *  - On a busy machine the frame hears late of everything. A pointer's events count with the time when they happened: the pointer has been
 *    there for as long as the user thinks, and a press gains nothing by waiting to be heard. All else counts from when it is heard.
 *  - Every press that does not count restarts the 500 ms, so that repeated presses never succeed.
 */

/** How long the panel must be still and visible, and the pointer or focus in place, before a press counts. */
export const stillMs = 500

/** Below this many device pixels per CSS pixel the panel cannot be read. */
const smallestScale = 0.5
/** The whole panel, except for rounding to device pixels. */
const wholeRatio = 0.999
/** Maximum distance of a press from the pointer's last known position, in CSS pixels. */
const pressReach = 24
/** Tolerance in pixels: screen or frame positions, or both, are rounded to whole pixels. */
const rounding = 3
/** Screen pixels per frame pixel: from half size to a zoom of 500 %. */
const zoom = { min: 0.5, max: 5 } as const

export interface Point {
  readonly x: number
  readonly y: number
}

/** Where an event happened, on the screen and in the frame. */
export interface Place {
  readonly screen: Point
  readonly client: Point
}

/** Positions and sizes of panel and button in the document; any change counts as a movement. */
export type Box = readonly number[]

export type GateEvent = { readonly at: number } & (
  | { readonly type: 'sight'; readonly isVisible: boolean; readonly ratio: number }
  | { readonly type: 'geometry'; readonly box: Box; readonly scale: number }
  | { readonly type: 'page'; readonly isShown: boolean }
  | { readonly type: 'pointer'; readonly isTrusted: boolean; readonly place: Place }
  | { readonly type: 'leave' }
  /** Focus of the button. */
  | { readonly type: 'focus'; readonly hasFocus: boolean }
  /** Focus of the frame, on any element in it. */
  | { readonly type: 'frame focus'; readonly hasFocus: boolean }
  | { readonly type: 'press'; readonly by: 'pointer'; readonly isTrusted: boolean; readonly place: Place }
  | { readonly type: 'press'; readonly by: 'key'; readonly isTrusted: boolean; readonly isRepeat: boolean }
  | { readonly type: 'click'; readonly by: 'pointer' | 'other'; readonly isTrusted: boolean }
)

export type GateStatus =
  /** This browser cannot detect overlays; the caller offers a separate window. */
  'unsupported' | 'cut' | 'covered' | 'small' | 'settling' | 'ready'

export type GateEffect = 'approve' | 'refuse'

export interface GateState {
  readonly isSupported: boolean
  readonly isShown: boolean
  readonly sight: { readonly isVisible: boolean; readonly ratio: number } | undefined
  readonly geometry: { readonly box: Box; readonly scale: number } | undefined
  /** The time since when there has been no obstacle and no movement. */
  readonly calmSince: number
  /** The pointer: the time since when its positions are consistent, and its last position. */
  readonly trail: { readonly since: number; readonly place: Place } | undefined
  readonly focusSince: number | undefined
  readonly frameFocusSince: number | undefined
  /** A pointer or key that is down on the button, and whether its click may count. */
  readonly press: { readonly by: 'pointer' | 'key'; readonly counts: boolean } | undefined
  /** The last press did not count, and the status has shown no other reason since. */
  readonly wasRefused: boolean
}

export const gateStart = ({ isSupported }: { isSupported: boolean }): GateState => ({
  isSupported,
  isShown: true,
  sight: undefined,
  geometry: undefined,
  calmSince: Number.POSITIVE_INFINITY,
  trail: undefined,
  focusSince: undefined,
  frameFocusSince: undefined,
  press: undefined,
  wasRefused: false,
})

export function statusOf(state: GateState, at: number): GateStatus {
  return obstacleOf(state) ?? (at - state.calmSince >= stillMs ? 'ready' : 'settling')
}

/** The time at which a settling gate becomes ready, if nothing changes. */
export const readyAt = (state: GateState): number => state.calmSince + stillMs

export function next(state: GateState, event: GateEvent): [GateState, GateEffect?] {
  const { at } = event
  switch (event.type) {
    case 'sight':
      return [settle(state, { ...state, sight: event }, at)]
    case 'page':
      return [settle(state, { ...state, isShown: event.isShown }, at)]
    case 'geometry': {
      const { box, scale } = event
      const isStill = state.geometry?.scale === scale && isSameBox(state.geometry.box, box)
      if (isStill) return [state]
      return [settle(state, { ...state, geometry: { box, scale } }, at, true)]
    }
    case 'pointer':
      return [event.isTrusted ? follow(state, event.place, at) : state]
    case 'leave':
      return [{ ...state, trail: undefined }]
    case 'focus':
      // A pointer press focuses the button between down and up, so focus keeps the press. Losing the focus cancels it.
      return [event.hasFocus ? { ...state, focusSince: at } : { ...state, focusSince: undefined, press: undefined }]
    case 'frame focus':
      return [{ ...state, frameFocusSince: event.hasFocus ? (state.frameFocusSince ?? at) : undefined }]
    case 'press': {
      if (!event.isTrusted) return [state]
      const aimed = event.by === 'key' ? state : follow(state, event.place, at)
      const isAimed =
        event.by === 'key'
          ? !event.isRepeat && hasLasted(state.focusSince, at)
          : hasLasted(aimed.trail?.since, at) && isNear(state.trail?.place, event.place)
      const counts = isAimed && statusOf(aimed, at) === 'ready'
      const press = { by: event.by, counts }
      return [counts ? { ...aimed, press } : { ...startAnew(aimed, at), press, wasRefused: true }]
    }
    case 'click': {
      if (!event.isTrusted) return [state]
      const isApproved = countsAsClick(state, event.by, at) && statusOf(state, at) === 'ready'
      const after = { ...startAnew(state, at), press: undefined, wasRefused: !isApproved }
      return [after, isApproved ? 'approve' : 'refuse']
    }
  }
}

function countsAsClick({ press, frameFocusSince }: GateState, by: 'pointer' | 'other', at: number): boolean {
  if (by === 'pointer') return press?.by === 'pointer' && press.counts
  // Without a key press here, it is assistive technology, or a key that was pressed down in the host.
  return press?.by === 'key' ? press.counts : hasLasted(frameFocusSince, at)
}

const hasLasted = (since: number | undefined, at: number): boolean => since !== undefined && at - since >= stillMs

/** What the pointer did may be reported after a later change of the panel, whose half second counts then. */
const startAnew = (state: GateState, at: number): GateState => ({
  ...state,
  calmSince: Number.isFinite(state.calmSince) ? Math.max(state.calmSince, at) : at,
})

function settle(before: GateState, after: GateState, at: number, hasMoved = false): GateState {
  const isDisturbed = hasMoved || obstacleOf(before) !== undefined || obstacleOf(after) !== undefined
  return isDisturbed ? { ...startAnew(after, at), wasRefused: false } : after
}

function obstacleOf({ isSupported, isShown, sight, geometry }: GateState): Exclude<GateStatus, 'ready'> | undefined {
  if (!isSupported) return 'unsupported'
  if (!sight || !geometry || !isShown) return 'settling'
  if (geometry.scale < smallestScale) return 'small'
  if (sight.ratio < wholeRatio) return 'cut'
  return sight.isVisible ? undefined : 'covered'
}

const isSameBox = (one: Box, other: Box): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index])

/** Adds a pointer position. If it contradicts the last one, the frame has moved, and the 500 ms start again. */
function follow(state: GateState, place: Place, at: number): GateState {
  if (!state.trail) return { ...state, trail: { since: at, place } }
  if (isContinuous(state.trail.place, place)) return { ...state, trail: { ...state.trail, place } }
  return { ...startAnew(state, at), trail: { since: at, place } }
}

/** Whether a pointer over a frame that does not move could have moved like this. The frame does not know the zoom of its host. */
function isContinuous(from: Place, to: Place): boolean {
  return (['x', 'y'] as const).every((axis) => {
    const screen = to.screen[axis] - from.screen[axis]
    const client = to.client[axis] - from.client[axis]
    const isSameWay =
      Math.sign(screen) === Math.sign(client) || Math.min(Math.abs(screen), Math.abs(client)) <= rounding
    return (
      isSameWay &&
      Math.abs(client) <= Math.abs(screen) / zoom.min + rounding &&
      Math.abs(screen) <= Math.abs(client) * zoom.max + rounding
    )
  })
}

const isNear = (last: Place | undefined, now: Place): boolean =>
  last !== undefined && Math.hypot(now.client.x - last.client.x, now.client.y - last.client.y) <= pressReach
