/**
 * The approval queue. Pure; `approvals.ts` performs its effects. Guarantees: one request is shown at a time, four wait,
 * further ones get an error. A rejection empties the queue, and for three seconds no new request is accepted. A request is signed at most
 * once, only after approval; it ends exactly once, and as `done` only if it was completed. A wallet frame has one host for its whole life,
 * so its queue belongs to that host.
 */

export const maxWaiting = 4
export const calmMs = 3000

export type Phase =
  | 'preparing'
  /** Not prepared, or waited too long: may be prepared again. */
  | 'stuck'
  | 'asking'
  /** Approved, not signed yet: may wait for unlocking and its turn, and be refreshed. */
  | 'checking'
  | 'signing'
  /** On its way to the network: no longer cancellable. Reporting an error now would make the page send it twice. */
  | 'sending'

export interface QueueState {
  readonly live: { readonly id: string; readonly phase: Phase } | undefined
  readonly waiting: readonly string[]
  /** No new requests before this time. */
  readonly calmUntil: number
}

export type QueueEvent =
  | { readonly type: 'asked'; readonly id: string; readonly at: number }
  | { readonly type: keyof typeof steps | 'done' | 'failed'; readonly id: string }
  | { readonly type: 'declined'; readonly id: string; readonly at: number }
  /** Withdrawn by the caller. */
  | { readonly type: 'withdrawn'; readonly id: string }
  /** The modal is no longer visible. */
  | { readonly type: 'closed' }

export type Outcome = 'done' | 'failed' | 'declined' | 'aborted' | 'full' | 'calm'

export type QueueEffect =
  | { readonly type: 'prepare' | 'check' | 'sign' | 'send'; readonly id: string }
  | { readonly type: 'end'; readonly id: string; readonly outcome: Outcome }

export type Step = readonly [QueueState, ...QueueEffect[]]

export const emptyQueue: QueueState = { live: undefined, waiting: [], calmUntil: 0 }

interface Move {
  readonly from: readonly Phase[]
  readonly to: Phase
  readonly does?: 'prepare' | 'check' | 'sign' | 'send'
}

/** Allowed transitions of the live request; other events are ignored. */
const steps = {
  prepared: { from: ['preparing'], to: 'asking' },
  stuck: { from: ['preparing', 'asking', 'checking'], to: 'stuck' },
  again: { from: ['stuck', 'asking'], to: 'preparing', does: 'prepare' },
  approved: { from: ['asking'], to: 'checking', does: 'check' },
  checked: { from: ['checking'], to: 'signing', does: 'sign' },
  // The wallet was locked after the check: nothing is signed.
  locked: { from: ['signing'], to: 'checking', does: 'check' },
  signed: { from: ['signing'], to: 'sending', does: 'send' },
} as const satisfies Readonly<Record<string, Move>>

export function next(state: QueueState, event: QueueEvent): Step {
  const { live, waiting } = state
  switch (event.type) {
    case 'asked':
      return take(state, event)
    case 'withdrawn': {
      if (waiting.includes(event.id))
        return [{ ...state, waiting: waiting.filter((id) => id !== event.id) }, end(event.id, 'aborted')]
      return live?.id === event.id && live.phase !== 'sending' ? follow(state, end(event.id, 'aborted')) : [state]
    }
    case 'closed': {
      const isSending = live?.phase === 'sending'
      const ended = [...(live && !isSending ? [live.id] : []), ...waiting]
      return [{ ...state, live: isSending ? live : undefined, waiting: [] }, ...ended.map((id) => end(id, 'aborted'))]
    }
    case 'declined':
      if (live?.id !== event.id || isUnderWay(live.phase)) return [state]
      return [
        { live: undefined, waiting: [], calmUntil: event.at + calmMs },
        ...[live.id, ...waiting].map((id) => end(id, 'declined')),
      ]
    case 'done':
      return live?.id === event.id && isUnderWay(live.phase) ? follow(state, end(live.id, 'done')) : [state]
    case 'failed':
      return live?.id === event.id ? follow(state, end(live.id, 'failed')) : [state]
    default: {
      const { from, to, does }: Move = steps[event.type]
      if (live?.id !== event.id || !from.includes(live.phase)) return [state]
      const after = { ...state, live: { id: live.id, phase: to } }
      return does ? [after, { type: does, id: live.id }] : [after]
    }
  }
}

function take(state: QueueState, { id, at }: { id: string; at: number }): Step {
  const { live, waiting } = state
  if (live?.id === id || waiting.includes(id)) return [state]
  if (at < state.calmUntil) return [state, end(id, 'calm')]
  if (!live) return show(state, id)
  if (waiting.length >= maxWaiting) return [state, end(id, 'full')]
  return [{ ...state, waiting: [...waiting, id] }]
}

const isUnderWay = (phase: Phase): boolean => phase === 'signing' || phase === 'sending'

const end = (id: string, outcome: Outcome): QueueEffect => ({ type: 'end', id, outcome })

const show = (state: QueueState, id: string): Step => [
  { ...state, live: { id, phase: 'preparing' } },
  { type: 'prepare', id },
]

/** The live request is over; the first waiting one takes its place. */
function follow(state: QueueState, ended: QueueEffect): Step {
  const [first, ...rest] = state.waiting
  if (first === undefined) return [{ ...state, live: undefined }, ended]
  const [after, ...effects] = show({ ...state, waiting: rest }, first)
  return [after, ended, ...effects]
}
