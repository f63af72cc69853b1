import { InjectedWallet } from '@airlock/protocol/contracts/shapes/wallets.ts'
import { limits } from '@airlock/protocol/limits.ts'
import { parse } from '@airlock/protocol/parse.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readAnnouncement } from '../src/injected/read.ts'
import { createRegistry, type Registry } from '../src/injected/registry.ts'

let page: EventTarget & { ethereum?: unknown }
let registry: Registry
const changed = vi.fn()

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('window', page)
  changed.mockClear()
  registry = createRegistry(changed, () => false)
})
afterEach(() => {
  registry.stop()
  vi.unstubAllGlobals()
})

const uuid = (n: number) => `350670db-19fa-4704-a166-${n.toString(16).padStart(12, '0')}`
const png = 'data:image/png;base64,AAAA'
const info = (more: object = {}) => ({ uuid: uuid(1), name: 'Wally', icon: png, rdns: 'com.wally', ...more })
const provider = () => ({ request: () => {} })

/** Dispatches an announcement. Node's CustomEvent would read a hostile `detail`, so it is defined on a plain event. */
const announce = (detail: unknown) => {
  const event = new Event('eip6963:announceProvider')
  Object.defineProperty(event, 'detail', { value: detail })
  page.dispatchEvent(event)
}

test('a well-formed announcement is listed in the agreed form', () => {
  announce({ info: info(), provider: provider() })
  const [wallet] = registry.list()
  expect(wallet).toMatchObject({
    type: 'announced',
    namespace: 'eip155',
    name: 'Wally',
    rdns: 'com.wally',
    icon: png,
    disputed: false,
  })
  expect(parse(InjectedWallet, wallet).ok).toBe(true)
  expect(changed).toHaveBeenCalledTimes(1)
})

test.each([
  ['no detail', undefined],
  ['a string', 'detail'],
  ['no info', { provider: provider() }],
  ['no provider', { info: info() }],
  ['a provider that is a function', { info: info(), provider: () => {} }],
  ['a request that is no function', { info: info(), provider: { request: 'eth' } }],
  ['no uuid', { info: info({ uuid: undefined }), provider: provider() }],
  ['a uuid of another version', { info: info({ uuid: uuid(1).replace('4704', '1704') }), provider: provider() }],
  ['a uuid object', { info: info({ uuid: { toString: () => uuid(1) } }), provider: provider() }],
  ['an rdns without a dot', { info: info({ rdns: 'wally' }), provider: provider() }],
  ['an rdns with markup', { info: info({ rdns: 'com.<b>' }), provider: provider() }],
  ['a long rdns', { info: info({ rdns: `com.${'a'.repeat(200)}` }), provider: provider() }],
  ['an empty name', { info: info({ name: '\u202e\u0000 ' }), provider: provider() }],
  ['a name that is a number', { info: info({ name: 7 }), provider: provider() }],
])('%s is dropped', (_, detail) => {
  announce(detail)
  expect(registry.list()).toEqual([])
})

test.each([
  ['an address', 'https://tracker.example/x.png'],
  ['a script', 'javascript:alert(1)'],
  ['HTML', 'data:text/html,x'],
  ['too large an image', `data:image/png;base64,${'A'.repeat(limits.icon)}`],
])('%s is no icon, the wallet stays', (_, icon) => {
  announce({ info: info({ icon }), provider: provider() })
  expect(registry.list()[0]?.name).toBe('Wally')
  expect(registry.list()[0]?.icon).toBeUndefined()
})

