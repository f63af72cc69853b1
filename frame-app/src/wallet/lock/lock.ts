/**
 * Runs the lock's state machine, with its waiting callers and screen. Guarantees: after a successful answer the keys are in memory; each
 * caller is notified exactly once; the user has to press only when the keys are needed.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Addresses } from '@airlock/protocol/wallet-service/shapes.ts'
import { createShown, screenOf } from '../account-pages/shown.ts'
import { ServiceRefusal } from '../custody/service.ts'
import type { KeyWorkerEnd } from '../custody/worker-client.ts'
import { KeyWorkerError } from '../key-link/failure.ts'
import { PasskeyError } from '../recovery/passkeys.ts'
import {
  asksPerson,
  closedLock,
  type LockEffect,
  type LockEvent,
  type LockState,
  type LockTrouble,
  next,
  type Way,
} from './lock-state.ts'

export interface LockContext {
  /** Opens the wallet in the Key Worker. `passkey` is called within the user's press. */
  readonly open: (by: Way, signal: AbortSignal) => Promise<Addresses>
  /** Ends the Key Worker and everything in it. */
  readonly shut: () => void
  /** Whether this device has a passkey for its wallet. */
  readonly hasPasskey: () => Promise<boolean>
}

/** Shown while the wallet is locked and a caller needs it. */
export interface LockScreen {
  readonly why: KeyWorkerEnd | 'person' | 'trouble'
  readonly trouble?: LockTrouble | undefined
  /** How it is being opened now. */
  readonly opening?: Way | undefined
  readonly hasPasskey: boolean
}

interface Waiting {
  readonly resolve: (addresses: Addresses) => void
  readonly reject: (error: unknown) => void
  readonly isPatient: boolean
}

export type LockControl = ReturnType<typeof createLock>

export function createLock(context: LockContext) {
  const shown = createShown<LockScreen | undefined>(undefined)
  const waiting = new Set<Waiting>()
  let lock = closedLock
  let addresses: Addresses | undefined
  let failure: unknown
  let attempt: AbortController | undefined
  let hasPasskey = false

  function apply(event: LockEvent): void {
    const [after, ...effects] = next(lock, event)
    const hasOpened = after.state.at === 'open' && lock.state.at !== 'open'
    lock = after
    for (const effect of effects) perform(effect)
    // Looked up while the Worker runs, so that the lock screen is complete at once and no Worker is started just for it.
    if (hasOpened) void look()
    show()
  }

  function perform(effect: LockEffect): void {
    switch (effect.type) {
      case 'open':
        return void open(effect.by, effect.attempt)
      case 'shut':
        attempt?.abort(new AirlockError('ABORTED'))
        return context.shut()
      case 'tell':
        return tell(effect.outcome)
    }
  }

  async function open(by: Way, number: number): Promise<void> {
    const own = new AbortController()
    attempt = own
    try {
      const opened = await context.open(by, own.signal)
      // An abandoned attempt may finish after the next one.
      if (attempt === own) addresses = opened
      apply({ type: 'opened', attempt: number })
    } catch (error) {
      failure = error
      apply({ type: 'failed', attempt: number, trouble: troubleOf(error) })
    }
  }

  function tell(outcome: 'open' | 'failed' | 'ended'): void {
    for (const each of waiting) {
      // The user may still press.
      if (outcome === 'failed' && each.isPatient && asksPerson(lock.state)) continue
      waiting.delete(each)
      if (outcome === 'open' && addresses) each.resolve(addresses)
      else each.reject(failure)
    }
  }

  async function look(): Promise<void> {
    hasPasskey = await context.hasPasskey().catch(() => false)
    show()
  }

  function show(): void {
    const wasShown = shown.get() !== undefined
    const isWanted = [...waiting].some(({ isPatient }) => isPatient)
    const screen = isWanted ? draw(lock.state, hasPasskey) : undefined
    if (screen && !wasShown) void look()
    shown.set(screen)
  }

  function leave(each: Waiting, reason: unknown): void {
    if (!waiting.delete(each)) return
    each.reject(reason)
    if (waiting.size === 0) apply({ type: 'abandoned' })
    else show()
  }

  return {
    /** The addresses, once the wallet is open. `onScreen`: waits for the user if necessary; `silently`: fails instead. */
    ensure(signal: AbortSignal, where: 'onScreen' | 'silently'): Promise<Addresses> {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        const over = new AbortController()
        const done =
          <T>(tell: (value: T) => void) =>
          (value: T) => {
            over.abort()
            tell(value)
          }
        const each: Waiting = { resolve: done(resolve), reject: done(reject), isPatient: where === 'onScreen' }
        waiting.add(each)
        signal.addEventListener('abort', () => leave(each, signal.reason), { signal: over.signal })
        apply({ type: 'wanted' })
        // Only a press could open it now.
        if (!each.isPatient && asksPerson(lock.state) && lock.state.at === 'closed')
          leave(each, new AirlockError('UNAUTHORIZED'))
      })
    },
    isOpen: () => lock.state.at === 'open',
    ...screenOf(shown),
    /** Must be called during the press. */
    press: (by: Way) => apply({ type: 'pressed', by }),
    /** Rejects the waiting callers; nothing happens until the wallet is needed again. */
    decline(): void {
      for (const each of waiting) if (each.isPatient) leave(each, new AirlockError('USER_REJECTED'))
    },
    /** The user locks the wallet. */
    lock: () => apply({ type: 'locked' }),
    /** The Key Worker has ended by itself, and the keys with it. */
    workerEnded: (why: KeyWorkerEnd) => apply({ type: 'workerEnded', why }),
    /** The session has ended. @param reason for the waiting callers */
    end(reason: AirlockError): void {
      addresses = undefined
      failure = reason
      apply({ type: 'ended' })
    },
  }
}

function draw(state: LockState, hasPasskey: boolean): LockScreen | undefined {
  if (!asksPerson(state)) return undefined
  if (state.at === 'opening') return { why: 'person', opening: state.by, hasPasskey }
  return state.at === 'closed' && state.why !== 'nobody'
    ? { why: state.why, trouble: state.trouble, hasPasskey }
    : undefined
}

/** Troubles that the user can resolve by retrying or in another way. */
export function troubleOf(error: unknown): LockTrouble | undefined {
  if (error instanceof PasskeyError) return 'passkeyStopped'
  return error instanceof ServiceRefusal || error instanceof KeyWorkerError ? byCode[error.code] : undefined
}

const byCode: Readonly<Partial<Record<ServiceRefusal['code'] | KeyWorkerError['code'], LockTrouble>>> = {
  UNREACHABLE: 'unreachable',
  UNAVAILABLE: 'unreachable',
  WALLET_UNKNOWN: 'notStored',
  WRONG_WALLET: 'otherWallet',
  STALE_KEY_VERSION: 'otherWallet',
  WRONG_RECOVERY: 'passkeyWrong',
  NO_WALLET: 'passkeyWrong',
}
