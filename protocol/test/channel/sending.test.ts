/** What leaves an end: checked as it is, paced, bounded; and how everything ends at close. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limits } from '../../src/limits.ts'
import { judge } from '../../src/walk.ts'
import { endOf, openEnd } from '../support/ends.ts'
import { memoryPair } from '../support/memory-port.ts'
import { idle, idOf, outcomeOf, settled, subject } from '../support/peer.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({ reason: 'user' }, {})
  revoke()
  return proxy
}

const wide = { rate: 1e9, burst: 1e9, sizeRate: 1e12, sizeBurst: 1e12 }

test.each([
  ['a function', () => ({ reason: () => 1 })],
  ['a symbol', () => ({ reason: Symbol('user') })],
  ['a bigint', () => ({ reason: 1n })],
  ['undefined inside', () => ({ reason: undefined })],
  ['a date', () => ({ reason: new Date(0) })],
  ['a map', () => ({ reason: new Map() })],
  ['a list instead of an object', () => ['user']],
  ['a string instead of an object', () => 'user'],
  ['a revoked proxy [C33]', revoked],
  ['a proxy over a function', () => ({ reason: new Proxy(() => 1, {}) })],
  [
    'a getter that throws',
    () => ({
      get reason() {
        throw new Error('no')
      },
    }),
  ],
  [
    'a cycle',
    () => {
      const cycle: Record<string, unknown> = {}
      cycle.reason = cycle
      return cycle
    },
  ],
])('%s in a payload of ours is SEND_FAILED: nothing is sent, nothing is left', async (_, payload) => {
  const { channel, port } = subject()
  const call = outcomeOf(channel.request('UI_CLOSE', payload() as object))
  await settled()
  expect(call).toEqual({ settlements: 1, code: 'SEND_FAILED', ok: false })
  expect(() => channel.notify('STATE', payload() as object)).toThrow(expect.objectContaining({ code: 'SEND_FAILED' }))
  expect(port.sent).toEqual([])
  expect(channel.pending).toEqual(idle)
})

test('a getter is read once: the checked value is the one that is sent [T23]', async () => {
  const { channel, port } = subject()
  const answers = ['user', 'TOKEN']
  const payload = {
    get reason() {
      return answers.shift() ?? 'TOKEN'
    },
  }
  outcomeOf(channel.request('UI_CLOSE', payload))
  await settled()
  expect(port.sent).toMatchObject([{ payload: { reason: 'user' } }])
})

test('a proxy is asked once for each value, and what it said is what is sent [C33]', async () => {
  const { channel, port } = subject()
  const answers = ['user', 'TOKEN']
  const get = vi.fn(() => answers.shift())
  outcomeOf(channel.request('UI_CLOSE', new Proxy({ reason: '' }, { get })))
  await settled()
  expect(port.sent).toMatchObject([{ payload: { reason: 'user' } }])
  expect(get).toHaveBeenCalledTimes(1)
  expect(() => structuredClone(port.sent)).not.toThrow() // no proxy any more
  channel.close('DESTROYED')
})

test('an instance of a class is sent as the plain object that the platform makes of it', async () => {
  class Reason {
    reason = 'user'
    #token = 'TOKEN'
    token = () => this.#token
  }
  const { channel, port } = subject()
  const refused = outcomeOf(channel.request('UI_CLOSE', new Reason()))
  outcomeOf(
    channel.request(
      'UI_CLOSE',
      Object.assign(Object.create({ token: 'TOKEN' }) as object, { reason: 'user' }) as never,
    ),
  )
  await settled()
  expect(refused.code).toBe('SEND_FAILED') // it holds a function
  expect(port.sent.map(({ payload }) => payload)).toEqual([{ reason: 'user' }])
  channel.close('DESTROYED')
})

test('a payload that is changed while its message waits is sent as it was', async () => {
  const { channel, port, say } = subject({ limits: { inFlight: 1 } })
  const payload: Record<string, unknown> = { reason: 'user' }
  outcomeOf(channel.request('PING', {}))
  outcomeOf(channel.request('UI_CLOSE', payload))
  payload.reason = 'TOKEN'
  say('PING_SUCCESS', {}, port.sent[0]?.id)
  await settled()
  expect(port.sent[1]).toMatchObject({ type: 'UI_CLOSE', payload: { reason: 'user' } })
  channel.close('DESTROYED')
})

test('a payload that the other end’s table refuses fails with SEND_FAILED and is not sent', async () => {
  const end = endOf('host', 'app', 'modal')
  const { channel, port } = subject({ outbound: end.sends })
  const call = outcomeOf(channel.request('UI_CLOSE', { reason: 'user', token: 'x' }))
  await settled()
  expect(call.code).toBe('SEND_FAILED')
  expect(port.sent).toEqual([])
})

test('a payload that fits alone but not with its envelope is not sent: the peer would close', async () => {
  const [here, there] = memoryPair()
  const closes: string[] = []
  const modal = openEnd(endOf('host', 'app', 'modal'), there, { onClose: (reason) => closes.push(reason) })
  const host = openEnd(endOf('host', 'app', 'host'), here)
  const codes = new Set<string | undefined>()
  for (let size = limits.size - 400; size < limits.size; size += 1) {
    const call = outcomeOf(host.request('OPEN', { view: 'x'.repeat(size) }))
    await settled()
    codes.add(call.code)
    await vi.advanceTimersByTimeAsync(10)
    if (closes.length > 0) break
  }
  expect(closes).toEqual(['PROTOCOL_VIOLATION']) // such views are no view names: strikes, but never TOO_LARGE
  host.close('DESTROYED')
  modal.close('DESTROYED')

  const lone = subject({}, ['host', 'host', 'app'])
  const refused = outcomeOf(lone.channel.request('OPEN', { view: 'x'.repeat(limits.size - 40) }))
  await settled()
  expect(refused.code).toBe('TOO_LARGE')
})

test.each([
  ['too large', { view: 'x'.repeat(limits.size) }, 'TOO_LARGE'],
  ['too deep', { view: nest(20) }, 'TOO_DEEP'],
  ['not JSON', { view: new Map() }, 'SEND_FAILED'],
  [
    'a proxy that throws',
    new Proxy({}, { ownKeys: () => Reflect.apply(JSON.parse, null, ['{']) as string[] }),
    'SEND_FAILED',
  ],
  ['no object', 'text', 'SEND_FAILED'],
])('an answer of ours that is %s becomes a typed error; the port stays open', async (_, answer, reason) => {
  const { channel, port, say } = subject({ handlers: { OPEN: () => answer as object } })
  say('OPEN', {}, idOf(1))
  await settled()
  expect(port.sent).toMatchObject([{ id: idOf(1), type: 'OPEN_ERROR', payload: { reason } }])
  expect(port.isClosed).toBe(false)
  expect(channel.pending).toEqual(idle)
})

test('requests beyond 64 unanswered wait; 1,000 may wait, the next is BUSY', async () => {
  const { channel, port } = subject({ limits: wide })
  const calls = Array.from({ length: limits.inFlight + limits.queue + 1 }, () => outcomeOf(channel.request('PING', {})))
  await settled()
  expect(port.sent).toHaveLength(64)
  expect(channel.pending).toMatchObject({ calls: 1064, queued: 1000 })
  expect(calls.filter((call) => call.code === 'BUSY')).toHaveLength(1)
  expect(calls.at(-1)?.code).toBe('BUSY')
  channel.close('DESTROYED')
  await settled()
  expect(channel.pending).toEqual(idle)
  expect(calls.every((call) => call.settlements === 1)).toBe(true)
})

test('notifications of ours are bounded too: the queue refuses with BUSY instead of growing', () => {
  const { channel } = subject()
  const flood = () => {
    for (let count = 0; count < 2000; count++) channel.notify('WARNING', { code: 'ABC', text: 'a' })
  }
  expect(flood).toThrow(expect.objectContaining({ code: 'BUSY' }))
  expect(channel.pending.queued).toBe(limits.queue)
  channel.close('DESTROYED')
})

test('an answer passes requests that wait for a place', async () => {
  const { channel, port, say } = subject({ limits: { inFlight: 1 } })
  outcomeOf(channel.request('PING', {}))
  outcomeOf(channel.request('PING', {}))
  say('PING', {}, idOf(1))
  await settled()
  expect(port.sent.map((message) => message.type)).toEqual(['PING', 'PING_SUCCESS'])
  channel.close('DESTROYED')
})

test('two honest ends exchange 3,000 calls each way without FLOOD or BUSY', async () => {
  const [here, there] = memoryPair()
  const refusals: string[] = []
  const onRefusal = (reason: string) => refusals.push(reason)
  const host = openEnd(endOf('host', 'app', 'host'), here, { onRefusal })
  const modal = openEnd(endOf('host', 'app', 'modal'), there, { onRefusal })
  let [sent, done] = [0, 0]
  const more = (channel: typeof host) => {
    if (++sent > 6000) return
    channel.request('PING', {}).then(
      () => {
        done++
        more(channel)
      },
      (error: { code: string }) => refusals.push(error.code),
    )
  }
  for (let lane = 0; lane < 400; lane++) more(lane % 2 ? host : modal)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(refusals).toEqual([])
  expect(done).toBe(6000)
  expect([host.pending, modal.pending]).toEqual([idle, idle])
  host.close('DESTROYED')
})

test('the place that an abort frees is free at the other end before the next request arrives', async () => {
  const [here, there] = memoryPair()
  const refusals: string[] = []
  const modal = openEnd(endOf('host', 'app', 'modal'), here)
  const host = openEnd(endOf('host', 'app', 'host'), there, {
    onRefusal: (reason) => refusals.push(reason),
    handlers: { PING: () => new Promise<object>(() => {}) },
  })
  const aborts = Array.from({ length: 64 }, () => new AbortController())
  for (let count = 0; count < 300; count++) outcomeOf(modal.request('PING', {}, aborts[count] ?? {}))
  // Uses up the sender's own pace, so that what it sends next waits for its timer.
  for (let count = 0; count < 400; count++) modal.notify('WARNING', { code: 'ABC', text: 'a' })
  for (const abort of aborts) abort.abort()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(refusals).toEqual([])
  modal.close('DESTROYED')
  host.close('DESTROYED')
})

test('a flood closes the port after the burst, and the rest is not looked at [C27]', async () => {
  const ping = vi.fn(() => ({}))
  const { port, closes } = subject({ handlers: { PING: ping } })
  for (let count = 0; count < 50_000; count++) port.deliver({ id: idOf(count), epoch: 7, type: 'PING', payload: {} })
  await settled()
  expect(closes).toEqual(['FLOOD'])
  expect(ping.mock.calls.length).toBeLessThanOrEqual(limits.burst)
})

/** A snapshot about as large as the contract allows, and its units. */
const largeState = (() => {
  const icon = `data:image/png;base64,${'A'.repeat(limits.icon - 32)}`
  const name = `eip155:1:0x${'a'.repeat(40)}`
  const account = {
    namespace: 'eip155',
    status: 'connected',
    restoring: false,
    active: name,
    accounts: Array<string>(256).fill(name),
    type: 'eoa',
    wallet: { id: 'a', type: 'injected', name: 'Kestrel', icon },
  }
  const accounts = Array.from({ length: 4 }, () => account)
  const view = { open: false, view: null, active: 'eip155', network: null, unsupported: null }
  const signed = { iss: '', domain: '', aud: '', version: '', nonce: '', iat: '' }
  const resources = Array<string>(8).fill('a'.repeat(16_384))
  const session = {
    data: { accountAddress: '', chainId: 'eip155:1', uri: 'https://a' },
    message: '',
    signature: '',
    cacao: { h: { t: '' }, p: { ...signed, resources }, s: { t: 'eip191', s: '' } },
  }
  const payload = { ...view, networks: [], accounts, session, theme: 'light', health: 'ok' }
  const bounds = { depth: limits.depth, nodes: limits.nodesLarge, size: limits.sizeLarge }
  return { payload, units: judge({ epoch: 7, type: 'STATE', payload }, bounds).size }
})()

