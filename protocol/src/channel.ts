/**
 * A channel pairs answers with requests on one port and refuses everything else. It knows no contract by name.
 *
 * On receipt, in this order: budget, pre-walk, envelope, epoch, type, id, payload schema, handler. Refusals are counted
 * by reason; what cannot come from an honest peer strikes, and too many strikes close the port with a typed reason.
 * On sending: copy, pre-walk and limits (and the schema, where `outbound` is given), then the paced queue.
 *
 * Promises: a handler runs at most once per id and only for an accepted payload; a call settles exactly once, by
 * answer, error, deadline, abort or close; nothing thrown by a peer's message leaves `receive`.
 */
import type { Receives, Schema, Schemas } from './contracts/define.ts'
import { answerOf, Envelope, failure, success } from './envelope.ts'
import { AirlockError, type ErrorCode } from './errors.ts'
import { type ChannelLimits, limits as defaults } from './limits.ts'
import { copyOf, monotonicNow, randomId } from './natives.ts'
import { createBucket } from './pace.ts'
import { parse } from './parse.ts'
import type { Transport } from './transport.ts'
import { type WalkLimits, type WalkVerdict, walk, walkCopy } from './walk.ts'
import { fromWireError, toWireError, WireError } from './wire-error.ts'

export interface HandlerContext {
  /** Aborted by the caller's cancel, by the port's end, or by close. */
  readonly signal: AbortSignal
  /** Tells the caller that a person is being asked: suspends the deadline of a `person` contract, again every 10 s. */
  waitsForPerson(): void
}

type AnyCalls = Readonly<Record<string, { request: unknown; response: unknown }>>
type AnyPayloads = Readonly<Record<string, unknown>>
/** What `PortTypes` makes of any two tables. */
interface AnyPort {
  handles: AnyCalls
  calls: AnyCalls
  hears: AnyPayloads
  tells: AnyPayloads
}
export type Handlers<P extends Pick<AnyPort, 'handles'>> = {
  [K in keyof P['handles']]: (
    payload: P['handles'][K]['request'],
    context: HandlerContext,
  ) => P['handles'][K]['response'] | Promise<P['handles'][K]['response']>
}
export type Listeners<P extends Pick<AnyPort, 'hears'>> = { [K in keyof P['hears']]: (payload: P['hears'][K]) => void }

export type CloseCause = ErrorCode
export interface RequestOptions {
  signal?: AbortSignal | undefined
}

export interface ChannelOptions<P extends AnyPort> {
  transport: Transport
  epoch: number
  receives: Receives
  /** Names of the notifications this end sends; receiving one is a confusion of directions. */
  tells: readonly string[]
  handlers: Handlers<P>
  listeners: Listeners<P>
  personTypes: ReadonlySet<string>
  largeTypes: ReadonlySet<string>
  /** The other end's table: given where outgoing payloads are checked too (both frames). */
  outbound?: Receives | undefined
  limits?: Partial<ChannelLimits> | undefined
  /** Counts and audit; payload-free. */
  onRefusal?: ((reason: ErrorCode, type: string | undefined) => void) | undefined
  onClose?: ((reason: CloseCause) => void) | undefined
}

export interface Channel<P extends AnyPort> {
  request<K extends keyof P['calls'] & string>(
    type: K,
    payload: P['calls'][K]['request'],
    options?: RequestOptions,
  ): Promise<P['calls'][K]['response']>
  notify<K extends keyof P['tells'] & string>(type: K, payload: P['tells'][K]): void
  /** Rejects every pending call with `reason`, aborts handlers, closes the port. Idempotent. */
  close(reason: CloseCause): void
  /** Everything that must be back at zero when nothing is under way. A timer that nobody waits for is not counted: it rings once, at most a deadline later. */
  readonly pending: { calls: number; handlers: number; queued: number; timers: number }
}

interface Call {
  readonly type: string
  /** False while the request still waits in the queue. */
  sent: boolean
  readonly settle: (outcome: { ok: true; value: unknown } | { ok: false; error: AirlockError }) => void
  deadline: number
  /** The page was suspended once while this call waited; the second late timer judges. */
  graced: boolean
}

