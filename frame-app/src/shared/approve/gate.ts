/**
 * The approve gate (T2, C48): decides from what the browser reports whether a press on Approve may count. Pure: `watch-gate.ts`
 * feeds it. Promises: only a trusted press counts, and only when for 500 ms the whole panel was visible, nothing moved, and
 * the person could aim. It defends against accidents and simple overlays; a host that masks the frame or paints an inset
 * outline over it is not noticed by any browser, so only a sign-in to that page is approved behind the gate on every host, and
 * everything else in a window of its own.
 *
 * How each way of pressing is made safe
 *  - Pointer: a frame cannot see itself being moved by its host, but pointer events carry both screen and frame positions. They
 *    have to tell one story from 500 ms before the press: a frame that jumps under a resting pointer has no story yet, one that
 *    jumps while the pointer is over it contradicts it. A finger has no story before it lands, so it presses twice.
 *  - Keyboard: a host can hand us the focus while somebody types. The button has to have had the focus for 500 ms, and the key has
 *    to go down on it: a key held down before repeats, and a repeat counts for nothing.
 *  - Assistive technology clicks without pointer or key. A key that goes down in the host would look the same in a browser that lets
 *    the host hand over the focus before the key clicks. So the frame has to have had the focus for 500 ms.
 *  - Every press that does not count starts the 500 ms again, so that drumming on a key or a button never hits.
 */

/** How long everything has to be still, and the person to be able to aim. */
export const stillMs = 500

/** Below this many device pixels per CSS pixel the panel cannot be read. */
const smallestScale = 0.5
/** Whole, but for what rounding to device pixels takes. */
const wholeRatio = 0.999
/** A press belongs to the pointer's last known position: it may be this far away, in CSS pixels. */
const pressReach = 24
/** Positions are whole pixels at least on one side. */
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

/** Everything whose change is a movement: positions and sizes of panel and button in the document. */
export type Box = readonly number[]

export type GateEvent = { readonly at: number } & (
  | { readonly type: 'sight'; readonly isVisible: boolean; readonly ratio: number }
  | { readonly type: 'geometry'; readonly box: Box; readonly scale: number }
  | { readonly type: 'page'; readonly isShown: boolean }
  | { readonly type: 'pointer'; readonly isTrusted: boolean; readonly place: Place }
  | { readonly type: 'leave' }
  /** Of the button. */
  | { readonly type: 'focus'; readonly hasFocus: boolean }
  /** Of the frame, whichever element in it has it. */
  | { readonly type: 'frame focus'; readonly hasFocus: boolean }
  | { readonly type: 'press'; readonly by: 'pointer'; readonly isTrusted: boolean; readonly place: Place }
  | { readonly type: 'press'; readonly by: 'key'; readonly isTrusted: boolean; readonly isRepeat: boolean }
  | { readonly type: 'click'; readonly by: 'pointer' | 'other'; readonly isTrusted: boolean }
)

export type GateStatus =
  /** This browser cannot tell; the caller offers a window of its own. */
  'unsupported' | 'cut' | 'covered' | 'small' | 'settling' | 'ready'

export type GateEffect = 'approve' | 'refuse'

export interface GateState {
  readonly isSupported: boolean
  readonly isShown: boolean
  readonly sight: { readonly isVisible: boolean; readonly ratio: number } | undefined
  readonly geometry: { readonly box: Box; readonly scale: number } | undefined
  /** Since when nothing has stood in the way and nothing has moved. */
  readonly calmSince: number
  /** The pointer's story: since when it is known without contradiction, and its last position. */
  readonly trail: { readonly since: number; readonly place: Place } | undefined
  readonly focusSince: number | undefined
  readonly frameFocusSince: number | undefined
  /** What went down on the button, and whether it may count when it comes up. */
  readonly press: { readonly by: 'pointer' | 'key'; readonly counts: boolean } | undefined
  /** The last press did not count, and nothing has happened since that explains it. */
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

/** When a settling gate will be ready, if nothing happens meanwhile. */
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
      // A pointer gives the button its focus between down and up; a key that is down when the focus goes is over.
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
  // Without a key, it is assistive technology or a key that went down in the host.
  return press?.by === 'key' ? press.counts : hasLasted(frameFocusSince, at)
}

const hasLasted = (since: number | undefined, at: number): boolean => since !== undefined && at - since >= stillMs

const startAnew = (state: GateState, at: number): GateState => ({ ...state, calmSince: at })

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

/** Goes on with the pointer's story, or begins a new one where it contradicts itself: then the frame has moved. */
function follow(state: GateState, place: Place, at: number): GateState {
  if (!state.trail) return { ...state, trail: { since: at, place } }
  if (isContinuous(state.trail.place, place)) return { ...state, trail: { ...state.trail, place } }
  return { ...startAnew(state, at), trail: { since: at, place } }
}

/** Could a pointer over a frame that stands still have gone this way? The zoom of page and host is not known to the frame. */
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