test('a flood of large messages closes the port after the burst of units, and the rest is not parsed [C62]', async () => {
  const heard = vi.fn()
  const { say, closes, refusals } = subject({ listeners: { STATE: heard } }, ['host', 'host', 'app'])
  expect(largeState.units).toBeGreaterThan(limits.sizeLarge / 3)
  for (let count = 0; count < limits.rate; count++) say('STATE', largeState.payload)
  await settled()
  expect(refusals).toEqual(['FLOOD'])
  expect(closes).toEqual(['FLOOD'])
  expect(heard).toHaveBeenCalledTimes(Math.floor(limits.sizeBurst / largeState.units))
})

test('a snapshot has no room for values of any form: the signed object of its session holds its own fields only [C62]', () => {
  const heard = vi.fn()
  const { say, refusals } = subject({ listeners: { STATE: heard } }, ['host', 'host', 'app'])
  const p = { iss: 'i', domain: 'd', aud: 'a', version: '1', nonce: 'n', iat: 't' }
  const cacao = { h: { t: 'caip122' }, p, s: { t: 'eip191', s: '0x00' } }
  const data = { chainId: 'eip155:1', accountAddress: '', uri: 'https://a.example' }
  const withSigned = (signed: object) => ({
    ...largeState.payload,
    session: { data, message: '', signature: '', cacao: signed },
  })
  say('STATE', withSigned(cacao))
  expect(heard).toHaveBeenCalledTimes(1)
  say('STATE', withSigned(Array<number>(40_000).fill(1)))
  say('STATE', withSigned({ ...cacao, more: 1 }))
  say('STATE', withSigned({ ...cacao, p: { ...p, statement: 'x'.repeat(5000) } }))
  expect(heard).toHaveBeenCalledTimes(1)
  expect(refusals).toEqual(['BAD_SHAPE', 'BAD_SHAPE', 'BAD_SHAPE'])
})

