/**
 * The lock as it runs: does what its states say, keeps who waits for the keys, and what a person is shown meanwhile. Promises: the keys are
 * there for who was answered; who waits hears of the end exactly once; nobody has to press before something needs the keys.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Addresses } from '@airlock/protocol/wallet-service/shapes.ts'
import { ServiceRefusal } from '../custody/service.ts'
import type { KeyWorkerEnd } from '../custody/worker-client.ts'
import { KeyWorkerError } from '../key-link/failure.ts'
import { PasskeyError } from '../passkey/passkeys.ts'
import {
  asksPerson,
  closedLock,
  type LockEffect,
  type LockEvent,
  type LockTrouble,
  next,
  type Way,
} from './lock-state.ts'

export interface LockContext {
  /** Opens the wallet in the Key Worker. `passkey` is called inside the person's press. */
  readonly open: (by: Way, signal: AbortSignal) => Promise<Addresses>
  /** Ends the Key Worker, with everything in it. */
  readonly shut: () => void
  /** Has this device a passkey for its wallet? */
  readonly hasPasskey: () => Promise<boolean>
}

/** What a person sees while the wallet is locked and something needs it. */
export interface LockScreen {
  readonly why: KeyWorkerEnd | 'person' | 'trouble'
  readonly trouble?: LockTrouble | undefined
  /** Under way. */
  readonly opening?: Way | undefined
  readonly hasPasskey: boolean
}

export interface LockControl {
  /** The addresses, once the wallet is open. `onScreen`: waits for a person where one is needed, and fails otherwise. */
  ensure(signal: AbortSignal, where: 'onScreen' | 'silently'): Promise<Addresses>
  isOpen(): boolean
  screen(): LockScreen | undefined
  subscribe(onChange: () => void): () => void
  /** Called inside the press. */
  press(by: Way): void
  /** Nobody does anything until the wallet is wanted; who waits goes unanswered no longer. */
  decline(): void
  /** Now, by a person. */
  lock(): void
  /** The Key Worker has ended by itself, and the keys with it. */
  workerEnded(why: KeyWorkerEnd): void
  /** Nobody is signed in any more: what who waits is told. */
  end(reason: AirlockError): void
}

interface Waiting {
  readonly resolve: (addresses: Addresses) => void
  readonly reject: (error: unknown) => void
  readonly isPatient: boolean
}

export function createLock(context: LockContext): LockControl {
  const listeners = new Set<() => void>()
  const waiting = new Set<Waiting>()
  let lock = closedLock
  let addresses: Addresses | undefined
  let failure: unknown
  let attempt: AbortController | undefined
  let hasPasskey = false
  let shown: LockScreen | undefined

  function apply(event: LockEvent): void {
    const [after, ...effects] = next(lock, event)
    const hasOpened = after.state.at === 'open' && lock.state.at !== 'open'
    lock = after
    for (const effect of effects) perform(effect)
    // While the Worker is there: the screen of a locked wallet is whole at once, and no Worker starts before somebody needs one.
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
      // One that was given up may come to its end after the next one.
      if (attempt === own) addresses = opened
      apply({ type: 'opened', attempt: number })
    } catch (error) {
      failure = error
      apply({ type: 'failed', attempt: number, trouble: troubleOf(error) })
    }
  }

  function tell(outcome: 'open' | 'failed' | 'ended'): void {
    for (const each of waiting) {
      // Somebody may still press.
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
    const wasShown = shown !== undefined
    shown = draw()
    if (shown && !wasShown) void look()
    for (const listener of listeners) listener()
  }

  function draw(): LockScreen | undefined {
    const { state } = lock
    const isWanted = [...waiting].some(({ isPatient }) => isPatient)
    if (!isWanted || !asksPerson(state)) return undefined
    if (state.at === 'opening') return { why: 'person', opening: state.by, hasPasskey }
    return state.at === 'closed' && state.why !== 'nobody'
      ? { why: state.why, trouble: state.trouble, hasPasskey }
      : undefined
  }

  function leave(each: Waiting, reason: unknown): void {
    if (!waiting.delete(each)) return
    each.reject(reason)
    if (waiting.size === 0) apply({ type: 'abandoned' })
    else show()
  }

  return {
    ensure(signal, where) {
      return new Promise<Addresses>((resolve, reject) => {
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
        // Only a person could open it now.
        if (!each.isPatient && asksPerson(lock.state) && lock.state.at === 'closed')
          leave(each, new AirlockError('UNAUTHORIZED'))
      })
    },
    isOpen: () => lock.state.at === 'open',
    screen: () => shown,
    subscribe(onChange) {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
    press: (by) => apply({ type: 'pressed', by }),
    decline() {
      for (const each of waiting) if (each.isPatient) leave(each, new AirlockError('USER_REJECTED'))
    },
    lock: () => apply({ type: 'locked' }),
    workerEnded: (why) => apply({ type: 'workerEnded', why }),
    end(reason) {
      addresses = undefined
      failure = reason
      apply({ type: 'ended' })
    },
  }
}

/** What a person can try again, or in another way. */
export function troubleOf(error: unknown): LockTrouble | undefined {
  if (error instanceof PasskeyError) return 'passkeyStopped'
  return error instanceof ServiceRefusal || error instanceof KeyWorkerError ? byCode[error.code] : undefined
}

const byCode: Readonly<Partial<Record<ServiceRefusal['code'] | KeyWorkerError['code'], LockTrouble>>> = {
  UNREACHABLE: 'unreachable',
  UNAVAILABLE: 'unreachable',
  WALLET_UNKNOWN: 'notStored',
  WRONG_WALLET: 'otherWallet',
  WRONG_RECOVERY: 'passkeyWrong',
  NO_WALLET: 'passkeyWrong',
}
