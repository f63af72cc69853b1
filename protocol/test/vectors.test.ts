/** The conformance vectors, replayed on both ends of both links. That they are fresh: `scripts/protocol-docs.test.ts`. */
import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { change, decode, type Names, type Tagged } from '../../scripts/protocol-docs/tagged.ts'
import { findMethod } from '../src/allowlist/index.ts'
import { contracts } from '../src/contracts/describe.ts'
import { Hello, Init, Ready } from '../src/contracts/handshake.ts'
import { limits } from '../src/limits.ts'
import { readMessage } from '../src/read.ts'
import { accepts } from './oracle/schemas.ts'
import { type End, endOf, openEnd } from './support/ends.ts'
import { memoryPort } from './support/memory-port.ts'
import { idle, outcomeOf, settled } from './support/peer.ts'
import { handshakeVectors, messageVectors, rpcVectors, sessionVectors } from './support/vectors.ts'

/** As a port would deliver it. What this process cannot clone (its stack is smaller than a browser's) is delivered as it is. */
function crossed(value: unknown): unknown {
  try {
    return structuredClone(value)
  } catch {
    return value
  }
}

const names: Names = { freshId: () => crypto.randomUUID() }

test('there are vectors for every message of both links', () => {
  const nameOf = ({ link, port, type }: { link: string; port: string; type: string }) => `${link}/${port}/${type}`
  expect(messageVectors.map(nameOf).sort()).toEqual([...new Set(contracts.map(nameOf))].sort())
  for (const { valid, hostile } of messageVectors) {
    expect(valid.length).toBeGreaterThan(0)
    expect(hostile.length).toBeGreaterThan(70)
  }
})

/** One end on a fresh port, with everything that happens written down. */
function play(end: End, epoch: number) {
  const port = memoryPort()
  const ran: string[] = []
  const refusals: string[] = []
  const closes: string[] = []
  const note = (type: string) => () => {
    ran.push(type)
    return {}
  }
  const channel = openEnd(end, port, {
    epoch,
    handlers: Object.fromEntries(Object.keys(end.receives.requests).map((type) => [type, note(type)])),
    listeners: Object.fromEntries(Object.keys(end.receives.notifications).map((type) => [type, note(type)])),
    onRefusal: (reason) => refusals.push(reason),
    onClose: (reason) => closes.push(reason),
  })
  return { port, channel, ran, refusals, closes }
}

/** A message that travels both ways is listed once, and played both ways. */
const mirrored = messageVectors.flatMap((vectors) =>
  vectors.wrongDirection ? [vectors] : [vectors, { ...vectors, from: vectors.to, to: vectors.from }],
)

test('only PING travels in both directions', () => {
  const mutual = messageVectors.filter((vectors) => !vectors.wrongDirection).map(({ type }) => type)
  expect(new Set(mutual)).toEqual(new Set(['PING']))
})

