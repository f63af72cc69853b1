/**
 * The page of the logins, with the real service, an OpenID provider and Farcaster on this machine: what is added, and when. The rules of the
 * service: `service/test/wallet/links`, `service/test/wallet/logins.test.ts`.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { LoginsScreen } from '../../frame-app/src/wallet/account-pages/logins.ts'
import { installIndexedDb } from '../../frame-app/test/support/indexed-db.ts'
import { signInAt } from '../../service/test/wallet/social/at-provider.ts'
import { type Farcaster, startFarcaster } from '../world/farcaster/farcaster.ts'
import { type OpenIdProvider, startOpenIdProvider } from '../world/openid-provider.ts'
import { createPlace, signIn, type Tab } from './place.ts'
import { type Services, startServices } from './services.ts'

installIndexedDb()

let services: Services
let provider: OpenIdProvider
let farcaster: Farcaster
/** Addresses of the windows that were opened. */
let opened: string[] = []
let isBlocked = false

beforeAll(async () => {
  farcaster = await startFarcaster()
  const { rpcUrl } = await farcaster.chain()
  services = await startServices('operator', async (walletUrl) => {
    provider = await startOpenIdProvider({ redirectUris: [`${walletUrl}/oauth/callback/acme`] })
    return {
      socials: [{ id: 'acme', name: 'Acme', issuer: provider.issuer, ...provider.client }],
      farcaster: { relayUrl: farcaster.relay.url, rpcUrls: [rpcUrl] },
    }
  })
})
afterAll(async () => {
  await services.stop()
  await Promise.all([provider.stop(), farcaster.stop()])
})
beforeEach(() => {
  opened = []
  isBlocked = false
  const popup = { closed: false, close() {}, focus() {} }
  vi.stubGlobal('window', {
    open(url: string) {
      if (isBlocked) return null
      opened.push(url)
      return popup
    },
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  services.cut(false)
})

const logins = (tab: Tab) => {
  const control = tab.security.logins()
  if (!control) throw new Error('The page is not open')
  return control
}
async function screenOf<S extends LoginsScreen['status']>(tab: Tab, status: S, more: object = {}) {
  return vi.waitFor(
    () => {
      const screen = tab.security.logins()?.screen()
      expect(screen).toMatchObject({ status, ...more })
      return screen as Extract<LoginsScreen, { status: S }> // as: just compared
    },
    { timeout: 30_000, interval: 50 },
  )
}
async function openPage(email: string) {
  const tab = createPlace(services).tab()
  const { address } = await signIn(services, tab, email)
  const own = await address()
  tab.security.show('logins')
  await screenOf(tab, 'list')
  return { tab, address: own }
}
const anyText: unknown = expect.any(String)
const twoDigits: unknown = expect.stringMatching(/^\d\d$/)
const names = (tab: Tab) => {
  const screen = logins(tab).screen()
  return screen.status === 'list'
    ? screen.logins.map(({ social, email, userName }) => social?.name ?? email ?? userName)
    : []
}

/** The user in the window: at the provider, and back. */
async function visit(window: string, login: string) {
  const away = await fetch(window, { redirect: 'manual' })
  const callback = await signInAt(new URL(away.headers.get('location') ?? ''), login)
  const page = await fetch(callback, { redirect: 'manual' })
  const text = await page.text()
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? ''
  return async (number: string) => {
    const body = new URLSearchParams({ state: field('state'), token: field('token'), number }).toString()
    const headers = { Origin: callback.origin, 'Content-Type': 'application/x-www-form-urlencoded' }
    await fetch(`${callback.origin}/v1/social/confirm`, { method: 'POST', headers, body })
  }
}

test('[C324] a login that is proven is not added before the user has seen whose it is and has confirmed', async () => {
  const { tab, address } = await openPage('ada@logins.example')
  const { offers } = await screenOf(tab, 'list')
  expect(offers.map(({ name }) => name)).toEqual(['Acme', 'Farcaster'])
  logins(tab).add('acme')
  expect(opened).toHaveLength(1)
  const { match = '' } = await screenOf(tab, 'window', { match: twoDigits })
  const pick = await visit(opened[0] ?? '', 'Ada')
  await screenOf(tab, 'window', { isConfirming: true })
  await pick(match)
  await screenOf(tab, 'found', { email: 'ada@mail.example', userName: 'Ada' })

  const elsewhere = createPlace(services).tab()
  await signIn(services, elsewhere, 'ada@logins.example', { seen: 1 })
  elsewhere.security.show('logins')
  await screenOf(elsewhere, 'list')
  expect(names(elsewhere)).toEqual(['ada@logins.example'])

  await logins(tab).confirm()
  await screenOf(tab, 'list', { done: { what: 'added', social: { name: 'Acme' } } })
  expect(names(tab)).toEqual(['ada@logins.example', 'Acme'])

  const farcasterApp = await farcaster.app('ada')
  logins(tab).add('farcaster')
  const { url = '' } = await screenOf(tab, 'code', { url: anyText })
  await farcasterApp.scan(url)
  await screenOf(tab, 'found', { userName: 'ada' })
  await logins(tab).confirm()
  await screenOf(tab, 'list', { done: { what: 'added' } })
  expect(names(tab)).toEqual(['ada@logins.example', 'Acme', 'Farcaster'])
  const user = await tab.account.user({ chainId: 'eip155:1' }, new AbortController().signal)
  // Who runs the recovery service, only the operator can say, who has not.
  expect(user).toMatchObject({ address, custodyLevel: 'L0' })
}, 60_000)

test('a login that is given up, left or declined is not added; a blocked window opens with another press', async () => {
  const { tab } = await openPage('bea@logins.example')
  isBlocked = true
  logins(tab).add('acme')
  await screenOf(tab, 'window', { isBlocked: true, match: anyText })
  isBlocked = false
  logins(tab).forward()
  expect(opened).toHaveLength(1)
  await screenOf(tab, 'window', { isBlocked: false })
  const pick = await visit(opened[0] ?? '', 'Bea')
  await pick('none')
  await screenOf(tab, 'list', { trouble: 'declined' })

  logins(tab).add('acme')
  await screenOf(tab, 'window', { match: anyText })
  logins(tab).stop()
  await screenOf(tab, 'list')
  // An answer that comes now changes nothing.
  await (await visit(opened[1] ?? '', 'Bea'))('10')
  await logins(tab).confirm()
  expect(names(tab)).toEqual(['bea@logins.example'])
  logins(tab).add('farcaster')
  await screenOf(tab, 'code')
  tab.security.close()
  expect(tab.security.screen()).toBeUndefined()
}, 60_000)

test('an outage is reported as one and ends by itself; a login of another wallet is refused', async () => {
  const add = async (tab: Tab) => {
    logins(tab).add('farcaster')
    const { url = '' } = await screenOf(tab, 'code', { url: anyText })
    return url
  }
  const app = await farcaster.app('dora')
  const { tab: other } = await openPage('dora@logins.example')
  await app.scan(await add(other))
  await screenOf(other, 'found')
  await logins(other).confirm()
  await screenOf(other, 'list', { done: { what: 'added' } })

  const { tab } = await openPage('eve@logins.example')
  const url = await add(tab)
  services.cut(true)
  await screenOf(tab, 'code', { isUnreachable: true })
  services.cut(false)
  await app.scan(url)
  await screenOf(tab, 'found')
  services.cut(true)
  await logins(tab).confirm()
  await screenOf(tab, 'found', { trouble: 'unreachable' })
  services.cut(false)
  await logins(tab).confirm()
  await screenOf(tab, 'list', { trouble: 'taken' })
  expect(names(tab)).toEqual(['eve@logins.example'])
}, 60_000)

test('one login is removed and the last one stays', async () => {
  const { tab } = await openPage('cleo@logins.example')
  logins(tab).add('farcaster')
  const { url = '' } = await screenOf(tab, 'code', { url: anyText })
  await (await farcaster.app('cleo')).scan(url)
  await screenOf(tab, 'found')
  await logins(tab).confirm()
  const { logins: two } = await screenOf(tab, 'list', { done: { what: 'added' } })
  logins(tab).ask(two[0]?.loginId)
  await screenOf(tab, 'list', { asked: { email: 'cleo@logins.example' } })
  await logins(tab).confirm()
  // The new login does not decide about the older one.
  await screenOf(tab, 'list', { trouble: 'coolingOff' })
  logins(tab).ask(two[1]?.loginId)
  await logins(tab).confirm()
  await screenOf(tab, 'list', { done: { what: 'removed', social: { name: 'Farcaster' } } })
  logins(tab).ask(two[0]?.loginId)
  await logins(tab).confirm()
  await screenOf(tab, 'list', { trouble: 'lastLogin' })
}, 60_000)