test('no more units are accepted in a minute than the rate and the burst allow [C62]', async () => {
  const heard = vi.fn()
  const every = (largeState.units / limits.sizeRate) * 1000
  const { say, closes } = subject({ listeners: { STATE: heard } }, ['host', 'host', 'app'])
  for (let at = 0; at < 60_000; at += every * 1.05) {
    say('STATE', largeState.payload)
    await vi.advanceTimersByTimeAsync(every * 1.05)
  }
  expect(closes).toEqual([])
  for (let at = 0; at < 60_000 && closes.length === 0; at += every * 0.9) {
    say('STATE', largeState.payload)
    await vi.advanceTimersByTimeAsync(every * 0.9)
  }
  expect(closes).toEqual(['FLOOD'])
})

test('an honest end waits until there is room for its units: all of them arrive, in order [C62]', async () => {
  const [here, there] = memoryPair()
  const refusals: string[] = []
  const heard: unknown[] = []
  const modal = openEnd(endOf('host', 'app', 'modal'), here)
  const host = openEnd(endOf('host', 'app', 'host'), there, {
    onRefusal: (reason) => refusals.push(reason),
    listeners: { STATE: (state) => heard.push(Reflect.get(state as object, 'network')) },
  })
  const networks = Array.from({ length: 100 }, (_, index) => `eip155:${index + 1}`)
  for (const network of networks) modal.notify('STATE', { ...largeState.payload, network })
  expect(heard.length).toBeLessThan(networks.length)
  await vi.advanceTimersByTimeAsync((networks.length * largeState.units * 1000) / (limits.sizeRate * 0.9))
  expect(refusals).toEqual([])
  expect(heard).toEqual(networks)
  expect(modal.pending).toEqual(idle)
  modal.close('DESTROYED')
  host.close('DESTROYED')
})