describe.each(mirrored)('$link/$port/$type from $from', (vectors) => {
  const { link, port, type, epoch, from, to, valid, hostile, answers, wrongDirection } = vectors
  const receiver = endOf(link, port, to)
  const sender = endOf(link, port, from)
  const messageOf = (of: number): Tagged => valid[of]?.message ?? null

  test.each(valid)(`${to} accepts: $name`, async ({ message }) => {
    const { port: wire, channel, ran, refusals } = play(receiver, epoch)
    const value = decode(message, names) as { payload: unknown }
    expect(accepts('Envelope', value)).toBe(true)
    expect(accepts(`${link}/${port}/${type}.request`, value.payload)).toBe(true)
    wire.deliver(crossed(value))
    await settled()
    expect([ran, refusals]).toEqual([[type], []])
    channel.close('DESTROYED')
    expect(channel.pending).toEqual(idle)
  })

  test.each(valid)(`${from} sends, by the table of ${to}: $name`, ({ message }) => {
    const { payload } = decode(message, names) as { payload: object }
    const wire = memoryPort()
    const channel = openEnd(sender, wire, { outbound: sender.sends })
    if (type in sender.sends.requests) void outcomeOf(channel.request(type, payload))
    else channel.notify(type, payload)
    expect(wire.sent.map((sent) => crossed(sent))).toEqual([expect.objectContaining({ type, payload })])
    channel.close('DESTROYED')
  })

  test(`${to} refuses every hostile one with its reason`, async () => {
    for (const { name, of, reason, closes: isClosing, ...difference } of hostile) {
      const { port: wire, channel, ran, refusals, closes } = play(receiver, epoch)
      wire.deliver(crossed(change(decode(messageOf(of), names), difference, names)))
      await settled()
      expect({ name, ran, refusals, closes }).toEqual({
        name,
        ran: [],
        refusals: [reason],
        closes: isClosing ? [reason] : [],
      })
      channel.close('DESTROYED')
    }
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  test(`${from} refuses it, unless it travels both ways`, async () => {
    if (!wrongDirection) return expect(type).toBe('PING')
    const { port: wire, ran, refusals } = play(sender, epoch)
    wire.deliver(crossed(decode(messageOf(0), names)))
    await settled()
    expect([ran, refusals]).toEqual([[], [wrongDirection]])
  })

  const call = (payload: unknown) => {
    const played = play(sender, epoch)
    const outcome = outcomeOf(played.channel.request(type, payload as object))
    return { ...played, outcome, names: { ...names, pendingId: played.port.sent[0]?.id } }
  }
  const given = () => (decode(messageOf(0), names) as { payload: unknown }).payload

  test.each(answers?.valid ?? [])(`${from} accepts the answer: $name`, async ({ message, settles }) => {
    const { port: wire, channel, outcome, refusals, names: its } = call(given())
    wire.deliver(crossed(decode(message, its)))
    await settled()
    expect([outcome.settlements, outcome.ok, refusals]).toEqual([1, settles === 'ok', []])
    expect(channel.pending).toEqual(idle)
  })

  test(`${from} refuses every hostile answer with its reason`, async () => {
    if (!answers) return expect(vectors.kind).toBe('notification')
    for (const { name, of, reason, call: rejected, ...difference } of answers.hostile) {
      const { port: wire, channel, outcome, ran, refusals, names: its } = call(given())
      wire.deliver(crossed(change(decode(answers.valid[of]?.message ?? null, its), difference, its)))
      await settled()
      expect({ name, ran, refusals, code: outcome.code, ok: outcome.ok }).toEqual({
        name,
        ran: [],
        refusals: [reason],
        code: rejected,
        ok: false,
      })
      channel.close('DESTROYED')
      await settled()
      expect(outcome.settlements).toBe(1)
    }
  })
})

const appEnds = (['host', 'modal'] as const)
  .map((name) => endOf('host', 'app', name))
  .concat((['modal', 'wallet'] as const).map((name) => endOf('wallet', 'app', name)))

describe.each(appEnds)('sessions at the $name of the $link link', (end) => {
  test.each(sessionVectors)('$name', async (session) => {
    const port = memoryPort()
    const refusals: string[] = []
    const closes: string[] = []
    let handled = 0
    let hold: Promise<object> | undefined
    let release: (value: object) => void = () => {}
    const channel = openEnd(end, port, {
      handlers: {
        PING: () => {
          handled++
          return hold ?? {}
        },
      },
      onRefusal: (reason) => refusals.push(reason),
      onClose: (reason) => closes.push(reason),
    })
    let its = names
    let outcome: ReturnType<typeof outcomeOf> | undefined
    for (const step of session.steps) {
      switch (step.do) {
        case 'deliver':
          for (let count = 0; count < (step.times ?? 1); count++) port.deliver(crossed(decode(step.message, its)))
          break
        case 'unreadable':
          for (let count = 0; count < step.times; count++) port.deliverUnreadable()
          break
        case 'call':
          outcome = outcomeOf(channel.request('PING', {}))
          its = { ...names, pendingId: port.sent.at(-1)?.id }
          break
        case 'hold':
          hold = new Promise((resolve) => {
            release = resolve
          })
          break
        case 'release':
          release({})
          hold = undefined
          break
      }
      await settled()
    }
    expect(refusals).toEqual(session.refusals.flatMap(([reason, times]) => Array.from({ length: times }, () => reason)))
    expect(handled).toBe(session.handled)
    expect(closes).toEqual(session.closed ? [session.closed] : [])
    expect(outcome?.ok ? 'ok' : outcome?.code).toBe(session.call)
    channel.close('DESTROYED')
    expect(channel.pending).toEqual(idle)
  })
})

describe.each(handshakeVectors)('handshake: $schema', ({ schema, valid, hostile }) => {
  const schemas: Record<string, z.ZodMiniType> = { HELLO: Hello, INIT: Init, READY: Ready }
  const read = (value: unknown) => {
    const found = schemas[schema]
    if (!found) throw new RangeError(schema)
    return readMessage(found, crossed(value))
  }
  test.each(valid)('is read: $name', ({ message }) => {
    expect(read(decode(message, names))).toEqual(decode(message, names))
    expect(accepts(schema, decode(message, names))).toBe(true)
  })
  test.each(hostile)('is ignored: $name', ({ of, ...difference }) => {
    expect(read(change(decode(valid[of]?.message ?? null, names), difference, names))).toBeUndefined()
  })
  test.each([17, 1000, 2000])('is ignored: %i levels', (depth) => {
    expect(read(decode({ $: 'nest', depth }, names))).toBeUndefined()
  })
  test('is ignored: larger than a message may be', () => {
    expect(read({ type: schema, extra: 'x'.repeat(limits.size) })).toBeUndefined()
  })
})

describe.each(rpcVectors)('params of $schema', ({ schema, namespace, valid, hostile, mayBeAbsent }) => {
  const method = findMethod(namespace, schema)
  /** As the wallet frame does it: the channel has walked the message before the params are parsed. */
  const isAccepted = (params: unknown) => readMessage(method?.params as z.ZodMiniType, crossed(params)) !== undefined

  test('accepts the valid ones and refuses the hostile ones', () => {
    for (const { name, message } of valid) {
      expect({ name, ok: isAccepted(decode(message, names)) }).toEqual({ name, ok: true })
      expect(accepts(`rpc/${namespace}/${schema}.params`, decode(message, names))).toBe(true)
    }
    for (const { name, of, ...difference } of hostile) {
      const value = change(decode(valid[of]?.message ?? null, names), difference, names)
      expect({ name, ok: isAccepted(value) }).toEqual({ name, ok: false })
    }
    expect(method?.params.safeParse(undefined).success).toBe(mayBeAbsent)
  })
})
