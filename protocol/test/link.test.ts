/** Both ends of the handshake on fake windows. What only a browser can show (real frames, siblings, openers) is in e2e. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { asWindow, FakeChannel, type FakeEventInit, FakePort, FakeTarget, loadLink } from './support/fake-window.ts'
import { settled } from './support/peer.ts'

const frameOrigin = 'https://modal.example'
const hostOrigin = 'https://app.example'
const nonce = '6f1b0c1e-8d7a-4c55-9b1e-2f4a7c9d0e11'
const ports = ['app', 'injected', 'provider'] as const
const hello = {
  type: 'HELLO',
  link: 'host',
  nonce,
  versions: { min: 1, max: 1 },
  buildId: 'build-1',
  features: ['clipboard-write'],
  storage: 'local',
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function parent(onDrop: (epoch: number) => void = () => {}) {
  const world = await loadLink()
  const frame = new FakeTarget()
  const log: string[] = []
  const sessions: { epoch: number }[] = []
  let strangers = 0
  let presses = 0
  const link = world.openParentLink({
    link: 'host',
    ports,
    frame: () => asWindow(frame),
    origin: frameOrigin,
    policy: { schemes: [] },
    onSession(session) {
      sessions.push(session)
      log.push(`open ${session.epoch}`)
    },
    onDrop(epoch) {
      log.push(`drop ${epoch}`)
      onDrop(epoch)
    },
    onVersionRefused: ({ min, max }) => log.push(`refused ${min}-${max}`),
    onStranger: () => strangers++,
    onPress: () => presses++,
  })
  const post = (of: FakeEventInit) => world.dispatch({ origin: frameOrigin, source: frame, ...of })
  const greet = (of: FakeEventInit = {}, data: object = hello) => post({ data, ...of })
  const offer = () => {
    const last = frame.posted.at(-1)
    if (!last) throw new Error('nothing was offered')
    return last
  }
  const answer = (of: object = {}) => {
    const { message, ports: sent } = offer()
    sent[0]?.postMessage({ epoch: message.epoch, type: 'READY', payload: { nonce: message.hostNonce }, ...of })
  }
  return {
    ...world,
    frame,
    link,
    log,
    sessions,
    post,
    greet,
    offer,
    answer,
    strangers: () => strangers,
    presses: () => presses,
  }
}

describe('the parent', () => {
  test('answers HELLO with INIT and one port each, to the exact origin; READY opens the session', async () => {
    const { greet, offer, answer, log, sessions } = await parent()
    greet()
    expect(offer()).toMatchObject({
      origin: frameOrigin,
      message: { type: 'INIT', link: 'host', nonce, version: 1, epoch: 1, policy: { schemes: [] } },
    })
    expect(offer().ports).toHaveLength(3)
    expect(offer().message.hostNonce).not.toBe(nonce)
    expect(log).toEqual([])
    answer()
    expect(log).toEqual(['open 1'])
    expect(sessions[0]).toMatchObject({ transports: { app: {}, injected: {}, provider: {} } })
  })

  test.each<[string, FakeEventInit]>([
    ['a sibling with the right data [C12, T10]', { source: new FakeTarget() }],
    ['no source', { source: undefined as unknown as object }],
    ['another origin in our frame [C12, T10]', { origin: 'https://evil.example' }],
    ['a subdomain', { origin: 'https://x.modal.example' }],
    ['another port', { origin: 'https://modal.example:8443' }],
    ['http', { origin: 'http://modal.example' }],
    ['a trailing dot [C15]', { origin: 'https://modal.example.' }],
    ['upper case [C15]', { origin: 'https://MODAL.example' }],
    ['a suffix [C15]', { origin: 'https://modal.example.evil.test' }],
    ['an opaque origin [C14]', { origin: 'null' }],
    ['an empty origin', { origin: '' }],
    ['a synthetic event [C16]', { isTrusted: false }],
  ])('ignores %s without reading its data', async (_, of) => {
    const { greet, frame, strangers } = await parent()
    const event = greet(of)
    expect(event.dataReads).toBe(0)
    expect(frame.posted).toEqual([])
    expect(strangers()).toBe(1)
  })

  test('ignores an event that only looks like one: fields are read through the browser’s getters [C16]', async () => {
    const { listeners, frame } = await parent()
    for (const listener of listeners)
      expect(() => listener({ isTrusted: true, origin: frameOrigin, source: frame, data: hello, ports: [] })).toThrow()
    expect(frame.posted).toEqual([])
  })

  test.each([
    ['another link', { link: 'wallet' }],
    ['a field more', { extra: 1 }],
    ['a nonce of its own making', { nonce: 'x' }],
    ['a build id with markup', { buildId: '<b>' }],
  ])('ignores a HELLO with %s', async (_, of) => {
    const { greet, frame } = await parent()
    greet({}, { ...hello, ...of })
    expect(frame.posted).toEqual([])
  })

  test('passes a press on, and only one that has no content', async () => {
    const { post, presses, frame } = await parent()
    for (const data of [undefined, 0, '', 'press', {}, [], { type: 'PRESS' }]) post({ data })
    expect(presses()).toBe(0)
    post({ data: null })
    expect(presses()).toBe(1)
    expect(frame.posted).toEqual([])
  })

  test('a flood of presses takes nothing from the budget of HELLO [C379]', async () => {
    const { post, greet, frame } = await parent()
    for (let count = 0; count < 1_000; count++) post({ data: null })
    greet()
    expect(frame.posted).toHaveLength(1)
  })

  test.each<[string, FakeEventInit]>([
    ['a sibling', { source: new FakeTarget() }],
    ['another origin', { origin: 'https://evil.example' }],
    ['a synthetic event', { isTrusted: false }],
  ])('a press of %s is none [C379]', async (_, of) => {
    const { post, presses, strangers } = await parent()
    const event = post({ data: null, ...of })
    expect(event.dataReads).toBe(0)
    expect([presses(), strangers()]).toEqual([0, 1])
  })

  test('closes ports that come with a HELLO', async () => {
    const { greet } = await parent()
    const port = new FakePort()
    greet({ ports: [port] })
    expect(port.isClosed).toBe(true)
  })

  test.each([
    ['READY with another nonce [C22]', { payload: { nonce } }],
    ['READY of another epoch', { epoch: 2 }],
    ['a request before READY [C39]', { id: nonce, type: 'PING', payload: {} }],
    ['rubbish', { type: 'x'.repeat(100) }],
  ])('%s opens nothing and closes the port: there is no second try', async (_, of) => {
    const { greet, offer, answer, log } = await parent()
    greet()
    answer(of)
    answer()
    expect(log).toEqual([])
    expect(offer().ports[0]?.peer?.isClosed).toBe(true)
  })

  test('a second HELLO ends the session first: old ports closed, then a new epoch [C23, C24]', async () => {
    const { greet, offer, answer, log } = await parent()
    greet()
    answer()
    const old = offer()
    greet()
    expect(log).toEqual(['open 1', 'drop 1'])
    expect(old.ports.map((port) => port.peer?.isClosed)).toEqual([true, true, true])
    expect(offer().message).toMatchObject({ epoch: 2 })
    expect(offer().message.hostNonce).not.toBe(old.message.hostNonce)
    old.ports[0]?.postMessage({ epoch: 1, type: 'READY', payload: { nonce: old.message.hostNonce } })
    expect(log).toHaveLength(2)
    answer()
    expect(log).toEqual(['open 1', 'drop 1', 'open 2'])
  })

  test('a frame that greets without end is answered 8 times, then once in 2 s', async () => {
    const { greet, frame } = await parent()
    for (let count = 0; count < 100; count++) greet()
    expect(frame.posted).toHaveLength(8)
    vi.advanceTimersByTime(2000)
    greet()
    greet()
    expect(frame.posted).toHaveLength(9)
  })

  test('a frame that floods the window is not read any more; later it is heard again', async () => {
    const { greet, frame } = await parent()
    const reads = Array.from({ length: 1000 }, () => greet({ data: 'junk' }).dataReads)
    expect(reads.filter((count) => count > 0)).toHaveLength(50)
    greet()
    expect(frame.posted).toHaveLength(0)
    vi.advanceTimersByTime(2_000)
    greet()
    expect(frame.posted).toHaveLength(1)
  })

  test('a HELLO without a common version is refused with its range', async () => {
    const { greet, log, frame } = await parent()
    greet({}, { ...hello, versions: { min: 2, max: 5 } })
    expect(log).toEqual(['refused 2-5'])
    expect(frame.posted).toEqual([])
  })

  test('giving up while a session is dropped offers nothing more', async () => {
    const world = await parent(() => world.link.destroy())
    world.greet()
    world.answer()
    world.greet()
    expect(world.frame.posted).toHaveLength(1)
    expect(world.listeners.size).toBe(0)
  })

  test('destroy twice drops once and stops listening [C25]', async () => {
    const { greet, answer, link, listeners, log, frame } = await parent()
    greet()
    answer()
    link.destroy()
    link.destroy()
    greet()
    expect(log).toEqual(['open 1', 'drop 1'])
    expect(listeners.size).toBe(0)
    expect(frame.posted).toHaveLength(1)
  })
})

async function child() {
  const world = await loadLink()
  const host = new FakeTarget()
  const sessions: { epoch: number; origin: string }[] = []
  let strangers = 0
  const presses = 0
  const opening = world.openChildLink({
    link: 'host',
    ports,
    parent: asWindow(host),
    origin: hostOrigin,
    buildId: 'build-1',
    features: [],
    storage: 'local',
    onStranger: () => strangers++,
  })
  opening.then((session) => sessions.push(session)).catch(() => {})
  const said = host.posted[0]
  const init = {
    type: 'INIT',
    link: 'host',
    nonce: said?.message.nonce,
    hostNonce: nonce,
    version: 1,
    epoch: 3,
    policy: { schemes: [] },
  }
  const channels = (count: number) => Array.from({ length: count }, () => new FakeChannel())
  const send = (of: FakeEventInit = {}, data: object = init, pairs = channels(3)) => ({
    pairs,
    event: world.dispatch({ data, origin: hostOrigin, source: host, ports: pairs.map((pair) => pair.port2), ...of }),
  })
  return { ...world, host, said, init, sessions, send, channels, strangers: () => strangers, presses: () => presses }
}

/** What the frame says on the first port. */
function heard(pairs: readonly FakeChannel[]): unknown[] {
  const messages: unknown[] = []
  const [first] = pairs
  if (first) first.port1.onmessage = (event) => messages.push(Reflect.get(event as object, 'data'))
  return messages
}

