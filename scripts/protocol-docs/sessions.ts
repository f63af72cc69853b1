/** Vectors of several messages: ids, budgets, strikes, cancel, the end of a session. Played on the `app` port of all four ends. */
import type { ErrorCode } from '../../protocol/src/errors.ts'
import { limits } from '../../protocol/src/limits.ts'
import type { Tagged } from './tagged.ts'

export type Step =
  /** Delivers `message`, `times` times (default 1). */
  | { do: 'deliver'; message: Tagged; times?: number }
  /** Delivers messages that cannot be deserialised. */
  | { do: 'unreadable'; times: number }
  /** The receiver calls PING; from then on, `pendingId` is the id of this call. */
  | { do: 'call' }
  /** The receiver's PING handlers answer only after `release`, or never. */
  | { do: 'hold' }
  | { do: 'release' }

export interface Session {
  name: string
  steps: Step[]
  /** Refusals in order, each with the number of times that it occurs in a row. */
  refusals: [ErrorCode, number][]
  /** How often the PING handler ran. */
  handled: number
  /** Result of the call of the last `call` step; absent if there is no call or it is still open. */
  call?: 'ok' | ErrorCode
  closed?: ErrorCode
}

const epoch = 7
const id = '6f1b0c1e-8d7a-4c55-9b1e-2f4a7c9d0e11'
const message = (type: string, of: Tagged = id, payload: Tagged = {}): Tagged => ({ id: of, epoch, type, payload })
const ping = message('PING')
const freshPing = message('PING', { $: 'freshId' })
const answer = (type: string, payload: Tagged = {}) => message(type, { $: 'pendingId' }, payload)
const deliver = (what: Tagged, times = 1): Step => ({ do: 'deliver', message: what, times })

export const sessions: readonly Session[] = [
  {
    name: 'the same id in flight and after completion',
    steps: [{ do: 'hold' }, deliver(ping, 2), { do: 'release' }, deliver(ping)],
    refusals: [['DUPLICATE_ID', 2]],
    handled: 1,
  },
  {
    name: 'the same id again, after its answer',
    steps: [deliver(ping), deliver(ping, 2)],
    refusals: [['DUPLICATE_ID', 2]],
    handled: 1,
  },
  {
    name: 'two answers to one call, the second contradicts',
    steps: [
      { do: 'call' },
      deliver(answer('PING_SUCCESS')),
      deliver(answer('PING_ERROR', { code: 4001, message: '' })),
    ],
    refusals: [['UNKNOWN_ID', 1]],
    handled: 0,
    call: 'ok',
  },
  {
    name: 'late answers to a settled call never strike',
    steps: [{ do: 'call' }, deliver(answer('PING_SUCCESS'), 20)],
    refusals: [['UNKNOWN_ID', 19]],
    handled: 0,
    call: 'ok',
  },
  {
    name: 'answers to calls never made close the port at the ninth',
    steps: [deliver(message('PING_SUCCESS', { $: 'freshId' }), 20)],
    refusals: [
      ['UNKNOWN_ID', limits.strikes + 1],
      ['PROTOCOL_VIOLATION', 1],
    ],
    handled: 0,
    closed: 'PROTOCOL_VIOLATION',
  },
  {
    name: 'progress for a call with a fixed deadline',
    steps: [{ do: 'call' }, deliver(answer('PROGRESS'))],
    refusals: [['BAD_SHAPE', 1]],
    handled: 0,
  },
  {
    name: 'progress for a call never made, then for one already settled',
    steps: [deliver(message('PROGRESS')), { do: 'call' }, deliver(answer('PING_SUCCESS')), deliver(answer('PROGRESS'))],
    refusals: [['UNKNOWN_ID', 1]],
    handled: 0,
    call: 'ok',
  },
  {
    name: 'progress and cancel carry nothing',
    steps: [deliver(message('PROGRESS', id, { a: 1 })), deliver(message('CANCEL', id, { a: 1 }))],
    refusals: [['BAD_SHAPE', 2]],
    handled: 0,
  },
  {
    name: 'cancel of an unknown id, and twice, is harmless',
    steps: [{ do: 'hold' }, deliver(message('CANCEL'), 3), deliver(ping), deliver(message('CANCEL'), 2)],
    refusals: [],
    handled: 1,
  },
  {
    name: 'a cancelled id is not free again',
    steps: [{ do: 'hold' }, deliver(ping), deliver(message('CANCEL')), deliver(ping)],
    refusals: [['DUPLICATE_ID', 1]],
    handled: 1,
  },
  {
    name: 'the 65th concurrent request is busy',
    steps: [{ do: 'hold' }, deliver(freshPing, limits.inFlight + 2)],
    refusals: [['BUSY', 2]],
    handled: limits.inFlight,
  },
  {
    name: 'a flood closes the port',
    steps: [deliver(message('CANCEL'), limits.burst * 3)],
    refusals: [['FLOOD', 1]],
    handled: 0,
    closed: 'FLOOD',
  },
  {
    name: 'three unreadable messages close the port',
    steps: [{ do: 'unreadable', times: limits.unreadable + 2 }],
    refusals: [['UNREADABLE', limits.unreadable]],
    handled: 0,
    closed: 'UNREADABLE',
  },
  {
    name: 'bye ends the port and every call; nothing is heard afterwards',
    steps: [{ do: 'call' }, deliver({ epoch, type: 'BYE', payload: { reason: 'DESTROYED' } }), deliver(ping)],
    refusals: [],
    handled: 0,
    call: 'PEER_GONE',
    closed: 'PEER_GONE',
  },
]
