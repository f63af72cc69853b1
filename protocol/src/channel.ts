/**
 * A channel pairs answers with requests on one port and refuses everything else. It knows no contract by name.
 *
 * On receipt, in this order: budget of messages, pre-walk, budget of units, envelope, epoch, type, id, payload schema, handler.
 * Refusals are counted by reason; messages that a correct peer cannot send are strikes, and too many strikes close the port with
 * a typed reason. On sending: copy, pre-walk and limits (and the schema, where `outbound` is given), then the paced queue.
 *
 * Promises: a handler runs at most once per id and only for an accepted payload; a call settles exactly once, by answer, error,
 * deadline, abort or close; nothing thrown by a peer's message leaves `receive`.
 */
import type { Audit } from './channel/audit.ts'
import { createCalls } from './channel/calls.ts'
import { createIds } from './channel/memory.ts'
import { createOutbox, type Outgoing } from './channel/outbox.ts'
import { createServings } from './channel/servings.ts'
import type { AnyPort, HandlerContext, Handlers, Listeners, Receives, Schema, Schemas } from './contracts/define.ts'
import { WireError } from './contracts/wire-error.ts'
import { answerOf, controls, Envelope, failure, success } from './envelope.ts'
import { AirlockError, type ErrorCode } from './errors.ts'
import { type ChannelLimits, limits as defaults, large } from './limits.ts'
import { copyOf, monotonicNow } from './natives.ts'
import { createBucket } from './pace.ts'
import { parse } from './parse.ts'
import type { Transport } from './transport.ts'
import { type Judged, judge, type WalkLimits, walkCopy } from './walk.ts'
import { fromWireError, toWireError } from './wire-error.ts'

export interface RequestOptions {
  signal?: AbortSignal | undefined
}

export interface ChannelOptions<P extends AnyPort> {
  transport: Transport
  epoch: number
  receives: Receives
  /** Names of the notifications this end sends; receiving one is refused as WRONG_DIRECTION. */
  tells: readonly string[]
  handlers: Handlers<P>
  listeners: Listeners<P>
  personTypes: ReadonlySet<string>
  largeTypes: ReadonlySet<string>
  /** The other end's table, if outgoing payloads are checked too (both frames). */
  outbound?: Receives | undefined
  limits?: Partial<ChannelLimits> | undefined
  /** The peer has answered a request with an error. */
  onFailure?: ((type: string, code: ErrorCode) => void) | undefined
  /** The audit trail of this port, and the port's name in it. */
  audit?: Audit | undefined
  port?: string | undefined
  onRefusal?: ((reason: ErrorCode, type: string | undefined) => void) | undefined
  onClose?: ((reason: ErrorCode) => void) | undefined
}

export interface Channel<P extends AnyPort> {
  request<K extends keyof P['calls'] & string>(
    type: K,
    payload: P['calls'][K]['request'],
    options?: RequestOptions,
  ): Promise<P['calls'][K]['response']>
  notify<K extends keyof P['tells'] & string>(type: K, payload: P['tells'][K]): void
  /** Rejects every pending call with `reason`, aborts handlers, closes the port. Idempotent. */
  close(reason: ErrorCode): void
  /**
   * Counters that must return to zero when the channel is idle. A deadline timer without a waiting call is not counted: it fires
   * once.
   */
  readonly pending: { calls: number; handlers: number; queued: number; timers: number }
}

/** Facts about a message before it is accepted, for the audit trail. */
interface Seen {
  type: string | undefined
  id: string | undefined
  size: number
  verdict: 'ok' | ErrorCode
}

