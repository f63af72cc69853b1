/** What is counted, when, and what never is. */
import { EventBody, type EventName, events } from '@airlock/protocol/contracts/analytics.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { failures, noteFailure } from '../src/modal/core/failures.ts'
import { hostOriginAtom, optionsAtom } from '../src/modal/core/options.ts'
import { toBody } from '../src/modal/session/analytics.ts'
import { track } from '../src/modal/session/notify.ts'
import { createTestModal } from './support/modal.ts'

beforeEach(() => {
  failures.clear()
  vi.useFakeTimers()
  vi.stubGlobal('location', { origin: 'https://modal.example' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

interface Sent {
  url: URL
  init: RequestInit
}

function createCounted({ isEnabled = true as unknown, status = 202 } = {}) {
  const modal = createTestModal()
  const sent: Sent[] = []
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    const url = new URL(address)
    sent.push({ url, init })
    return Promise.resolve(
      url.pathname === '/getAnalyticsConfig'
        ? Response.json({ isAnalyticsEnabled: isEnabled })
        : new Response('{}', { status }),
    )
  })
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  const context = {
    ...modal.context,
    project: {
      ...modal.context.project,
      listingUrl: 'https://api.example',
      analyticsUrl: 'https://pulse.example',
    },
  }
  modal.store.set(hostOriginAtom, 'https://shop.example')
  const posts = () => sent.filter(({ init }) => init.method === 'POST')
  const names = () => bodies().map(({ props }) => props.event)
  /** The bodies that were sent, oldest first. */
  const bodies = () =>
    posts().flatMap(({ init }) => {
      const body: unknown = JSON.parse(z.parse(z.string(), init.body))
      return z.parse(z.array(EventBody), Array.isArray(body) ? body : [body])
    })
  return { ...modal, context, sent, posts, names, page, bodies }
}
/** The counter is a chunk of its own: let it arrive, and the switch be asked for. */
const settle = async () => {
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(0)
}

test('an opening is counted with what the page configured; events go together after ten seconds', async () => {
  const { context, posts, names, sent } = createCounted()
  track(context, 'MODAL_OPEN', { connected: false })
  track(context, 'CLICK_NETWORKS')
  await settle()
  expect(sent.map(({ url }) => url.href)).toEqual([
    'https://api.example/getAnalyticsConfig?projectId=test&st=appkit&sv=html-universal-0.0.0',
  ])
  await vi.advanceTimersByTimeAsync(9_999)
  expect(posts()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(posts().map(({ url }) => url.href)).toEqual([
    'https://pulse.example/batch?projectId=test&st=appkit&sv=html-universal-0.0.0',
  ])
  expect(names()).toEqual(['INITIALIZE', 'MODAL_OPEN', 'CLICK_NETWORKS'])
  expect(posts()[0]?.init).toMatchObject({
    keepalive: true,
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    headers: { 'content-type': 'text/plain;charset=UTF-8' },
  })
  track(context, 'CLICK_ALL_WALLETS')
  await settle()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(posts().at(-1)?.url.pathname).toBe('/e')
  // And then it is quiet.
  await vi.advanceTimersByTimeAsync(600_000)
  expect(posts()).toHaveLength(2)
  expect(vi.getTimerCount()).toBe(0)
})

test('before the first opening nothing is asked, loaded or sent', async () => {
  const { context, sent, told } = createCounted()
  track(context, 'SWITCH_NETWORK', { network: 'eip155:1' })
  track(context, 'DISCONNECT_SUCCESS', { namespace: 'all' })
  await settle()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([])
  // The page hears of it all the same.
  expect(told.map(({ type }) => type)).toEqual(['EVENT', 'EVENT'])
})

test.each(['the page', 'the project record'])('switched off by %s, nothing is asked or sent', async (who) => {
  const { context, sent, store } = createCounted()
  const options = store.get(optionsAtom)
  if (who === 'the page' && options)
    store.set(optionsAtom, { ...options, features: { ...options.features, analytics: false } })
  const { analyticsUrl: _, ...record } = context.project
  track(who === 'the page' ? context : { ...context, project: record }, 'MODAL_OPEN', { connected: false })
  await settle()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([])
})

test.each([
  ['off', false],
  ['in doubt', 'maybe'],
])('the owner’s switch is %s: nothing is sent, then or later', async (_what, isEnabled) => {
  const { context, posts } = createCounted({ isEnabled })
  track(context, 'MODAL_OPEN', { connected: false })
  await settle()
  track(context, 'CLICK_NETWORKS')
  track(context, 'MODAL_CLOSE', { connected: false })
  await settle()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(posts()).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

test('closing sends at once, and so does a page that goes away', async () => {
  const { context, posts, names, page } = createCounted()
  track(context, 'MODAL_OPEN', { connected: false })
  await settle()
  track(context, 'MODAL_CLOSE', { connected: true })
  await settle()
  expect(names()).toEqual(['INITIALIZE', 'MODAL_OPEN', 'MODAL_CLOSE'])
  track(context, 'CLICK_NETWORKS')
  await settle()
  page.dispatchEvent(new Event('pagehide'))
  expect(posts()).toHaveLength(2)
  page.dispatchEvent(new Event('pagehide'))
  expect(posts()).toHaveLength(2)
})

test('a refused origin is reported to the developer once; every other failure is silent', async () => {
  const { context, told } = createCounted({ status: 403 })
  for (let round = 0; round < 3; round += 1) {
    track(context, 'MODAL_OPEN', { connected: false })
    track(context, 'MODAL_CLOSE', { connected: false })
    await settle()
  }
  expect(told.filter(({ type }) => type === 'WARNING').map(({ payload }) => payload)).toMatchObject([
    { code: 'ANALYTICS_ORIGIN_REFUSED', text: expect.stringContaining('https://modal.example') as unknown },
  ])
  const other = createCounted({ status: 500 })
  track(other.context, 'MODAL_OPEN', { connected: false })
  track(other.context, 'MODAL_CLOSE', { connected: false })
  await settle()
  expect(other.told.filter(({ type }) => type === 'WARNING')).toEqual([])
})

test('a storm of events is bounded, and no batch is larger than the service takes', async () => {
  const { context, posts, names } = createCounted()
  track(context, 'MODAL_OPEN', { connected: false })
  await settle()
  for (let index = 0; index < 500; index += 1) track(context, 'CLICK_NETWORKS')
  await settle()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(names()).toHaveLength(502)
  for (const { init } of posts()) {
    const batch: unknown = JSON.parse(z.parse(z.string(), init.body))
    expect(Array.isArray(batch) && batch.length <= 50).toBe(true)
  }
})

test('no event holds an address or a pairing code, whatever a wallet is called and however it fails', () => {
  const hex = (length: number) =>
    fc.string({ unit: fc.constantFrom(...Array.from('0123456789abcdef')), minLength: length, maxLength: length })
  const secret = fc.oneof(
    hex(40).map((address) => `0x${address}`),
    fc.tuple(hex(64), hex(64)).map(([topic, key]) => `wc:${topic}@2?symKey=${key}`),
    fc.emailAddress(),
  )
  const names = Object.keys(events) as EventName[] // as: the keys of the table
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.dictionary(
        fc.constantFrom('name', 'message', 'search', 'error', 'platform', 'badge', 'method', 'address', 'uri'),
        fc.oneof(secret, fc.constantFrom('mobile', '', 'qrcode', 'x')),
      ),
      (name, props) => {
        const body = toBody({ name, props, at: 1 }, 'https://shop.example')
        if (!body) return
        expect(EventBody.safeParse(body).success).toBe(true)
        expect(JSON.stringify(body.props)).not.toMatch(/0x[0-9a-f]{40}|wc:|symKey|@/)
      },
    ),
    { numRuns: 500 },
  )
  expect(
    toBody(
      { name: 'SELECT_WALLET', props: { name: `0x${'ab'.repeat(20)}`, platform: 'browser' }, at: 1 },
      'https://shop.example',
    )?.props,
  ).toEqual({ type: 'track', event: 'SELECT_WALLET', properties: { name: '', platform: 'browser' } })
})

const sample = {
  connected: true,
  isSmartAccount: false,
  network: 'eip155:1',
  networks: ['eip155:1'],
  badge: 'certified',
  searchLength: 8,
  name: 'Wallet',
  platform: 'mobile',
  method: 'qrcode',
  message: 'WALLET_FAILED',
  error: 'WALLET_FAILED',
  namespace: 'all',
  accountType: 'eoa',
  provider: 'meld',
  swapFromToken: 'ETH',
  swapToToken: `eip155:1:0x${'ab'.repeat(20)}`,
  swapFromAmount: '1.5',
  swapToAmount: '3',
  token: 'ETH',
  amount: 1,
} as const

test.each(Object.keys(events) as EventName[])(
  '%s is sent with its properties, the origin and nothing else',
  async (name) => {
    const { context, bodies, page, told } = createCounted()
    track(context, 'MODAL_OPEN', { connected: true })
    await settle()
    const properties = Object.fromEntries(
      Object.keys(events[name].shape)
        .filter((key) => key in sample)
        .map((key) => [key, name.startsWith('SOCIAL') && key === 'provider' ? 'google' : Reflect.get(sample, key)]),
    )
    const at = Date.now()
    Reflect.apply(track, undefined, [context, name, properties])
    await settle()
    page.dispatchEvent(new Event('pagehide'))
    const all = bodies()
    expect(all.at(-1)).toEqual({
      eventId: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      url: 'https://shop.example',
      domain: 'shop.example',
      timestamp: at,
      props: {
        type: name === 'INTERNAL_SDK_ERROR' ? 'error' : 'track',
        event: name,
        ...(Object.keys(properties).length > 0 && { properties }),
      },
    })
    expect(new Set(all.map(({ eventId }) => eventId)).size).toBe(all.length)
    expect(told.at(-1)).toEqual({ type: 'EVENT', payload: { name, at, props: properties } })
  },
)

test('the configuration of the page is reported once, without its texts', async () => {
  const { context, bodies, store } = createCounted()
  const options = store.get(optionsAtom)
  if (options) store.set(optionsAtom, { ...options, defaultNetwork: 'eip155:10', allowUnsupportedChain: true })
  for (const connected of [false, true]) {
    track(context, 'MODAL_OPEN', { connected })
    track(context, 'MODAL_CLOSE', { connected })
    await settle()
  }
  const [first, ...rest] = bodies()
  expect(first?.props).toMatchObject({
    event: 'INITIALIZE',
    properties: { defaultNetwork: 'eip155:10', allowUnsupportedChain: true, showWallets: true, themeMode: 'auto' },
  })
  expect(rest.map(({ props }) => props.event)).not.toContain('INITIALIZE')
})

describe('INTERNAL_SDK_ERROR', () => {
  const errorsIn = (bodies: readonly EventBody[]) =>
    bodies.flatMap(({ props }) => (props.event === 'INTERNAL_SDK_ERROR' ? [[props.type, props.properties]] : []))
  const started = async () => {
    const counted = createCounted()
    track(counted.context, 'MODAL_OPEN', { connected: false })
    await settle()
    const send = async () => {
      await settle()
      await settle()
      counted.page.dispatchEvent(new Event('pagehide'))
    }
    const fire = (type: string, fields: object) => counted.page.dispatchEvent(Object.assign(new Event(type), fields))
    return { ...counted, send, fire }
  }
  const ours = (message: string) =>
    Object.assign(new TypeError(message), {
      stack: `TypeError: ${message}\n    at press (https://modal.example/assets/first-0f0f0f0.js:2:6)`,
    })

  test('[C234] an uncaught error of the modal is told once, by its class and its place', async () => {
    const { send, fire, bodies } = await started()
    for (const message of ['alice@mail.example', `0x${'ab'.repeat(20)}`]) {
      fire('error', { error: ours(message), message })
      fire('unhandledrejection', { reason: ours(message) })
    }
    fire('error', { error: new Error('of an extension') })
    fire('error', { message: 'Script error.' })
    await send()
    expect(errorsIn(bodies())).toEqual([
      ['error', { errorType: 'TypeError', errorMessage: 'first-0f0f0f0.js:2:6', uncaught: true }],
    ])
    expect(JSON.stringify(bodies())).not.toMatch(/alice|abab|extension/)
  })

  test('an outcome with the code INTERNAL is told with the name of its event', async () => {
    const { context, send, bodies } = await started()
    track(context, 'CONNECT_ERROR', { message: 'INTERNAL' })
    track(context, 'CONNECT_ERROR', { message: 'INTERNAL' })
    track(context, 'CONNECT_ERROR', { message: 'WALLET_FAILED' })
    await send()
    expect(errorsIn(bodies())).toEqual([
      ['error', { errorType: 'INTERNAL', errorMessage: 'CONNECT_ERROR', uncaught: false }],
    ])
  })

  test('[C235] a request that the page or the wallet frame answers with INTERNAL is told by its name', async () => {
    const { context, send, bodies } = await started()
    noteFailure('page')('WALLET_REQUEST', 'INTERNAL')
    noteFailure('page')('WALLET_REQUEST', 'INTERNAL')
    noteFailure('page')('LINK_OPEN', 'USER_REJECTED')
    noteFailure('wallet')('RPC_REQUEST', 'INTERNAL')
    track(context, 'CLICK_NETWORKS')
    await send()
    expect(errorsIn(bodies())).toEqual([
      ['error', { errorType: 'INTERNAL', errorMessage: 'page WALLET_REQUEST', uncaught: false }],
      ['error', { errorType: 'INTERNAL', errorMessage: 'wallet RPC_REQUEST', uncaught: false }],
    ])
  })

  test('[C235] a page that fails in every way is counted a few times, not without end', async () => {
    const { context, send, bodies } = await started()
    for (let index = 0; index < 100; index += 1) noteFailure('page')(`TYPE_${index}`, 'INTERNAL')
    track(context, 'CLICK_NETWORKS')
    await send()
    expect(errorsIn(bodies())).toHaveLength(20)
  })
})
