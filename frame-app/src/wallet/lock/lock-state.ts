/**
 * The lock of the wallet as a state machine. Pure; `lock.ts` performs the effects.
 *
 *   closed ── wanted ─► opening ── opened ─► open ── workerEnded, locked ─► closed, asks the user
 *     ▲                    ├── failed ─► closed, asks the user if a retry can help
 *     │                    └── abandoned ─► closed
 *     └── ended, from everywhere
 *
 * A newly loaded document opens the wallet without a press, because its session is proof enough. After idle time or a crash of the Key
 * Worker, the user has to press. If an abandoned attempt succeeds later, the wallet is shut again and the result is ignored.
 */
import type { KeyWorkerEnd } from '../custody/worker-client.ts'

export type Way =
  /** This device's share and the service's. */
  | 'device'
  /** This device's share and a passkey, without the service. */
  | 'passkey'

/** Why a press did not open the wallet. */
export type LockTrouble =
  /** The service did not answer. */
  | 'unreachable'
  /** The user or the browser cancelled the passkey. */
  | 'passkeyStopped'
  /** The service does not have the wallet that this device knows. */
  | 'notStored'
  /** The service has another wallet for this user. */
  | 'otherWallet'
  /** This passkey belongs to another wallet. */
  | 'passkeyWrong'
  | 'failed'

export type LockState =
  | {
      readonly at: 'closed'
      /** `nobody`: no user action yet in this document; it opens without a press.  */
      readonly why: 'nobody' | KeyWorkerEnd | 'person' | 'trouble'
      readonly trouble?: LockTrouble
      /** The wallet was not locked on purpose: the next request may retry without a press. */
      readonly mayRetry?: true
    }
  | { readonly at: 'opening'; readonly by: Way; readonly attempt: number; readonly before: 'nobody' | 'person' }
  | { readonly at: 'open' }

export type LockEvent =
  /** A caller needs the keys. */
  | { readonly type: 'wanted' }
  /** No caller needs the keys any more. */
  | { readonly type: 'abandoned' }
  /** The user has pressed. */
  | { readonly type: 'pressed'; readonly by: Way }
  | { readonly type: 'opened'; readonly attempt: number }
  /** `trouble`: the user can retry. Without it, a retry cannot help. */
  | { readonly type: 'failed'; readonly attempt: number; readonly trouble?: LockTrouble | undefined }
  /** The keys are gone with their Worker. */
  | { readonly type: 'workerEnded'; readonly why: KeyWorkerEnd }
  | { readonly type: 'locked' }
  /** Signed out, forgotten or removed. */
  | { readonly type: 'ended' }

export type LockEffect =
  | { readonly type: 'open'; readonly by: Way; readonly attempt: number }
  /** The Key Worker forgets the keys and ends. */
  | { readonly type: 'shut' }
  /** Notify the callers that wait for the keys. */
  | { readonly type: 'tell'; readonly outcome: 'open' | 'failed' | 'ended' }

export interface Lock {
  readonly state: LockState
  /** Attempts so far, used as attempt numbers. */
  readonly attempts: number
}
type Next = readonly [Lock, ...LockEffect[]]

export const closedLock: Lock = { state: { at: 'closed', why: 'nobody' }, attempts: 0 }

export function next(lock: Lock, event: LockEvent): Next {
  const { state } = lock
  switch (event.type) {
    case 'wanted':
      if (state.at === 'open') return [lock, { type: 'tell', outcome: 'open' }]
      return state.at === 'closed' && (state.why === 'nobody' || state.mayRetry)
        ? attempt(lock, 'device', 'nobody')
        : [lock]
    case 'abandoned':
      // An attempt started by a press continues.
      return state.at === 'opening' && state.before === 'nobody' ? close(lock, 'nobody') : [lock]
    case 'pressed':
      return state.at === 'closed' ? attempt(lock, event.by, 'person') : [lock]
    case 'opened':
      // A stale attempt: shut the wallet that it opened, unless it is open now through another attempt.
      if (!isCurrent(state, event.attempt)) return state.at === 'closed' ? [lock, { type: 'shut' }] : [lock]
      return [
        { ...lock, state: { at: 'open' } },
        { type: 'tell', outcome: 'open' },
      ]
    case 'failed':
      return isCurrent(state, event.attempt) ? afterFailure(lock, state, event.trouble) : [lock]
    case 'workerEnded':
      return state.at === 'open' ? close(lock, event.why) : [lock]
    case 'locked':
      return state.at === 'closed' ? [lock] : close(lock, 'person')
    case 'ended':
      return [{ ...lock, state: closedLock.state }, { type: 'shut' }, { type: 'tell', outcome: 'ended' }]
  }
}

/** Whether the user must press to open the wallet. */
export const asksPerson = (state: LockState): boolean =>
  state.at === 'closed' ? state.why !== 'nobody' : state.at === 'opening' && state.before === 'person'

function attempt({ attempts }: Lock, by: Way, before: 'nobody' | 'person'): Next {
  const number = attempts + 1
  const state: LockState = { at: 'opening', by, attempt: number, before }
  return [
    { state, attempts: number },
    { type: 'open', by, attempt: number },
  ]
}

function afterFailure(lock: Lock, { before }: Opening, trouble: LockTrouble | undefined): Next {
  const isUnasked = before === 'nobody'
  const state: LockState =
    isUnasked && !trouble
      ? closedLock.state
      : { at: 'closed', why: 'trouble', trouble: trouble ?? 'failed', ...(isUnasked && { mayRetry: true }) }
  return [
    { ...lock, state },
    { type: 'tell', outcome: 'failed' },
  ]
}

const close = (lock: Lock, why: 'nobody' | KeyWorkerEnd | 'person'): Next => [
  { ...lock, state: { at: 'closed', why } },
  { type: 'shut' },
]

type Opening = Extract<LockState, { at: 'opening' }>
const isCurrent = (state: LockState, attempt: number): state is Opening =>
  state.at === 'opening' && state.attempt === attempt