interface Running {
  /** Built for the first handler that looks at its signal; most never do. */
  abort: AbortController | undefined
  ended: AirlockError | undefined
  beat: ReturnType<typeof setInterval> | undefined
}

interface Outgoing {
  readonly id: string | undefined
  readonly isRequest: boolean
  readonly message: Envelope
}

export function createChannel<P extends AnyPort>(options: ChannelOptions<P>): Channel<P> {
  const { transport, epoch, receives, personTypes, largeTypes, outbound } = options
  const limits = { ...defaults, ...options.limits }
  const handlers = options.handlers as unknown as Record<string, (payload: unknown, context: HandlerContext) => unknown> // keys are looked up by own property
  const listeners = options.listeners as unknown as Record<string, (payload: unknown) => void> // same

  const calls = new Map<string, Call>()
  const running = new Map<string, Running>()
  const seen = createMemory(limits.rememberedIds)
  const retired = createMemory(limits.rememberedIds)
  const incoming = createBucket(limits.rate, limits.burst, monotonicNow)
  // Nine tenths of what the peer allows: two clocks never agree.
  const outgoing = createBucket(limits.rate * 0.9, limits.burst * 0.9, monotonicNow)
  const queue: Outgoing[] = []
  const nextId = createIds()
  let unanswered = 0
  let strikes = 0
  let unreadable = 0
  let closed: CloseCause | undefined
  let deadlineTimer: ReturnType<typeof setTimeout> | undefined
  let drainTimer: ReturnType<typeof setTimeout> | undefined

  transport.listen(
    (data, hasPorts) => {
      try {
        receive(data, hasPorts)
      } catch {
        refuse('INTERNAL', undefined)
      }
    },
    () => {
      if (closed) return
      refuse('UNREADABLE', undefined)
      if (++unreadable >= limits.unreadable) close('UNREADABLE')
    },
  )

  return {
    request,
    notify,
    close,
    get pending() {
      return {
        calls: calls.size,
        handlers: running.size,
        queued: queue.length,
        timers: Number(deadlineTimer !== undefined && calls.size > 0) + Number(drainTimer !== undefined),
      }
    },
  }

  // Receiving -------------------------------------------------------------------------------------------------------

  function receive(data: unknown, hasPorts: boolean): void {
    if (closed) return
    if (!incoming.take()) return end('FLOOD')
    if (hasPorts) return strike('BAD_SHAPE', undefined)
    const type = typeOf(data)
    const verdict = walk(data, walkLimits(type))
    if (verdict === 'TOO_LARGE') return end(verdict, type)
    if (verdict !== 'ok') return strike(verdict, type)
    const parsed = parse(Envelope, data)
    if (!parsed.ok) return strike('BAD_SHAPE', type)
    if (parsed.value.epoch !== epoch) return strike('STALE_EPOCH', type)
    dispatch(parsed.value)
  }

  function dispatch({ id, type, payload }: Envelope): void {
    const answer = answerOf(type)
    if (type === 'BYE') return close('PEER_GONE') // the reason is for people who read traffic
    if (type === 'PROGRESS' || type === 'CANCEL') {
      if (id === undefined || Object.keys(payload).length > 0) return strike('BAD_SHAPE', type)
      return type === 'CANCEL' ? cancelled(id) : progressed(id)
    }
    if (answer) return id === undefined ? strike('BAD_SHAPE', type) : answered(id, answer, payload)
    const request = own(receives.requests, type)
    if (request) return id === undefined ? strike('BAD_SHAPE', type) : handle(id, type, request, payload)
    const notification = own(receives.notifications, type)
    if (notification) {
      const heard = id === undefined ? parse(notification, payload) : undefined
      if (!heard?.ok) return strike('BAD_SHAPE', type)
      try {
        listeners[type]?.(heard.value)
      } catch {
        refuse('INTERNAL', type) // our own listener failed; the peer is not to blame
      }
      return
    }
    if (own(receives.answers, type) || options.tells.includes(type)) return strike('WRONG_DIRECTION', type)
    end('UNKNOWN_TYPE', type)
  }

  function handle(id: string, type: string, schema: Schema, payload: unknown): void {
    // An id in flight counts even after 4096 newer ones have pushed it out of the memory.
    if (running.has(id) || !seen.add(id)) return strike('DUPLICATE_ID', type)
    const request = parse(schema, payload)
    if (!request.ok) {
      strike('BAD_SHAPE', type)
      return reply(id, type, failure, toWireError(new AirlockError('BAD_SHAPE', { message: `${type}: ${request.at}` })))
    }
    if (running.size >= limits.inFlight) {
      refuse('BUSY', type)
      return reply(id, type, failure, toWireError(new AirlockError('BUSY')))
    }
    const entry: Running = { abort: undefined, ended: undefined, beat: undefined }
    running.set(id, entry)
    const waitsForPerson = () => {
      if (!personTypes.has(type) || entry.beat !== undefined || running.get(id) !== entry) return
      const beat = () => enqueue({ id, isRequest: false, message: { id, epoch, type: 'PROGRESS', payload: {} } })
      entry.beat = setInterval(beat, limits.progressEveryMs)
      beat()
    }
    const finish = (ending: typeof success | typeof failure, result: unknown) => {
      if (entry.beat !== undefined) clearInterval(entry.beat)
      if (running.get(id) !== entry) return
      running.delete(id)
      reply(id, type, ending, result)
    }
    Promise.resolve()
      .then(() => handlers[type]?.(request.value, contextOf(entry, waitsForPerson)))
      .then(
        (result) => finish(success, result ?? {}),
        (thrown: unknown) => finish(failure, toWireError(thrown)),
      )
  }

  function answered(id: string, { of, ok }: { of: string; ok: boolean }, payload: unknown): void {
    const call = calls.get(id)
    if (!call) return retired.has(id) ? refuse('UNKNOWN_ID', of) : strike('UNKNOWN_ID', of)
    if (call.type !== of) {
      strike('TYPE_MISMATCH', of)
      return settle(id, { ok: false, error: new AirlockError('TYPE_MISMATCH') })
    }
    const schema = ok ? own(receives.answers, of) : WireError
    const answer = schema ? parse(schema, payload) : undefined
    if (!answer?.ok) {
      strike('BAD_SHAPE', of)
      return settle(id, { ok: false, error: new AirlockError('BAD_SHAPE') })
    }
    settle(id, ok ? { ok, value: answer.value } : { ok, error: fromWireError(answer.value as WireError) })
  }

  function progressed(id: string): void {
    const call = calls.get(id)
    if (!call) return retired.has(id) ? undefined : strike('UNKNOWN_ID', 'PROGRESS')
    if (!personTypes.has(call.type)) return strike('BAD_SHAPE', 'PROGRESS')
    call.deadline = Number.POSITIVE_INFINITY
    schedule()
  }

  function cancelled(id: string): void {
    const entry = running.get(id)
    if (!entry) return // already answered, or never arrived: cancelling twice is harmless
    clearInterval(entry.beat)
    running.delete(id)
    abort(entry, new AirlockError('ABORTED'))
  }

  function strike(reason: ErrorCode, type: string | undefined): void {
    refuse(reason, type)
    if (++strikes > limits.strikes) end('PROTOCOL_VIOLATION')
  }

  function refuse(reason: ErrorCode, type: string | undefined): void {
    try {
      options.onRefusal?.(reason, type)
    } catch {
      // Counting must not keep a port open that has to close.
    }
  }

  function end(reason: ErrorCode, type?: string): void {
    refuse(reason, type)
    close(reason)
  }

  // Sending ---------------------------------------------------------------------------------------------------------

  function request(type: string, payload: unknown, { signal }: RequestOptions = {}): Promise<never> {
    return new Promise((resolve, reject) => {
      if (closed) throw new AirlockError(closed)
      if (signal?.aborted) throw new AirlockError('ABORTED')
      if (queue.length >= limits.queue) throw new AirlockError('BUSY')
      const id = nextId()
      const message = prepare({ id, epoch, type, payload: payload as Envelope['payload'] }, outbound?.requests, type)
      const onAbort = () => abandon(id, 'ABORTED')
      calls.set(id, {
        type,
        sent: false,
        graced: false,
        deadline: monotonicNow() + limits.deadlineMs,
        settle(outcome) {
          signal?.removeEventListener('abort', onAbort)
          if (outcome.ok)
            resolve(outcome.value as never) // parsed by the answer's schema
          else reject(outcome.error)
        },
      })
      signal?.addEventListener('abort', onAbort)
      // A timer that stands is for an older call, hence not too late for this one. It stands although that call has been
      // answered: to set and clear one for each call would take a fifth of a small call's time.
      if (deadlineTimer === undefined) schedule()
      enqueue({ id, isRequest: true, message })
    })
  }

  function notify(type: string, payload: unknown): void {
    if (closed) return
    if (queue.length >= limits.queue) throw new AirlockError('BUSY')
    const message = prepare({ epoch, type, payload: payload as Envelope['payload'] }, outbound?.notifications, type)
    enqueue({ id: undefined, isRequest: false, message })
  }

  function reply(id: string, type: string, ending: typeof success | typeof failure, result: unknown): void {
    if (closed) return
    // Our own queue is bounded by `request` and `notify`; only a peer that outruns its answers gets it this far.
    if (queue.length >= limits.queue * 2) return end('FLOOD', type)
    const answer = (suffix: string, payload: unknown): Envelope => ({
      id,
      epoch,
      type: type + suffix,
      payload: payload as Envelope['payload'],
    })
    let message: Envelope
    try {
      message = prepare(answer(ending, result), ending === success ? outbound?.answers : undefined, type)
    } catch (problem) {
      message = answer(failure, toWireError(problem))
    }
    enqueue({ id, isRequest: false, message })
  }

  /**
   * The rules that hold for what leaves this end, applied to the copy that will leave: a getter cannot answer twice, and
   * what the caller changes while the message waits in the queue does not slip through.
   * @throws {AirlockError} and then nothing is sent
   */
  function prepare(message: Envelope, schemas: Schemas | undefined, type: string): Envelope {
    const { verdict, copy } = copied(message, walkLimits(type))
    if (verdict !== 'ok') throw new AirlockError(verdict === 'BAD_SHAPE' ? 'SEND_FAILED' : verdict)
    const parsed = parse((schemas && own(schemas, type)) ?? Envelope.shape.payload, copy.payload)
    if (!parsed.ok) throw new AirlockError('SEND_FAILED', { message: `${type}: ${parsed.at}` })
    return copy
  }

  function enqueue(entry: Outgoing): void {
    if (closed) return
    queue.push(entry)
    drain()
  }

  function drain(): void {
    if (drainTimer !== undefined) return
    for (let index = 0; index < queue.length; ) {
      const entry = queue[index] as Outgoing // index < length
      // A request waits for a free place; what is behind it may be an answer and passes.
      if (entry.isRequest && unanswered >= limits.inFlight) {
        index++
        continue
      }
      if (!outgoing.take()) {
        drainTimer = setTimeout(() => {
          drainTimer = undefined
          drain()
        }, outgoing.wait())
        return
      }
      queue.splice(index, 1)
      post(entry)
    }
  }

  function post(entry: Outgoing): void {
    const call = entry.isRequest && entry.id ? calls.get(entry.id) : undefined
    if (call) {
      call.sent = true
      unanswered++
    }
    try {
      transport.send(entry.message)
    } catch {
      if (entry.isRequest && entry.id) settle(entry.id, { ok: false, error: new AirlockError('SEND_FAILED') })
    }
  }

  // Deadlines and the end -------------------------------------------------------------------------------------------

  function settle(id: string, outcome: Parameters<Call['settle']>[0]): void {
    const call = calls.get(id)
    if (!call) return
    calls.delete(id)
    if (call.sent) unanswered--
    else removeQueued(id)
    retired.add(id)
    call.settle(outcome)
    if (!closed) drain()
  }

  function schedule(): void {
    clearTimeout(deadlineTimer)
    deadlineTimer = undefined
    const next = nextDeadline()
    if (next === Number.POSITIVE_INFINITY) return
    deadlineTimer = setTimeout(
      () => {
        deadlineTimer = undefined
        const at = monotonicNow()
        // Timers stop in suspended pages. Give answers that are already on their way a moment before judging (C52).
        // Once per call: in a hidden page every timer is late, and each wait must end.
        const until = at - nextDeadline() > limits.suspendedMs ? at + limits.pingAfterLoadMs : at
        for (const [id, call] of calls) {
          if (!call.graced && call.deadline < until) {
            call.graced = true
            call.deadline = until
          }
          if (call.deadline <= at) abandon(id, 'TIMEOUT')
        }
        schedule()
      },
      Math.max(0, next - monotonicNow()),
    )
  }

  function nextDeadline(): number {
    let next = Number.POSITIVE_INFINITY
    for (const call of calls.values()) next = Math.min(next, call.deadline)
    return next
  }

  /** Gives a call up and tells the other end, if it ever heard of it. */
  function abandon(id: string, reason: 'TIMEOUT' | 'ABORTED'): void {
    const call = calls.get(id)
    if (!call) return
    // Ahead of the queue: the place that this call frees must be free at the other end before the next request comes.
    if (call.sent) queue.unshift({ id, isRequest: false, message: { id, epoch, type: 'CANCEL', payload: {} } })
    settle(id, { ok: false, error: new AirlockError(reason) })
  }

  function removeQueued(id: string): void {
    const index = queue.findIndex((entry) => entry.isRequest && entry.id === id)
    if (index >= 0) queue.splice(index, 1)
  }

  function close(reason: CloseCause): void {
    if (closed) return
    closed = reason
    try {
      if (reason !== 'PEER_GONE') transport.send({ epoch, type: 'BYE', payload: { reason } })
    } catch {
      // The port may be dead already.
    }
    transport.close()
    clearTimeout(drainTimer)
    clearTimeout(deadlineTimer)
    drainTimer = deadlineTimer = undefined
    queue.length = 0
    for (const id of calls.keys()) settle(id, { ok: false, error: new AirlockError(reason) })
    for (const entry of running.values()) {
      clearInterval(entry.beat)
      abort(entry, new AirlockError(reason))
    }
    running.clear()
    options.onClose?.(reason)
  }

  function walkLimits(type: string | undefined) {
    const base = type === undefined ? '' : (answerOf(type)?.of ?? type)
    return largeTypes.has(base)
      ? { depth: limits.depth, nodes: limits.nodesLarge, size: limits.sizeLarge }
      : { depth: limits.depth, nodes: limits.nodes, size: limits.size }
  }
}