test('the largest message always finds room in time: the burst of a sender holds more than one', () => {
  expect(limits.sizeBurst * 0.9).toBeGreaterThan(limits.sizeLarge)
})

test('a peer that keeps below the flood but never waits for answers is closed before they pile up', async () => {
  const { channel, closes, port } = subject()
  let longest = 0
  for (let count = 0; count < 60_000 && closes.length === 0; count++) {
    port.deliver({ id: idOf(count), epoch: 7, type: 'PING', payload: {} })
    await vi.advanceTimersByTimeAsync(5)
    port.sent.length = 0
    longest = Math.max(longest, channel.pending.queued)
  }
  expect(closes).toEqual(['FLOOD'])
  expect(longest).toBeLessThanOrEqual(limits.queue * 2)
})

test('close rejects every call once with the reason, aborts handlers, leaves no timer', async () => {
  const signals: AbortSignal[] = []
  const { channel, port, say, closes } = subject({
    handlers: {
      CONNECT: (_, context) => {
        signals.push(context.signal)
        context.waitsForPerson()
        return new Promise<object>(() => {})
      },
    },
  })
  say('CONNECT', {}, idOf(1))
  await settled()
  const calls = Array.from({ length: 500 }, () => outcomeOf(channel.request('PING', {})))
  channel.close('DESTROYED')
  channel.close('PEER_GONE')
  await settled()
  expect(new Set(calls.map((call) => call.code))).toEqual(new Set(['DESTROYED']))
  expect(calls.every((call) => call.settlements === 1)).toBe(true)
  expect(signals.map((signal) => signal.reason as unknown)).toEqual([expect.objectContaining({ code: 'DESTROYED' })])
  expect(closes).toEqual(['DESTROYED'])
  expect(channel.pending).toEqual(idle)
  expect(vi.getTimerCount()).toBe(0)
  expect(port.sent.filter((message) => message.type === 'BYE')).toHaveLength(1)
  const late = outcomeOf(channel.request('PING', {}))
  channel.notify('WARNING', { code: 'ABC', text: 'a' })
  await settled()
  expect(late.code).toBe('DESTROYED')
})