test('each field is read once: a getter that changes its answer changes nothing [T13]', () => {
  const reads: Record<string, number> = {}
  const once = (name: string, answers: unknown[]) => ({
    enumerable: true,
    get() {
      reads[name] = (reads[name] ?? 0) + 1
      return answers[Math.min(reads[name], answers.length) - 1]
    },
  })
  const shifting = Object.defineProperties(
    {},
    {
      uuid: once('uuid', [uuid(1), uuid(2)]),
      name: once('name', ['Evil', 'MetaMask']),
      rdns: once('rdns', ['com.evil', 'io.metamask']),
      icon: once('icon', [png, 'javascript:1']),
    },
  )
  const shiftingProvider = Object.defineProperties({}, { request: once('request', [() => 'first', () => 'second']) })
  announce(
    Object.defineProperties(
      {},
      { info: once('info', [shifting, info()]), provider: once('provider', [shiftingProvider]) },
    ),
  )
  const [wallet] = registry.list()
  expect(wallet).toMatchObject({ name: 'Evil', rdns: 'com.evil' })
  expect(registry.list()).toEqual([wallet])
  expect(registry.find(wallet?.handle ?? '')?.request({ method: 'x' })).toBe('first')
  expect(registry.find(wallet?.handle ?? '')?.request({ method: 'x' })).toBe('first')
  expect(reads).toEqual({ info: 1, provider: 1, uuid: 1, name: 1, rdns: 1, icon: 1, request: 1 })
})

test('traps and throwing getters do not escape', () => {
  const angry: ProxyHandler<object> = new Proxy(
    {},
    {
      get: () => () => {
        throw new Error('trap')
      },
    },
  )
  announce(new Proxy({}, angry))
  announce({ info: new Proxy({}, angry), provider: provider() })
  announce({ info: info(), provider: new Proxy({}, angry) })
  announce({
    get info() {
      throw new Error('getter')
    },
  })
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  announce(proxy)
  Object.defineProperty(page, 'ethereum', {
    get() {
      throw new Error('getter')
    },
  })
  expect(() => registry.discover()).not.toThrow()
  expect(registry.list()).toEqual([])
})

test('any announcement is listed in the form of the schema, or not at all', () => {
  fc.assert(
    fc.property(
      fc.record(
        {
          uuid: fc.constantFrom(uuid(1), uuid(2), 'x'),
          name: fc.oneof(fc.string({ unit: 'binary' }), fc.anything()),
          rdns: fc.oneof(fc.domain(), fc.anything()),
          icon: fc.oneof(fc.constant(png), fc.anything()),
        },
        { requiredKeys: [] },
      ),
      (claims) => {
        const wallet = readAnnouncement(
          Object.assign(Object.create(null), { detail: { info: claims, provider: provider() } }) as Event,
        )
        if (wallet) expect(parse(InjectedWallet.shape.name, wallet.name).ok && wallet.name.length > 0).toBe(true)
      },
    ),
    { numRuns: 2000 },
  )
})

test('names lose control and bidirectional characters and are folded [T18]', () => {
  announce({ info: info({ name: '\u202eMeta\u200bMask\u0007 \uff37' }), provider: provider() })
  expect(registry.list()[0]?.name).toBe('MetaMask W')
})

test('uuids and reversed domain names are compared in lower case [T14]', () => {
  announce({ info: info({ rdns: 'Com.Wally', uuid: `${uuid(10).slice(0, -1)}A` }), provider: provider() })
  announce({ info: info({ rdns: 'com.WALLY', uuid: uuid(2) }), provider: provider() })
  announce({ info: info({ name: 'Thief', uuid: uuid(10) }), provider: provider() })
  expect(registry.list().map(({ name, rdns, disputed }) => [name, rdns, disputed])).toEqual([
    ['Wally', 'com.wally', true],
    ['Wally', 'com.wally', true],
    ['Thief', 'com.wally', true],
  ])
  expect(parse(InjectedWallet, { ...registry.list()[0], rdns: 'Com.Wally' }).ok).toBe(false)
})

test('a provider object is listed once, under its first announcement [T14]', () => {
  const first = provider()
  announce({ info: info(), provider: first })
  announce({ info: info({ uuid: uuid(2), rdns: 'com.other', name: 'Again' }), provider: first })
  expect(registry.list()).toMatchObject([{ name: 'Wally', disputed: false }])
  expect(registry.find(registry.list()[0]?.handle ?? '')?.identity).toBe(first)
})