export function createChannel<P extends AnyPort>(options: ChannelOptions<P>): Channel<P> {
  const { transport, epoch, receives, personTypes, largeTypes, outbound, audit, port = '' } = options
  const limits = { ...defaults, ...options.limits }
  const handlers = options.handlers as unknown as Record<string, (payload: unknown, context: HandlerContext) => unknown> // keys are looked up by own property
  const listeners = options.listeners as unknown as Record<string, (payload: unknown) => void> // same

  const incoming = createBucket(limits.rate, limits.burst, monotonicNow)
  const volume = createBucket(limits.sizeRate, limits.sizeBurst, monotonicNow)
  const nextId = createIds()
  const outbox = createOutbox(limits, post)
  const calls = createCalls(limits, outbox, (id) => outbox.putFirst(control(id, 'CANCEL')))
  const servings = createServings(
    (id) => put(control(id, 'PROGRESS')),
    () => strike('DUPLICATE_ID'),
  )
  /** Type names that may appear in the audit trail. */
  const known: ReadonlySet<string> = new Set(
    [controls, options.tells, ...Object.values(receives).map(Object.keys)].flatMap((names) => [...names]),
  )
  /** The message being received. */
  let seen: Seen = { type: undefined, id: undefined, size: 0, verdict: 'ok' }
  let strikes = 0
  let unreadable = 0
  let closed: ErrorCode | undefined

  transport.listen(
    (data, hasPorts) => take(() => receive(data, hasPorts)),
    () => take(() => (++unreadable >= limits.unreadable ? end : refuse)('UNREADABLE')),
  )

  return {
    request,
    notify,
    close,
    get pending() {
      return {
        calls: calls.size,
        handlers: servings.size,
        queued: outbox.length,
        timers: Number(calls.isTimed) + Number(outbox.isPaced),
      }
    },
  }

  // Receiving -------------------------------------------------------------------------------------------------------

  function take(message: () => void): void {
    if (closed) return
    seen = { type: undefined, id: undefined, size: 0, verdict: 'ok' }
    try {
      message()
    } catch {
      refuse('INTERNAL')
    }
    note('in', seen)
  }

  function receive(data: unknown, hasPorts: boolean): void {
    if (!incoming.take()) return end('FLOOD')
    if (hasPorts) return strike('BAD_SHAPE')
    seen.type = typeOf(data)
    const { verdict, size } = judge(data, walkLimits(seen.type))
    seen.size = size
    if (verdict === 'TOO_LARGE') return end(verdict)
    if (verdict !== 'ok') return strike(verdict)
    if (!volume.take(size)) return end('FLOOD')
    const parsed = parse(Envelope, data)
    if (!parsed.ok) return strike('BAD_SHAPE')
    seen.id = parsed.value.id
    if (parsed.value.epoch !== epoch) return strike('STALE_EPOCH')
    dispatch(parsed.value)
  }

  function dispatch({ id, type, payload }: Envelope): void {
    const answer = answerOf(type)
    if (type === 'BYE') return close('PEER_GONE') // the reason is only for debugging
    if (controls.has(type)) {
      if (id === undefined || Object.keys(payload).length > 0) return strike('BAD_SHAPE')
      return type === 'CANCEL' ? servings.happens(id, 'cancelled') : progressed(id)
    }
    if (answer) return id === undefined ? strike('BAD_SHAPE') : answered(id, answer, payload)
    const request = own(receives.requests, type)
    if (request) return id === undefined ? strike('BAD_SHAPE') : serve(id, type, request, payload)
    const notification = own(receives.notifications, type)
    if (notification) return id === undefined ? hear(type, notification, payload) : strike('BAD_SHAPE')
    if (own(receives.answers, type) || options.tells.includes(type)) return strike('WRONG_DIRECTION')
    end('UNKNOWN_TYPE')
  }

  function hear(type: string, schema: Schema, payload: unknown): void {
    const heard = parse(schema, payload)
    if (!heard.ok) return strike('BAD_SHAPE')
    try {
      listeners[type]?.(heard.value)
    } catch {
      refuse('INTERNAL') // our own listener failed; this is not the peer's fault
    }
  }

  function serve(id: string, type: string, schema: Schema, payload: unknown): void {
    const request = parse(schema, payload)
    const denied = (error: AirlockError, count: (reason: ErrorCode) => void) =>
      servings.happens(id, 'refused', {
        reply() {
          count(error.code)
          reply(id, type, failure, toWireError(error))
        },
      })
    if (!request.ok) return denied(new AirlockError('BAD_SHAPE', { message: `${type}: ${request.at}` }), strike)
    if (servings.size >= limits.inFlight) return denied(new AirlockError('BUSY'), refuse)
    servings.happens(id, 'requested', {
      mayAsk: personTypes.has(type),
      run(context, finish) {
        Promise.resolve()
          .then(() => handlers[type]?.(request.value, context))
          .then(
            (result) => finish(() => reply(id, type, success, result ?? {})),
            (thrown: unknown) => finish(() => reply(id, type, failure, toWireError(thrown))),
          )
      },
    })
  }

  function answered(id: string, { of, ok }: { of: string; ok: boolean }, payload: unknown): void {
    const type = calls.typeOf(id)
    if (type === undefined) return calls.isRetired(id) ? refuse('UNKNOWN_ID') : strike('UNKNOWN_ID')
    const fail = (code: ErrorCode) => {
      strike(code)
      calls.happens(id, 'mismatched', { error: new AirlockError(code) })
    }
    if (type !== of) return fail('TYPE_MISMATCH')
    const schema = ok ? own(receives.answers, of) : WireError
    const answer = schema && parse(schema, payload)
    if (!answer?.ok) return fail('BAD_SHAPE')
    const { value } = answer
    if (ok) return calls.happens(id, 'answered', { value })
    const error = fromWireError(value as WireError) // as: parsed by it
    options.onFailure?.(of, error.code)
    calls.happens(id, 'answered', { error })
  }

  function progressed(id: string): void {
    const type = calls.typeOf(id)
    if (type === undefined) return calls.isRetired(id) ? undefined : strike('UNKNOWN_ID')
    if (personTypes.has(type)) calls.happens(id, 'progressed')
    else strike('BAD_SHAPE')
  }

  function strike(reason: ErrorCode): void {
    refuse(reason)
    if (++strikes > limits.strikes) end('PROTOCOL_VIOLATION')
  }

  function refuse(reason: ErrorCode): void {
    seen.verdict = reason
    try {
      options.onRefusal?.(reason, seen.type)
    } catch {
      // An error in the counter must not prevent the port from closing.
    }
  }

  function end(reason: ErrorCode): void {
    refuse(reason)
    close(reason)
  }

  // Sending ---------------------------------------------------------------------------------------------------------

  function request(type: string, payload: unknown, { signal }: RequestOptions = {}): Promise<never> {
    return new Promise((resolve, reject) => {
      if (closed) throw new AirlockError(closed)
      if (signal?.aborted) throw new AirlockError('ABORTED')
      if (outbox.length >= limits.queue) throw new AirlockError('BUSY')
      const id = nextId()
      const entry = prepare(envelope(type, payload, id), outbound?.requests, type, true)
      calls.add(id, type, signal, (outcome) => {
        if ('error' in outcome) reject(outcome.error)
        else resolve(outcome.value as never) // parsed by the answer's schema
      })
      put(entry)
    })
  }

  function notify(type: string, payload: unknown): void {
    if (closed) return
    if (outbox.length >= limits.queue) throw new AirlockError('BUSY')
    put(prepare(envelope(type, payload), outbound?.notifications, type))
  }

  function reply(id: string, type: string, ending: typeof success | typeof failure, result: unknown): void {
    if (closed) return
    // `request` and `notify` bound our own queue; it gets this long only if the peer sends requests faster than it takes answers.
    if (outbox.length >= limits.queue * 2) {
      note('out', { type, id, size: 0, verdict: 'FLOOD' })
      return end('FLOOD')
    }
    let entry: Outgoing
    try {
      entry = prepare(envelope(type + ending, result, id), ending === success ? outbound?.answers : undefined, type)
    } catch (problem) {
      entry = sized(envelope(type + failure, toWireError(problem), id))
    }
    put(entry)
  }

  function envelope(type: string, payload: unknown, id?: string): Envelope {
    const judged = payload as Envelope['payload'] // as: by `prepare`
    return id === undefined ? { epoch, type, payload: judged } : { id, epoch, type, payload: judged }
  }

  /**
   * Checks an outgoing message on the copy that will be sent: getters are read once, and changes by the caller while the message
   * is queued have no effect.
   * @throws {AirlockError} and then nothing is sent
   */
  function prepare(message: Envelope, schemas: Schemas | undefined, type: string, isRequest = false): Outgoing {
    const { verdict, size, copy } = copied(message, walkLimits(type))
    const refused = (error: AirlockError) => {
      note('out', { type: message.type, id: message.id, size, verdict: error.code })
      return error
    }
    if (verdict !== 'ok') throw refused(new AirlockError(verdict === 'BAD_SHAPE' ? 'SEND_FAILED' : verdict))
    const schema = schemas && own(schemas, type)
    const parsed = schema ? parse(schema, copy.payload) : { ok: isObject(copy.payload), at: 'payload' }
    if (!parsed.ok) throw refused(new AirlockError('SEND_FAILED', { message: `${type}: ${parsed.at}` }))
    return { message: copy, size, isRequest }
  }

  function put(entry: Outgoing): void {
    if (!closed) outbox.put(entry)
  }

  function post({ message, size, isRequest }: Outgoing): void {
    const { id = '', type } = message
    if (isRequest) calls.happens(id, 'posted')
    try {
      transport.send(message)
      note('out', { type, id: message.id, size, verdict: 'ok' })
    } catch {
      note('out', { type, id: message.id, size, verdict: 'SEND_FAILED' })
      if (isRequest) calls.happens(id, 'unsendable', { error: new AirlockError('SEND_FAILED') })
    }
  }

  function close(reason: ErrorCode): void {
    if (closed) return
    closed = reason
    try {
      if (reason !== 'PEER_GONE') transport.send({ epoch, type: 'BYE', payload: { reason } })
    } catch {
      // The port may be dead already.
    }
    transport.close()
    outbox.clear()
    calls.closeAll(reason)
    servings.closeAll(reason)
    options.onClose?.(reason)
  }

  // The trail, and what both directions share -------------------------------------------------------------------------

  function control(id: string, type: string): Outgoing {
    return sized(envelope(type, {}, id))
  }

  function sized(message: Envelope): Outgoing {
    return { message, size: judge(message, walkLimits(undefined)).size, isRequest: false }
  }

  function note(direction: 'in' | 'out', { type, id, size, verdict }: Seen): void {
    audit?.note({
      at: Date.now(),
      port,
      direction,
      type: type && known.has(baseOf(type)) ? type : '?',
      id,
      size,
      verdict,
    })
  }

  function walkLimits(type: string | undefined): WalkLimits {
    return type && largeTypes.has(baseOf(type)) ? large : limits
  }
}

/**
 * Copies and judges in one pass. If that refuses the shape, the value may be a class instance or come from another realm: the
 * platform's clone makes it plain, or throws.
 */
function copied(message: Envelope, rules: WalkLimits): Judged & { copy: Envelope } {
  try {
    const first = walkCopy(message, rules)
    if (first.verdict !== 'BAD_SHAPE') return first
    const copy = copyOf(message)
    return { ...judge(copy, rules), copy }
  } catch {
    return { verdict: 'BAD_SHAPE', size: 0, copy: message } // an error thrown by a getter is ignored
  }
}

const isObject = (judged: unknown) => typeof judged === 'object' && judged !== null && !Array.isArray(judged)

/** The type of a request or of its answer. */
const baseOf = (type: string): string => answerOf(type)?.of ?? type

const own = (table: Schemas, type: string): Schema | undefined => (Object.hasOwn(table, type) ? table[type] : undefined)

function typeOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, 'type')) return undefined
  const type: unknown = Reflect.get(data, 'type')
  return typeof type === 'string' ? type : undefined
}
