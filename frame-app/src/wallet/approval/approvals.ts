/**
 * Runs approvals: performs the queue's effects, holds the state of the view, answers the page. Guarantees: a caller is
 * answered exactly once; nothing is signed after the modal has closed; what was approved is what is signed, except for
 * values that do not affect the decision (`RequestKind.renew`).
 */
import { AirlockError, type ErrorCode } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { isBlocked, needsOwnWindow } from '../decode/intent.ts'
import type { Signer } from '../signing/request.ts'
import type { Call, Prepared, Preparer, ReadyRequest } from './prepared.ts'
import { calmMs, emptyQueue, next, type Outcome, type QueueEffect, type QueueEvent, type QueueState } from './queue.ts'

/** Prepared requests are refreshed after this time: fees, nonces and simulations become stale. */
export const staleAfterMs = 120_000

export type StuckReason =
  /** No node has answered. */
  | 'network'
  /** The network would refuse it. */
  | 'wouldFail'
  | 'expired'
  /** The request was approved, but its effect would now be different. */
  | 'changed'

/** Current screen; `undefined` if nothing is asked. */
export type Screen =
  | { readonly status: 'preparing'; readonly id: string; readonly call: Call }
  | { readonly status: 'stuck'; readonly id: string; readonly call: Call; readonly reason: StuckReason }
  | {
      readonly status: 'asking' | 'checking' | 'signing' | 'sending'
      readonly id: string
      readonly prepared: Prepared
    }

export interface ApprovalsOptions {
  readonly preparerFor: (call: Call) => Preparer
  readonly signer: Signer
  /** Unlocks the wallet if needed. Called outside of a lane, because it may wait for the user. */
  readonly open: (signal: AbortSignal) => Promise<unknown>
  /** Runs work with the same name one at a time, across all tabs of the storage partition. */
  readonly alone: <T>(name: string, work: () => Promise<T>) => Promise<T>
  /** If `false`, the frame approves only a sign-in to the requesting page; everything else needs the wallet's own window. */
  readonly isHostPinned: boolean
  readonly now: () => number
  readonly randomId: () => string
  /** Runs later. @returns a function that cancels it */
  readonly wait: (ms: number, run: () => void) => () => void
}

export interface Approvals {
  /** @param by the pause after a rejection holds back pages, not the user, who may ask in the wallet itself */
  ask(call: Call, signal: AbortSignal, by?: 'page' | 'user'): Promise<Json>
  screen(): Screen | undefined
  subscribe(onChange: () => void): () => void
  /** Whether this request must be approved in a separate window. */
  needsWindow(prepared: Prepared): boolean
  /** @param where the user pressed */
  approve(id: string, where: 'frame' | 'window'): void
  decline(id: string): void
  /** Refuses a request that cannot be approved here. */
  refuse(id: string, error: AirlockError): void
  again(id: string): void
  /** The modal has closed. */
  close(): void
}

interface Open {
  readonly call: Call
  readonly resolve: (answer: Json) => void
  readonly reject: (error: AirlockError) => void
  readonly abort: AbortController
  prepared?: ReadyRequest
  /** Compared with `now`, because timers stop while a computer sleeps. */
  goodUntil?: number
  /** The wallet was locked once when it should have signed. */
  wasLocked?: boolean
  reason?: StuckReason
  /** On its way to the caller, as is `failure`. */
  answer?: Json
  failure?: AirlockError
  stopClock?: () => void
}

const codeOf: Readonly<Record<Exclude<Outcome, 'done' | 'failed'>, { code: ErrorCode; message?: string }>> = {
  declined: { code: 'USER_REJECTED' },
  aborted: { code: 'ABORTED' },
  full: { code: 'BUSY', message: 'Too many requests wait for an approval already.' },
  calm: { code: 'BUSY', message: `A request was declined a moment ago; ask again after ${calmMs / 1000} seconds.` },
}

/** Errors that a retry may fix. */
const mendable: Readonly<Partial<Record<ErrorCode, StuckReason>>> = { NETWORK: 'network', WALLET_FAILED: 'wouldFail' }

