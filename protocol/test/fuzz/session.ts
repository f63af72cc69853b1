/** One fuzzed session: a channel and the model receive the same messages, and must agree after each. */
import { getEventListeners } from 'node:events'
import { expect, vi } from 'vitest'
import type { Random } from '../../../scripts/protocol-docs/random.ts'
import type { HandlerContext } from '../../src/contracts/define.ts'
import type { ErrorCode } from '../../src/errors.ts'
import { limits } from '../../src/limits.ts'
import { createModel, type Expected } from '../oracle/session.ts'
import { type End, openEnd } from '../support/ends.ts'
import { memoryPort } from '../support/memory-port.ts'
import { idle, settled } from '../support/peer.ts'
import { createMessages, payloadFor } from './messages.ts'

export interface Tally {
  messages: number
  valid: number
  handled: number
  reasons: Map<ErrorCode, number>
  closes: Map<ErrorCode, number>
}

export interface Plan {
  end: End
  messages: number
  /** Share of messages that are mutated or rubbish. */
  hostile: number
  /** Limits that let a session live through many refusals; otherwise the real ones. */
  isPatient: boolean
  /** No time passes between the messages. */
  isBurst: boolean
}

interface OwnCall {
  id: string
  abort: AbortController
  outcomes: string[]
  isSuspended: boolean
}

const epoch = 7
const bounds = {
  small: { depth: limits.depth, nodes: limits.nodes, size: limits.size },
  large: { depth: limits.depth, nodes: limits.nodesLarge, size: limits.sizeLarge },
}

