/** The calls of this end: each settles exactly once, by answer, error, deadline, abort or close. */
import { AirlockError, type ErrorCode } from '../errors.ts'
import { type ChannelLimits, limits as fixed } from '../limits.ts'
import { monotonicNow } from '../natives.ts'
import { type CallEffect, type CallEvent, type CallState, nextCall } from './call-state.ts'
import { createMemory } from './memory.ts'
import type { Outbox } from './outbox.ts'

export type Outcome = { readonly value: unknown } | { readonly error: AirlockError }

interface Call {
  readonly type: string
  readonly end: (outcome: Outcome) => void
  state: CallState
  deadline: number
  /** The page was suspended once during this call; the extra time is given only once. */
  graced: boolean
}

const failed = (code: ErrorCode): Outcome => ({ error: new AirlockError(code) })

export function createCalls(limits: ChannelLimits, outbox: Outbox, cancel: (id: string) => void) {
  const calls = new Map<string, Call>()
  const retired = createMemory(fixed.rememberedIds)
  let timer: ReturnType<typeof setTimeout> | undefined

  const effects: Readonly<Record<CallEffect, (id: string, call: Call, outcome?: Outcome) => void>> = {
    settle(id, call, outcome = failed('INTERNAL')) {
      calls.delete(id)
      retired.add(id)
      call.end(outcome)
    },
    'free place': outbox.freePlace,
    'leave queue': outbox.remove,
    'tell peer': cancel,
    'stop clock'(_, call) {
      call.deadline = Number.POSITIVE_INFINITY
      schedule()
    },
  }

  /** Ignores events that are not in the row of the call's state. */
  function happens(id: string, event: CallEvent, outcome?: Outcome): void {
    const call = calls.get(id)
    const step = call && nextCall(call.state, event)
    if (!call || !step) return
    call.state = step[0]
    for (let index = 1; index < step.length; index++) effects[step[index] as CallEffect](id, call, outcome) // as: behind the state
    if (step[0] === 'settled') outbox.drain()
  }

  function schedule(): void {
    clearTimeout(timer)
    timer = undefined
    const next = nextDeadline()
    if (next < Number.POSITIVE_INFINITY) timer = setTimeout(judge, Math.max(0, next - monotonicNow()))
  }

  function judge(): void {
    timer = undefined
    const at = monotonicNow()
    // Timers stop in suspended pages, so answers that are already on their way get more time (C52). Only once per call: in a hidden page
    // every timer is late, and each call must end.
    const until = at - nextDeadline() > fixed.suspendedMs ? at + fixed.pingAfterLoadMs : at
    for (const [id, call] of calls) {
      if (!call.graced && call.deadline < until) {
        call.graced = true
        call.deadline = until
      }
      if (call.deadline <= at) happens(id, 'due', failed('TIMEOUT'))
    }
    schedule()
  }

  const nextDeadline = () => Math.min(...Array.from(calls.values(), ({ deadline }) => deadline))

  return {
    get size(): number {
      return calls.size
    },
    /** A deadline timer is set for a waiting call. */
    get isTimed(): boolean {
      return timer !== undefined && calls.size > 0
    },
    /** The type of a call that may be answered. */
    typeOf(id: string): string | undefined {
      const call = calls.get(id)
      return call?.state === 'queued' ? undefined : call?.type
    },
    /** The call was settled recently, so a late answer is not a strike. */
    isRetired: retired.has,
    add(id: string, type: string, signal: AbortSignal | undefined, end: (outcome: Outcome) => void): void {
      const onAbort = () => happens(id, 'aborted', failed('ABORTED'))
      signal?.addEventListener('abort', onAbort)
      calls.set(id, {
        type,
        state: 'queued',
        graced: false,
        deadline: monotonicNow() + limits.deadlineMs,
        end(outcome) {
          signal?.removeEventListener('abort', onAbort)
          end(outcome)
        },
      })
      // An existing timer belongs to an older call, so it fires early enough. It is kept even if that call has been
      // answered: a timer per call would take a fifth of a small call's time.
      if (timer === undefined) schedule()
    },
    happens,
    closeAll(reason: ErrorCode): void {
      clearTimeout(timer)
      timer = undefined
      for (const id of calls.keys()) happens(id, 'closed', failed(reason))
    },
  }
}