/**
 * Copies and judges in one pass. What that finds odd may be an instance of a class or come from another realm: the
 * platform's copy makes it plain, or throws.
 */
function copied(message: Envelope, rules: WalkLimits): { verdict: WalkVerdict; copy: Envelope } {
  try {
    const first = walkCopy(message, rules)
    if (first.verdict !== 'BAD_SHAPE') return first
    const copy = copyOf(message)
    return { verdict: walk(copy, rules), copy }
  } catch {
    throw new AirlockError('SEND_FAILED')
  }
}

function abort(entry: Running, reason: AirlockError): void {
  entry.ended = reason
  entry.abort?.abort(reason)
}

const contextOf = (entry: Running, waitsForPerson: () => void): HandlerContext => ({
  get signal() {
    if (!entry.abort) {
      entry.abort = new AbortController()
      if (entry.ended) entry.abort.abort(entry.ended)
    }
    return entry.abort.signal
  },
  waitsForPerson,
})

const own = (table: Schemas, type: string): Schema | undefined => (Object.hasOwn(table, type) ? table[type] : undefined)

function typeOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, 'type')) return undefined
  const type: unknown = Reflect.get(data, 'type')
  return typeof type === 'string' ? type : undefined
}

/** One random id per channel whose first group counts: as unique as a random one for each call, in a tenth of the time. */
function createIds(): () => string {
  const rest = randomId().slice(8)
  let count = 0
  return () => (count++).toString(16).padStart(8, '0') + rest
}

/** Remembers the last `size` ids. */
function createMemory(size: number) {
  const ids = new Set<string>()
  return {
    has: (id: string) => ids.has(id),
    /** False when the id is known already. */
    add(id: string): boolean {
      if (ids.has(id)) return false
      ids.add(id)
      if (ids.size > size)
        for (const oldest of ids) {
          ids.delete(oldest)
          break
        }
      return true
    },
  }
}
