/** The published attack on Comlink, with real Comlink at both ends: the guard drops it, and without the guard it works. */
import { type Endpoint, expose, wrap } from 'comlink'
import { afterEach, describe, expect, test } from 'vitest'
import { guardEndpoint } from './guard.ts'

/** Two connected endpoints like those of a Worker: messages are cloned, ports are transferred, events are trusted. */
function connect(): readonly [Endpoint, Endpoint] {
  const listeners = [new Set<(event: Event) => void>(), new Set<(event: Event) => void>()] as const
  const end = (own: 0 | 1): Endpoint => ({
    postMessage(message: unknown, transfer: Transferable[] = []) {
      const ports = transfer.filter((each) => each instanceof MessagePort)
      const data: unknown = structuredClone(message, { transfer })
      const event = new MessageEvent('message', { data, ports })
      Object.defineProperty(event, 'isTrusted', { value: true })
      queueMicrotask(() => {
        for (const listener of listeners[own === 0 ? 1 : 0]) listener(event)
      })
    },
    addEventListener(_type, listener) {
      if (typeof listener === 'function') listeners[own].add(listener)
    },
    removeEventListener() {},
  })
  return [end(0), end(1)]
}

const api = { ping: (text: string) => `pong ${text}` }
const isMethod = (name: unknown) => name === 'ping'

function serve(isGuarded: boolean): Endpoint {
  const [mine, theirs] = connect()
  expose({ ...api }, isGuarded ? guardEndpoint(theirs, isMethod) : theirs)
  return mine
}

/** The answer to a raw message, if there is one by the time that a later valid call is answered. */
async function answerTo(endpoint: Endpoint, message: object): Promise<unknown> {
  const seen = new Map<unknown, unknown>()
  endpoint.addEventListener('message', (event) => {
    const { data } = event as MessageEvent<{ id: unknown }> // as: only our own end posts here
    seen.set(data.id, data)
  })
  endpoint.postMessage({ id: 'attack', ...message })
  await wrap<typeof api>(endpoint).ping('behind')
  return seen.get('attack')
}

const raw = (value: unknown) => ({ type: 'RAW', value })
const attacks: Readonly<Record<string, object>> = {
  'constructs Function from a method': {
    type: 'CONSTRUCT',
    path: ['ping', 'constructor'],
    argumentList: [raw('globalThis.isOwned = true')],
  },
  'constructs Function from the root': {
    type: 'CONSTRUCT',
    path: ['constructor', 'constructor'],
    argumentList: [raw('globalThis.isOwned = true')],
  },
  'calls Function by a long path': {
    type: 'APPLY',
    path: ['ping', 'constructor'],
    argumentList: [raw('return 1')],
  },
  'pollutes the prototype': { type: 'SET', path: ['__proto__', 'polluted'], value: raw('yes') },
  'replaces a method': { type: 'SET', path: ['other'], value: raw('mine') },
  'reads the root': { type: 'GET', path: [] },
  'asks for a port of its own': { type: 'ENDPOINT' },
  'lets go': { type: 'RELEASE' },
  'calls an inherited method': { type: 'APPLY', path: ['toString'], argumentList: [raw('')] },
}
/** These get no answer or end the session; without the guard, their effect shows that they worked. */
const silent = new Set(['lets go', 'calls Function by a long path'])

afterEach(() => {
  Reflect.deleteProperty(Object.prototype, 'polluted')
  Reflect.deleteProperty(globalThis, 'isOwned')
})

describe.each(Object.entries(attacks))('a sender that %s', (_, message) => {
  test('is not heard', async () => {
    expect(await answerTo(serve(true), message)).toBeUndefined()
    expect(Reflect.get(Object.prototype, 'polluted')).toBeUndefined()
  })
})

test.each(Object.entries(attacks).filter(([name]) => !silent.has(name)))(
  'a sender that %s is answered if there is no guard',
  async (_, message) => {
    expect(await answerTo(serve(false), message)).toMatchObject({ id: 'attack' })
  },
)

describe('code of the attacker', () => {
  const attack = async (endpoint: Endpoint) => {
    const remote = wrap<typeof api>(endpoint)
    // as: the attack itself: a proxy of `Function`, reachable through any function.
    const remoteFunction = Reflect.get(remote.ping, 'constructor') as unknown as new (
      code: string,
    ) => Promise<() => unknown>
    const made = await Promise.race([
      new remoteFunction('globalThis.isOwned = true'),
      remote.ping('behind').then(() => undefined),
    ])
    await made?.()
    return 'isOwned' in globalThis
  }

  test('runs where there is no guard', async () => {
    expect(await attack(serve(false))).toBe(true)
  })

  test('does not run behind it', async () => {
    expect(await attack(serve(true))).toBe(false)
  })
})

test('a call of a method gets through and is answered', async () => {
  expect(await wrap<typeof api>(serve(true)).ping('a')).toBe('pong a')
})

describe('a call', () => {
  const call = { type: 'APPLY', path: ['ping'], argumentList: [raw('a')] }
  test.each<[string, object]>([
    ['with a revived argument', { ...call, argumentList: [{ type: 'HANDLER', name: 'proxy', value: 1 }] }],
    ['with an unknown handler', { ...call, argumentList: [{ type: 'HANDLER', name: 'none' }] }],
    ['with two arguments', { ...call, argumentList: [raw('a'), raw('b')] }],
    ['without arguments', { type: 'APPLY', path: ['ping'] }],
    ['with a list for a name', { ...call, path: [['ping']] }],
    ['with an object for a path', { ...call, path: { 0: 'ping', length: 1 } }],
    ['with no path', { ...call, path: [] }],
    ['with a field more', { ...call, value: raw('a') }],
    ['with a number for an id', { ...call, id: 7 }],
    ['of another type', { ...call, type: 'apply' }],
  ])('%s is dropped', async (_, message) => {
    expect(await answerTo(serve(true), message)).toBeUndefined()
  })

  test('is dropped with a port, and heard without one', async () => {
    const [mine, theirs] = connect()
    const heard: unknown[] = []
    guardEndpoint(theirs, isMethod).addEventListener('message', (event) => heard.push(event))
    mine.postMessage({ id: 'a', ...call }, [new MessageChannel().port1])
    await Promise.resolve()
    expect(heard).toHaveLength(0)
    mine.postMessage({ id: 'b', ...call })
    await Promise.resolve()
    expect(heard).toHaveLength(1)
  })
})