test('a second provider under a known uuid is listed, and both are disputed, whatever rdns it claims [C57]', () => {
  const impostor = provider()
  const genuine = provider()
  announce({ info: info({ rdns: 'com.impostor', name: 'Wallet of all' }), provider: impostor })
  announce({ info: info(), provider: genuine })
  const list = registry.list()
  expect(list.map(({ name, disputed }) => [name, disputed])).toEqual([
    ['Wallet of all', true],
    ['Wally', true],
  ])
  expect(list.map(({ handle }) => registry.find(handle)?.identity)).toEqual([impostor, genuine])
  expect(changed).toHaveBeenCalledTimes(2)
})

test('two claimants of one rdns are both disputed', () => {
  announce({ info: info(), provider: provider() })
  announce({ info: info({ uuid: uuid(2) }), provider: provider() })
  announce({ info: info({ uuid: uuid(3), rdns: 'com.other', name: 'Other' }), provider: provider() })
  expect(registry.list().map((wallet) => wallet.disputed)).toEqual([true, true, false])
})

test.each(['Wally', 'WALLY', 'Ｗally'])('two wallets that read the same are both disputed: %s [C355]', (name) => {
  announce({ info: info(), provider: provider() })
  announce({ info: info({ uuid: uuid(2), rdns: 'com.wally.app', name }), provider: provider() })
  announce({ info: info({ uuid: uuid(3), rdns: 'com.other', name: 'Wally Pro' }), provider: provider() })
  expect(registry.list().map(({ disputed }) => disputed)).toEqual([true, true, false])
})

const filler = (index: number) => info({ uuid: uuid(index), rdns: `com.filler${index}`, name: `Filler ${index}` })

test('two hundred providers end as the limit, and the list says that it is cut [C58]', () => {
  for (let index = 1; index <= limits.wallets; index++) announce({ info: filler(index), provider: provider() })
  expect(registry.hasMore()).toBe(false)
  for (let index = limits.wallets + 1; index <= 200; index++) announce({ info: filler(index), provider: provider() })
  expect(registry.list()).toHaveLength(limits.wallets)
  expect(registry.hasMore()).toBe(true)
})

test('a crowd neither hides a wallet whose identity it borrows nor that the identity is disputed [C58]', () => {
  const genuine = provider()
  announce({ info: info({ name: 'Impostor' }), provider: provider() })
  for (let index = 2; index <= limits.wallets + 50; index++) announce({ info: filler(index), provider: provider() })
  announce({ info: info(), provider: genuine })
  const disputed = registry.list().filter((wallet) => wallet.disputed)
  expect(disputed.map(({ name }) => name)).toEqual(['Impostor', 'Wally'])
  expect(registry.find(disputed[1]?.handle ?? '')?.identity).toBe(genuine)
  expect(registry.hasMore()).toBe(true)
})

test('a crowd of rivals takes the place of no wallet that is listed [C58]', () => {
  const genuine = provider()
  announce({ info: info({ uuid: uuid(900), rdns: 'com.fake', name: 'Fake' }), provider: provider() })
  announce({ info: info(), provider: genuine })
  for (let index = 3; index <= limits.wallets; index++) announce({ info: filler(index), provider: provider() })
  const { handle } = registry.list()[1] ?? {}
  for (let index = 1; index <= 100; index++)
    announce({ info: { ...filler(3), uuid: uuid(1000 + index) }, provider: provider() })
  expect(registry.find(handle ?? '')?.identity).toBe(genuine)
  expect(registry.list()[1]).toMatchObject({ name: 'Wally', disputed: false })
  expect(registry.list()).toHaveLength(limits.wallets + limits.rivalWallets)
  expect(registry.hasMore()).toBe(true)
})