export function createApprovals(options: ApprovalsOptions): Approvals {
  const { preparerFor, isHostPinned, now, randomId, wait } = options
  const open = new Map<string, Open>()
  const listeners = new Set<() => void>()
  let queue = emptyQueue
  let shown: Screen | undefined
  const carryOut = createCarryingOut(options, {
    live: () => queue.live,
    apply,
    stick,
    stickOrFail,
    fail,
  })

  function apply(event: QueueEvent): void {
    const [after, ...effects] = next(queue, event)
    queue = after
    for (const effect of effects) perform(effect)
    shown = queue.live && draw(queue.live, open.get(queue.live.id))
    for (const listener of listeners) listener()
  }

  function perform(effect: QueueEffect): void {
    const entry = open.get(effect.id)
    if (!entry) return
    // `carryOut` signs and sends.
    if (effect.type === 'prepare') void prepare(effect.id, entry)
    else if (effect.type === 'check') void carryOut(effect.id, entry)
    else if (effect.type === 'end') finish(effect.id, entry, effect.outcome)
  }

  async function prepare(id: string, entry: Open): Promise<void> {
    // Otherwise the timer of an earlier preparation would end this one.
    entry.stopClock?.()
    try {
      const prepared = await preparerFor(entry.call).prepare(entry.call, entry.abort.signal)
      if (!open.has(id)) return
      entry.prepared = prepared
      const goodForMs = prepared.goodForMs ?? staleAfterMs
      entry.goodUntil = now() + goodForMs
      entry.stopClock = wait(goodForMs, () => stick(id, entry, 'expired'))
      apply({ type: 'prepared', id })
    } catch (error) {
      stickOrFail(id, entry, error)
    }
  }

  function stickOrFail(id: string, entry: Open, error: unknown): void {
    const reason = error instanceof AirlockError ? mendable[error.code] : undefined
    if (reason) stick(id, entry, reason)
    else fail(id, error)
  }

  function stick(id: string, entry: Open, reason: StuckReason): void {
    entry.reason = reason
    apply({ type: 'stuck', id })
  }

  function fail(id: string, error: unknown): void {
    const entry = open.get(id)
    if (!entry) return
    entry.failure = error instanceof AirlockError ? error : new AirlockError('INTERNAL', { cause: error })
    apply({ type: 'failed', id })
  }

  function finish(id: string, entry: Open, outcome: Outcome): void {
    open.delete(id)
    entry.stopClock?.()
    const { answer, failure } = entry
    if (outcome === 'done' && answer !== undefined) entry.resolve(answer)
    else if (outcome === 'done' || outcome === 'failed') entry.reject(failure ?? new AirlockError('INTERNAL'))
    else entry.reject(new AirlockError(codeOf[outcome].code, { message: codeOf[outcome].message }))
    entry.abort.abort()
  }

  const needsWindow = ({ intent }: Prepared): boolean => !isHostPinned && needsOwnWindow(intent)

  return {
    ask(call, signal, by = 'page') {
      const id = randomId()
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(new AirlockError('ABORTED'))
        const entry = { call, resolve, reject, abort: new AbortController() }
        open.set(id, entry)
        signal.addEventListener('abort', () => apply({ type: 'withdrawn', id }), { signal: entry.abort.signal })
        apply({ type: 'asked', id, at: by === 'user' ? Number.POSITIVE_INFINITY : now() })
      })
    },
    screen: () => shown,
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    needsWindow,
    approve(id, where) {
      const prepared = open.get(id)?.prepared
      // The view offers neither; this check holds if the view is bypassed.
      if (!prepared || isBlocked(prepared.intent) || (where === 'frame' && needsWindow(prepared))) return
      apply({ type: 'approved', id })
    },
    decline: (id) => apply({ type: 'declined', id, at: now() }),
    refuse: (id, error) => fail(id, error),
    again: (id) => apply({ type: 'again', id }),
    close: () => apply({ type: 'closed' }),
  }
}

function draw({ id, phase }: NonNullable<QueueState['live']>, entry: Open | undefined): Screen | undefined {
  if (!entry) return undefined
  if (phase === 'preparing') return { status: 'preparing', id, call: entry.call }
  if (phase === 'stuck') return { status: 'stuck', id, call: entry.call, reason: entry.reason ?? 'network' }
  return entry.prepared && { status: phase, id, prepared: entry.prepared }
}

/** What an approved request does to the queue. */
interface Desk {
  live(): QueueState['live']
  apply(event: QueueEvent): void
  stick(id: string, entry: Open, reason: StuckReason): void
  stickOrFail(id: string, entry: Open, error: unknown): void
  fail(id: string, error: unknown): void
}

/** Carries out a request after its approval: checks that it still holds, has it signed, and sends it. */
function createCarryingOut({ signer, open, alone, now }: ApprovalsOptions, desk: Desk) {
  async function carryOut(id: string, entry: Open): Promise<void> {
    const { prepared, abort } = entry
    if (!prepared) return desk.fail(id, new AirlockError('INTERNAL'))
    const work = async () => {
      const current = await check(id, entry, prepared)
      if (current) await sign(id, entry, current)
    }
    try {
      await open(abort.signal)
      const lane = prepared.kind.lane?.(prepared)
      await (lane === undefined ? work() : alone(lane, work))
    } catch (error) {
      desk.fail(id, error)
    }
  }

  /** The approval still stands: not closed, declined or expired while it waited. */
  const isBeingChecked = (id: string, entry: Open, approved: ReadyRequest): boolean =>
    entry.prepared === approved && desk.live()?.id === id && desk.live()?.phase === 'checking'

  /** The value to sign; `undefined` if the request is over or must be prepared again. */
  async function check(id: string, entry: Open, approved: ReadyRequest): Promise<ReadyRequest | undefined> {
    if (!isBeingChecked(id, entry, approved)) return undefined
    if (now() >= (entry.goodUntil ?? 0)) {
      desk.stick(id, entry, 'expired')
      return undefined
    }
    try {
      const { kind } = approved
      const current = kind.renew ? await kind.renew(approved, entry.abort.signal) : approved
      if (!isBeingChecked(id, entry, approved)) return undefined
      if (!current) desk.stick(id, entry, 'changed')
      return current
    } catch (error) {
      if (isBeingChecked(id, entry, approved)) desk.stickOrFail(id, entry, error)
      return undefined
    }
  }

  async function sign(id: string, entry: Open, current: ReadyRequest): Promise<void> {
    const { signal } = entry.abort
    entry.prepared = current
    desk.apply({ type: 'checked', id })
    let signed: string
    try {
      signed = await signer.sign(current.request, signal)
    } catch (error) {
      // Retries only once: a wallet that unlocks but does not sign belongs to another account.
      if (entry.wasLocked || !(error instanceof AirlockError) || error.code !== 'UNAUTHORIZED') throw error
      entry.wasLocked = true
      return desk.apply({ type: 'locked', id })
    }
    // Closed meanwhile: discard the signature.
    if (signal.aborted) return
    entry.stopClock?.()
    if (current.kind.sends?.(current)) desk.apply({ type: 'signed', id })
    entry.answer = await current.kind.finish(current, signed)
    desk.apply({ type: 'done', id })
  }

  return carryOut
}