test('two ends that close each other from their callbacks each close once', () => {
  const [here, there] = memoryPair()
  const closes: string[] = []
  const host = openEnd(endOf('host', 'app', 'host'), here, {
    onClose(reason) {
      closes.push(`host ${reason}`)
    },
  })
  openEnd(endOf('host', 'app', 'modal'), there, {
    onClose(reason) {
      closes.push(`modal ${reason}`)
      host.close('PEER_GONE')
    },
  })
  host.close('DESTROYED')
  expect(closes).toEqual(['modal PEER_GONE', 'host DESTROYED'])
})

test('a transport that throws rejects the call with SEND_FAILED and frees its place', async () => {
  const { channel, port } = subject({ limits: { inFlight: 1 } })
  vi.spyOn(port, 'send').mockImplementation(() => {
    throw new Error('dead')
  })
  const calls = Array.from({ length: 10 }, () => outcomeOf(channel.request('PING', {})))
  await settled()
  expect(new Set(calls.map((call) => call.code))).toEqual(new Set(['SEND_FAILED']))
  expect(channel.pending).toEqual(idle)
})

function nest(depth: number): object {
  let value: object = {}
  for (let level = 0; level < depth; level++) value = { value }
  return value
}

test('[C235] an answer with an error is reported by the name of our own request, whatever the other end writes', async () => {
  const failures: unknown[] = []
  const { channel, last, say } = subject({ onFailure: (type, code) => failures.push([type, code]) })
  const call = outcomeOf(channel.request('UI_CLOSE', { reason: 'user' }))
  await settled()
  const { id } = last('UI_CLOSE')
  say('UI_CLOSE_ERROR', { code: -32603, message: 'alice@mail.example', reason: 'INTERNAL' }, id)
  // Nothing waits for these.
  say('UI_CLOSE_ERROR', { code: -32603, message: 'again', reason: 'INTERNAL' }, id)
  say('MADE_UP_ERROR', { code: -32603, message: 'x', reason: 'INTERNAL' }, idOf(9))
  // An event goes to the page, never from it.
  say('EVENT', { name: 'SWAP_SUCCESS', at: 1, props: {} })
  await settled()
  expect(call).toMatchObject({ code: 'INTERNAL' })
  expect(failures).toEqual([['UI_CLOSE', 'INTERNAL']])
})

test('an answer without an error is no failure', async () => {
  const failures: unknown[] = []
  const { channel, last, say } = subject({ onFailure: (type, code) => failures.push([type, code]) })
  const call = outcomeOf(channel.request('UI_CLOSE', { reason: 'user' }))
  await settled()
  say('UI_CLOSE_SUCCESS', {}, last('UI_CLOSE').id)
  await settled()
  expect([call.ok, failures]).toEqual([true, []])
})