test('a crowd that shares one identity leaves room for the rival of another [C58]', () => {
  const genuine = provider()
  announce({ info: info({ rdns: 'com.impostor' }), provider: provider() })
  for (let index = 2; index <= limits.wallets; index++)
    announce({ info: { ...filler(2), uuid: uuid(index) }, provider: provider() })
  announce({ info: info(), provider: genuine })
  const last = registry.list().at(-1)
  expect(last).toMatchObject({ name: 'Wally', disputed: true })
  expect(registry.find(last?.handle ?? '')?.identity).toBe(genuine)
})

test('legacy wallets are found, once, and not beside their own announcement', () => {
  const announced = provider()
  announce({ info: info(), provider: announced })
  const other = provider()
  page.ethereum = Object.assign(announced, { providers: [announced, other, { request: 1 }, null] })
  registry.discover()
  registry.discover()
  expect(registry.list().map(({ name, type }) => [name, type])).toEqual([
    ['Wally', 'announced'],
    ['Browser Wallet', 'injected'],
  ])
})

test('our own announcement is not listed', () => {
  const own = provider()
  const mine = createRegistry(changed, (identity) => identity === own)
  announce({ info: info(), provider: own })
  expect(mine.list()).toEqual([])
  mine.stop()
})

test('discovery asks the page, handles change with the session', () => {
  const asked = vi.fn()
  page.addEventListener('eip6963:requestProvider', asked)
  announce({ info: info(), provider: provider() })
  registry.discover()
  expect(asked).toHaveBeenCalledTimes(1)
  const before = registry.list()[0]?.handle ?? ''
  registry.renew()
  expect(registry.find(before)).toBeUndefined()
  expect(registry.find(registry.list()[0]?.handle ?? '')).toBeDefined()
})

test('icons that together outgrow a message are left out; the wallets stay listed', () => {
  const heavy = `data:image/png;base64,${'A'.repeat(limits.icon - 30)}`
  for (let n = 0; n < limits.wallets; n++)
    announce({ info: info({ uuid: uuid(n), icon: heavy }), provider: provider() })
  const list = registry.list()
  expect(list).toHaveLength(limits.wallets)
  expect(JSON.stringify(list).length).toBeLessThan(limits.sizeLarge)
  expect(list[0]?.icon).toBe(heavy)
  expect(list.at(-1)?.icon).toBeUndefined()
})

test('wallets that the page brings are listed once, as external, under their ids and before all others', () => {
  const external = () => ({ request: () => Promise.resolve() })
  const own = external()
  registry.stop()
  registry = createRegistry(changed, () => false, [
    { id: 'coinbaseWalletSDK', name: 'Coinbase Wallet', icon: png, provider: own },
    { id: 'coinbaseWalletSDK', name: 'Again', provider: own },
    { id: 'safe', name: 'Safe', provider: external() },
  ])
  const crowd = Array.from({ length: limits.wallets }, (_, n) => ({
    info: info({ uuid: uuid(n), rdns: `com.w${n}`, name: `Wallet ${n}` }),
    provider: provider(),
  }))
  page.addEventListener('eip6963:requestProvider', () => crowd.forEach(announce))
  registry.discover()
  registry.discover()
  const wallets = registry.list()
  expect(wallets).toHaveLength(limits.wallets)
  const [coinbase, safe, ...others] = wallets
  expect(coinbase).toMatchObject({ type: 'external', id: 'coinbaseWalletSDK', name: 'Coinbase Wallet', icon: png })
  expect(safe).toMatchObject({ type: 'external', id: 'safe', name: 'Safe', disputed: false })
  expect(safe).not.toHaveProperty('icon')
  expect(new Set(others.map(({ type }) => type))).toEqual(new Set(['announced']))
  for (const wallet of wallets) expect(parse(InjectedWallet, wallet).ok).toBe(true)
})
