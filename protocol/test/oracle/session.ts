/**
 * A model of one end of a port: what must happen for each message that arrives. Written from docs/protocol.md; payloads
 * are judged by the published schemas, messages by the second pre-walk. Shares no decision with the channel.
 */
import type { ErrorCode } from '../../src/errors.ts'
import type { End } from '../support/ends.ts'
import { type Bounds, preWalk } from './pre-walk.ts'
import { accepts } from './schemas.ts'

export interface ModelLimits {
  small: Bounds
  large: Bounds
  inFlight: number
  rate: number
  burst: number
  sizeRate: number
  sizeBurst: number
  strikes: number
  unreadable: number
}

export interface Expected {
  refusals: ErrorCode[]
  /** The type whose handler or listener runs. */
  runs?: string
  /** The id of the call that settles, and how. */
  settles?: [id: string, outcome: 'ok' | 'peer' | ErrorCode]
  /** The id of the handler that is aborted. */
  aborts?: string
  closes?: ErrorCode
}

type Read = { id?: unknown; epoch: number; type: string; payload: Record<string, unknown> }

export function createModel(end: End, epoch: number, limits: ModelLimits) {
  const calls = new Map<string, string>()
  const settledCalls = new Set<string>()
  const known = new Set<string>()
  const running = new Set<string>()
  let strikes = 0
  let unreadable = 0
  let isClosed = false
  let tokens = limits.burst
  let room = limits.sizeBurst
  let seenAt = 0

  const names = (kind: 'requests' | 'notifications' | 'answers') => new Set(Object.keys(end.receives[kind]))
  const requests = names('requests')
  const notifications = names('notifications')
  const sends = new Set([...Object.keys(end.sends.requests), ...Object.keys(end.sends.notifications)])

  const closing = (reason: ErrorCode, before: ErrorCode[] = []): Expected => {
    isClosed = true
    running.clear()
    return { refusals: [...before, reason], closes: reason }
  }
  const strike = (reason: ErrorCode, more: Omit<Expected, 'refusals'> = {}): Expected => {
    strikes += 1
    if (strikes <= limits.strikes) return { refusals: [reason], ...more }
    // The port closes first: what the refused answer would have rejected is rejected with the port's reason.
    return closing('PROTOCOL_VIOLATION', [reason])
  }
  const settle = (id: string, outcome: 'ok' | 'peer' | ErrorCode, refusals: ErrorCode[] = []): Expected => {
    calls.delete(id)
    settledCalls.add(id)
    return { refusals, settles: [id, outcome] }
  }

  return {
    get isClosed() {
      return isClosed
    },
    running,
    calls,
    called: (id: string, type: string) => calls.set(id, type),
    /** A call of ours ended by deadline or abort. */
    gaveUp(id: string) {
      calls.delete(id)
      settledCalls.add(id)
    },
    answered: (id: string) => running.delete(id),

    /** @param now milliseconds since the port was opened */
    receives(data: unknown, hasPorts: boolean, now: number): Expected {
      if (isClosed) return { refusals: [] }
      tokens = Math.min(limits.burst, tokens + ((now - seenAt) * limits.rate) / 1000)
      room = Math.min(limits.sizeBurst, room + ((now - seenAt) * limits.sizeRate) / 1000)
      seenAt = now
      if (tokens < 1) return closing('FLOOD')
      tokens -= 1
      if (hasPorts) return strike('BAD_SHAPE')
      const { verdict, units } = preWalk(data, boundsOf(data))
      if (verdict === 'TOO_LARGE') return closing('TOO_LARGE')
      if (verdict !== 'ok') return strike(verdict)
      if (room < units) return closing('FLOOD')
      room -= units
      if (!accepts('Envelope', data)) return strike('BAD_SHAPE')
      const message = data as Read
      if (message.epoch !== epoch) return strike('STALE_EPOCH')
      return judge(message)
    },

    receivesUnreadable(): Expected {
      if (isClosed) return { refusals: [] }
      unreadable += 1
      if (unreadable < limits.unreadable) return { refusals: ['UNREADABLE'] }
      isClosed = true
      running.clear()
      return { refusals: ['UNREADABLE'], closes: 'UNREADABLE' }
    },
  }

  function judge({ id, type, payload }: Read): Expected {
    if (type === 'BYE') {
      isClosed = true
      running.clear()
      return { refusals: [], closes: 'PEER_GONE' }
    }
    if (type === 'PROGRESS' || type === 'CANCEL') {
      if (typeof id !== 'string' || JSON.stringify(payload) !== '{}') return strike('BAD_SHAPE')
      if (type === 'CANCEL') return running.delete(id) ? { refusals: [], aborts: id } : { refusals: [] }
      const call = calls.get(id)
      if (call !== undefined) return end.personTypes.has(call) ? { refusals: [] } : strike('BAD_SHAPE')
      return settledCalls.has(id) ? { refusals: [] } : strike('UNKNOWN_ID')
    }
    const [, of = '', ending] = /^(.*)_(SUCCESS|ERROR)$/.exec(type) ?? []
    if (ending) return typeof id === 'string' ? judgeAnswer(id, of, ending === 'SUCCESS', payload) : strike('BAD_SHAPE')
    const schema = `${end.link}/${end.port}/${type}.request`
    if (requests.has(type)) {
      if (typeof id !== 'string') return strike('BAD_SHAPE')
      if (known.has(id)) return strike('DUPLICATE_ID')
      known.add(id)
      if (!accepts(schema, payload)) return strike('BAD_SHAPE')
      if (running.size >= limits.inFlight) return { refusals: ['BUSY'] }
      running.add(id)
      return { refusals: [], runs: type }
    }
    if (notifications.has(type))
      return id === undefined && accepts(schema, payload) ? { refusals: [], runs: type } : strike('BAD_SHAPE')
    return sends.has(type) ? strike('WRONG_DIRECTION') : closing('UNKNOWN_TYPE')
  }

  function judgeAnswer(id: string, of: string, isOk: boolean, payload: unknown): Expected {
    const call = calls.get(id)
    if (call === undefined) return settledCalls.has(id) ? { refusals: ['UNKNOWN_ID'] } : strike('UNKNOWN_ID')
    const reject = (reason: ErrorCode): Expected => {
      const struck = strike(reason)
      return struck.closes ? struck : { ...settle(id, reason), refusals: struck.refusals }
    }
    if (call !== of) return reject('TYPE_MISMATCH')
    const schema = isOk ? `${end.link}/${end.port}/${of}.response` : 'WireError'
    return accepts(schema, payload) ? settle(id, isOk ? 'ok' : 'peer') : reject('BAD_SHAPE')
  }

  function boundsOf(data: unknown): Bounds {
    const type: unknown =
      typeof data === 'object' && data !== null && Object.hasOwn(data, 'type') ? Reflect.get(data, 'type') : undefined
    const base = typeof type === 'string' ? type.replace(/_(SUCCESS|ERROR)$/, '') : ''
    return end.largeTypes.has(base) ? limits.large : limits.small
  }
}