export async function fuzzSession(
  { end, messages, hostile, isPatient, isBurst }: Plan,
  random: Random,
  tally: Tally,
): Promise<void> {
  const own = isPatient
    ? { strikes: 1e9, unreadable: 1e9, rate: 1e6, burst: 1e6, sizeRate: 1e12, sizeBurst: 1e12, inFlight: 12 }
    : {
        strikes: limits.strikes,
        unreadable: limits.unreadable,
        rate: limits.rate,
        burst: limits.burst,
        sizeRate: limits.sizeRate,
        sizeBurst: limits.sizeBurst,
        inFlight: limits.inFlight,
      }
  const model = createModel(end, epoch, { ...bounds, ...own })
  const port = memoryPort()
  const refused: ErrorCode[] = []
  const closed: ErrorCode[] = []
  const ran: { type: string; context?: HandlerContext }[] = []
  const answers = new Map<string, { context: HandlerContext; finish(): void }>()
  const aborted: string[] = []
  const ownCalls: OwnCall[] = []
  const used: string[] = []
  let listenerFails = false
  let finish = () => {}
  const channel = openEnd(end, port, {
    epoch,
    limits: own,
    handlers: Object.fromEntries(
      Object.keys(end.receives.requests).map((type) => [
        type,
        (_: unknown, context: HandlerContext) => {
          ran.push({ type, context })
          if (random.chance(0.1)) context.waitsForPerson()
          return new Promise<object>((resolve, reject) => {
            finish = () =>
              random.chance(0.8) ? resolve({}) : reject(random.pick<unknown>([undefined, 'text', new Error('x')]))
          })
        },
      ]),
    ),
    listeners: Object.fromEntries(
      Object.keys(end.receives.notifications).map((type) => [
        type,
        () => {
          ran.push({ type })
          if (listenerFails) throw new Error('a listener of ours')
        },
      ]),
    ),
    onRefusal: (reason) => refused.push(reason),
    onClose: (reason) => closed.push(reason),
  })
  const opened = performance.now()
  const source = createMessages(end, epoch, random)
  const ids = { open: model.calls, used, fresh: () => remember(crypto.randomUUID()) }
  const remember = (id: string) => {
    used.push(id)
    return id
  }

  for (let count = 0; count < messages && !model.isClosed; count++) {
    await passTime()
    await callOut()
    await answerSome()
    await deliver()
  }
  channel.close('DESTROYED')
  await settled()
  expect(channel.pending).toEqual(idle)
  expect(vi.getTimerCount()).toBe(0)
  for (const { outcomes, abort } of ownCalls) {
    expect(outcomes).toHaveLength(1)
    expect(getEventListeners(abort.signal, 'abort')).toHaveLength(0)
  }
  for (const { context } of answers.values()) expect(context.signal.aborted).toBe(true)
  for (const { finish: late } of answers.values()) late()
  await settled()
  expect(port.sent.filter((message) => message.type === 'BYE').length).toBeLessThanOrEqual(1)
  expect(closed).toHaveLength(1)
  for (const reason of closed) tally.closes.set(reason, (tally.closes.get(reason) ?? 0) + 1)

  async function passTime(): Promise<void> {
    if (isBurst) return
    if (random.chance(isPatient ? 0.02 : 0.001)) {
      vi.advanceTimersByTime(31_000)
      await settled()
      for (const call of ownCalls)
        if (model.calls.has(call.id) && !call.isSuspended) {
          expect(call.outcomes).toEqual(['TIMEOUT'])
          model.gaveUp(call.id)
        }
    }
    // Slow enough for the real budget.
    else vi.advanceTimersByTime(random.below(14))
  }

  async function callOut(): Promise<void> {
    const [open] = [...model.calls.keys()]
    if (open !== undefined && random.chance(0.05)) {
      const call = ownCalls.find(({ id }) => id === open)
      call?.abort.abort()
      model.gaveUp(open)
      await settled()
      expect(call?.outcomes).toEqual(['ABORTED'])
    }
    const types = Object.entries(end.sends.requests)
    if (types.length === 0 || model.calls.size >= 8 || !random.chance(0.3)) return
    const [type, schema] = random.pick(types)
    const abort = new AbortController()
    const before = port.sent.length
    const outcomes: string[] = []
    channel.request(type, payloadFor(schema, random), { signal: abort.signal }).then(
      () => outcomes.push('ok'),
      (error: { code: string }) => outcomes.push(error.code),
    )
    const id = port.sent.slice(before).find((message) => message.type === type)?.id
    if (id === undefined)
      abort.abort() // still queued: its id is not known here
    else {
      model.called(remember(id), type)
      ownCalls.push({ id, abort, outcomes, isSuspended: false })
    }
    await settled()
  }

  async function answerSome(): Promise<void> {
    for (const [id, { finish: done }] of answers) {
      if (!random.chance(isPatient ? 0.05 : 0.3)) continue
      answers.delete(id)
      done()
      await settled()
      model.answered(id)
    }
  }

  async function deliver(): Promise<void> {
    ran.length = 0
    refused.length = 0
    aborted.length = 0
    listenerFails = random.chance(0.02)
    tally.messages++
    let expected: Expected
    let id: unknown
    let message: unknown = '(unreadable)'
    if (random.chance(hostile * 0.004)) {
      expected = model.receivesUnreadable()
      port.deliverUnreadable()
    } else {
      message = random.chance(hostile * 0.001) ? { epoch, type: 'BYE', payload: {} } : next()
      const hasPorts = random.chance(hostile * 0.01)
      id = typeof message === 'object' && message !== null ? Reflect.get(message, 'id') : undefined
      expected = model.receives(structuredClone(message), hasPorts, performance.now() - opened)
      port.deliver(structuredClone(message), hasPorts)
    }
    await settled()
    agree(message, expected, id)
  }

  function next(): unknown {
    if (!random.chance(hostile)) return source.valid(ids)
    return random.chance(0.05) ? source.rubbish() : source.mutated(ids)
  }

  function agree(message: unknown, expected: Expected, id: unknown): void {
    const isHandled = expected.runs !== undefined && Object.hasOwn(end.receives.requests, expected.runs)
    const internal = expected.runs !== undefined && !isHandled && listenerFails ? ['INTERNAL'] : []
    expect({ message, ran: ran.map(({ type }) => type), refused, closed }).toEqual({
      message,
      ran: expected.runs === undefined ? [] : [expected.runs],
      refused: [...expected.refusals, ...internal],
      closed: expected.closes ? [expected.closes] : [],
    })
    for (const reason of refused) tally.reasons.set(reason, (tally.reasons.get(reason) ?? 0) + 1)
    const [settledId, outcome] = expected.settles ?? []
    for (const call of ownCalls) {
      if (call.id === settledId) {
        expect(call.outcomes).toHaveLength(1)
        if (outcome !== 'peer') expect(call.outcomes).toEqual([outcome])
        else expect(call.outcomes).not.toEqual(['ok'])
      } else if (model.calls.has(call.id)) expect(call.outcomes).toEqual(expected.closes ? [expected.closes] : [])
      if (call.id === id && isProgress(message) && end.personTypes.has(model.calls.get(call.id) ?? ''))
        call.isSuspended = expected.refusals.length === 0 || call.isSuspended
    }
    if (expected.aborts !== undefined) {
      expect(answers.get(expected.aborts)?.context.signal.aborted).toBe(true)
      answers.delete(expected.aborts)
    }
    const context = ran[0]?.context
    if (isHandled && context) {
      const done = finish
      answers.set(String(id), { context, finish: () => done() })
      tally.handled++
    }
    if (expected.runs !== undefined || outcome === 'ok' || outcome === 'peer') tally.valid++
    expect(channel.pending.handlers).toBe(model.running.size)
    expect(channel.pending.calls).toBe(model.isClosed ? 0 : model.calls.size)
  }
}

const isProgress = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && Reflect.get(message, 'type') === 'PROGRESS'
