/**
 * Locking, signing out and forgetting a device, with the real services: ending in one tab also ends in the other tabs
 * and at the service.
 */
import { describe, expect, test } from 'vitest'
import { installIndexedDb } from '../../frame-app/test/support/indexed-db.ts'
import { createPlace, itemName, type Place, signIn, signs } from './place.ts'
import { hostOrigin, servicesForAll } from './services.ts'

installIndexedDb()

const { services, newEmail } = await servicesForAll('lock')
const never = new AbortController().signal

describe('the lock', () => {
  test('a wallet that was idle tells its address, and signs when the user has pressed', async () => {
    const tab = createPlace(services).tab()
    const address = await (await signIn(services, tab, newEmail())).address()
    expect(await signs(tab, address)).toBe(true)
    tab.idle()
    expect((await tab.account.user({ chainId: 'eip155:1' }, never)).address).toBe(address)
    expect(tab.security.screen()).toBeUndefined()
    const signed = signs(tab, address)
    await expect.poll(tab.security.screen).toMatchObject({ kind: 'lock', screen: { why: 'idle' } })
    tab.security.lock.press('device')
    expect(await signed).toBe(true)
    expect(tab.security.screen()).toBeUndefined()
  })

  test('says that the service is unreachable, and the same press works once it is back', async () => {
    const tab = createPlace(services).tab()
    const address = await (await signIn(services, tab, newEmail())).address()
    tab.idle()
    const signed = signs(tab, address)
    services.cut(true)
    try {
      await expect.poll(tab.security.screen).toMatchObject({ kind: 'lock' })
      tab.security.lock.press('device')
      await expect
        .poll(tab.security.screen)
        .toMatchObject({ kind: 'lock', screen: { why: 'trouble', trouble: 'unreachable' } })
    } finally {
      services.cut(false)
    }
    tab.security.lock.press('device')
    expect(await signed).toBe(true)
  })

  test('a page that is loaded again opens by itself', async () => {
    const place = createPlace(services)
    const address = await (await signIn(services, place.tab(), newEmail())).address()
    expect(await signs(place.tab(), address)).toBe(true)
  })
})

/** Two tabs, of which the user has signed in in one; both sign. */
async function signedInTwice() {
  const place = createPlace(services)
  const [one, other] = [place.tab(), place.tab()]
  const email = newEmail()
  const address = await (await signIn(services, one, email)).address()
  expect(await signs(other, address)).toBe(true)
  return { place, one, other, email, address }
}

describe('signing out', () => {
  const cacheOf = (items: ReadonlyMap<string, string>) =>
    [...items.keys()].map((key) => key.split('/').at(-1) ?? '').toSorted()

  test('ends all tabs, the login cache and the session at the service, and keeps the device’s share', async () => {
    const { place, one, other, address } = await signedInTwice()
    expect(one.account.smartAccountNetworks()).toEqual([])
    const own = ['connected', 'email', 'emailLoginUsed', 'lastUsedChain', 'session', 'smartAccountEnabledNetworks']
    expect(cacheOf(place.items)).toEqual(own)
    const refreshToken = place.session()
    for (const item of ['socialUsername', 'lastEmailLoginTime']) place.items.set(itemName(services, item), '1')
    const ended = new Promise((resolve) => other.account.onEnd(resolve))

    // A newly loaded tab has no access token yet, but can end the session too.
    await place.tab().account.signOut()
    expect(await ended).toBe('signedOut')
    expect(cacheOf(place.items)).toEqual([])
    expect(other.account.isConnected()).toBe(false)
    await expect(signs(other, address)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect.poll(() => isLive(refreshToken, place)).toBe(false)
    expect((await place.vault().setsOf(refreshToken.userId)).length).toBe(1)
  })

  test('a user in the middle of a login keeps the wait between two emails, and nothing else', () => {
    const place = createPlace(services)
    const name = (item: string) => itemName(services, item)
    place.items.set(name('lastEmailLoginTime'), '1')
    place.items.set(name('email'), '"a@example.org"')
    place.items.set(name(`${hostOrigin}/lastUsedChain`), '"eip155:1"')
    expect(place.tab().account.isConnected()).toBe(false)
    expect(cacheOf(place.items)).toEqual(['lastEmailLoginTime'])
  })

  /** Whether the stored refresh token still opens a session, with the device's own key. */
  async function isLive(kept: ReturnType<Place['session']>, place: Place) {
    place.items.set(itemName(services, 'session'), JSON.stringify(kept))
    place.items.set(itemName(services, `${hostOrigin}/connected`), JSON.stringify(kept.login))
    const tab = place.tab()
    return tab.account.user({ chainId: 'eip155:1' }, never).then(
      () => true,
      () => false,
    )
  }
})

describe('forgetting this device', () => {
  test('ends all tabs, erases the share, and the service knows the device no more; the wallet is there on the next sign-in', async () => {
    const { place, one, other, email, address } = await signedInTwice()
    const { userId } = place.session()
    const ended = new Promise((resolve) => other.account.onEnd(resolve))
    one.security.show('devices')
    await expect.poll(one.security.devices.screen).toMatchObject({ status: 'list', devices: [{ isCurrent: true }] })
    const screen = one.security.devices.screen()
    one.security.devices.ask(screen.status === 'list' ? screen.devices[0]?.deviceId : undefined)
    await one.security.devices.confirm()
    expect(one.security.screen()).toMatchObject({ kind: 'devices', screen: { status: 'forgotten', isRevoked: true } })
    expect(await ended).toBe('forgotten')
    expect(place.items.size).toBe(0)
    expect(await place.vault().setsOf(userId)).toEqual([])
    // This was the only device, so its last share at the service is kept for the next sign-in.
    expect(await (await signIn(services, place.tab(), email, { seen: 1 })).address()).toBe(address)
  })

  test('works without the service, and says that it was not told', async () => {
    const place = createPlace(services)
    const tab = place.tab()
    await (await signIn(services, tab, newEmail())).address()
    services.cut(true)
    try {
      expect(await tab.account.forgetDevice()).toEqual({ isRevoked: false, isErased: true })
    } finally {
      services.cut(false)
    }
    expect(place.items.size).toBe(0)
  })
})