describe('the frame', () => {
  test('says HELLO to the one exact origin', async () => {
    const { host, said } = await child()
    expect(host.posted).toHaveLength(1)
    expect(said).toMatchObject({ origin: hostOrigin, message: { type: 'HELLO', link: 'host', buildId: 'build-1' } })
  })

  test.each(['*', '/', 'null'])('never says HELLO to %s', async (origin) => {
    const { openChildLink } = await loadLink()
    const host = new FakeTarget()
    const options = {
      link: 'host',
      ports,
      parent: asWindow(host),
      buildId: 'b',
      features: [],
      storage: 'local',
    } as const
    await expect(openChildLink({ ...options, origin })).rejects.toThrow(RangeError)
    expect(host.posted).toEqual([])
  })

  test('the first valid INIT wins: READY on the first port, then the window is not listened to [C20]', async () => {
    const { send, sessions, listeners } = await child()
    const { pairs } = send()
    const { pairs: later, event } = send()
    await settled()
    expect(heard(pairs)).toEqual([{ epoch: 3, type: 'READY', payload: { nonce } }])
    expect(sessions).toMatchObject([{ epoch: 3, origin: hostOrigin, version: 1 }])
    expect(listeners.size).toBe(0)
    expect(event.dataReads).toBe(0)
    expect(heard(later)).toEqual([])
  })

  test('a sibling that sends INIT all the time wins nothing, and its data is never read [C18, C19]', async () => {
    const { send, sessions, strangers } = await child()
    const forged = Array.from({ length: 50 }, () => send({ source: new FakeTarget() }))
    forged.push(send({ origin: 'https://evil.example' }), send({ isTrusted: false }))
    const { pairs } = send()
    await settled()
    expect(forged.map(({ event }) => event.dataReads)).toEqual(forged.map(() => 0))
    expect(forged.flatMap(({ pairs: theirs }) => heard(theirs))).toEqual([])
    expect(heard(pairs)).toHaveLength(1)
    expect(sessions).toHaveLength(1)
    expect(strangers()).toBe(52)
  })

  test.each([0, 1, 2, 4])('INIT with %i ports is ignored and its ports are closed [C21]', async (count) => {
    const { send, init, channels, sessions } = await child()
    const { pairs } = send({}, init, channels(count))
    await settled()
    expect(sessions).toEqual([])
    expect(pairs.map((pair) => pair.port2.isClosed)).toEqual(pairs.map(() => true))
  })

  test('INIT that brings one port three times is ignored [C21]', async () => {
    const { send, sessions } = await child()
    const { port2 } = new FakeChannel()
    send({ ports: [port2, port2, port2] })
    await settled()
    expect(sessions).toEqual([])
  })

  test.each([
    ['another nonce [C22]', { nonce }],
    ['another link', { link: 'wallet' }],
    ['an unknown version', { version: 2 }],
    ['a field more', { token: 'x' }],
    [
      'a policy with a script scheme list too long',
      { policy: { schemes: Array.from({ length: 201 }, () => 'https') } },
    ],
  ])('INIT with %s is ignored; the real one still wins', async (_, of) => {
    const { send, init, sessions } = await child()
    const { pairs } = send({}, { ...init, ...of })
    expect(pairs.every((pair) => pair.port2.isClosed)).toBe(true)
    send()
    await settled()
    expect(sessions).toHaveLength(1)
  })
})
