/** Consecutive sessions in one partition, with the real services: remains of an earlier session never affect the next. */
import { afterEach, expect, test, vi } from 'vitest'
import { ServiceRefusal } from '../../frame-app/src/wallet/custody/service.ts'
import { installIndexedDb } from '../../frame-app/test/support/indexed-db.ts'
import { createAuthenticator, createPlace, itemName, signIn, type Tab } from './place.ts'
import { servicesForAll } from './services.ts'

installIndexedDb()

/** The clock of everything here, services included. Hoisted, because they keep the `Date.now` that they find when they load. */
const clock = vi.hoisted(() => {
  const now = Date.now
  const moved = { aheadMs: 0 }
  Date.now = () => now() + moved.aheadMs
  return moved
})
const minute = 60_000

const { services, newEmail } = await servicesForAll('sessions')
afterEach(() => {
  services.cut(false)
  vi.unstubAllGlobals()
})
const never = new AbortController().signal
const ended = (tab: Tab) => new Promise((resolve) => tab.account.onEnd(resolve))

/** Holds back messages between tabs until the returned function is called, as in a tab that the browser has frozen. */
function freezeChannels() {
  let thaw = () => {}
  const thawed = new Promise<void>((resolve) => {
    thaw = resolve
  })
  class Late extends BroadcastChannel {
    override addEventListener(type: string, listener: EventListenerOrEventListenerObject) {
      const hear = typeof listener === 'function' ? listener : listener.handleEvent.bind(listener)
      super.addEventListener(type, (event) => void thawed.then(() => hear(event)))
    }
  }
  vi.stubGlobal('BroadcastChannel', Late)
  return () => {
    thaw()
    return new Promise((resolve) => setTimeout(resolve, 100))
  }
}

test('a device that was forgotten and signs in again in the same page is asked by an email of its own, and opens the same wallet', async () => {
  const email = newEmail()
  const address = await (await signIn(services, createPlace(services).tab(), email)).address()
  const tab = createPlace(services).tab()
  const first = await signIn(services, tab, email, { seen: 1 })
  expect(await first.address()).toBe(address)
  expect(first.mails.count('recovery')).toBe(1)
  await tab.account.forgetDevice()
  const second = await signIn(services, tab, email, { seen: 2 })
  expect(await second.address()).toBe(address)
  expect(second.mails.count('recovery')).toBe(1)
})

test('a recovery check is asked once for a login, and again when the service takes it no more', async () => {
  const email = newEmail()
  await (await signIn(services, createPlace(services).tab(), email)).address()
  const tab = createPlace(services).tab()
  const { mails } = await signIn(services, tab, email, { seen: 1 })
  const confirmed = () => tab.login.confirmRecovery(email, never, (checkId) => Promise.resolve(checkId))
  const first = await confirmed()
  expect(await confirmed()).toBe(first)
  expect(mails.count('recovery')).toBe(1)

  clock.aheadMs += 16 * minute
  const later = services.readMails(email)
  expect(await confirmed()).not.toBe(first)
  expect(later.count('recovery')).toBe(1)
})

/** A new user, and a tab that hears of the others only after `thaw`. */
function frozenTab() {
  const place = createPlace(services)
  const thaw = freezeChannels()
  const frozen = place.tab()
  vi.unstubAllGlobals()
  return { place, frozen, thaw, email: newEmail() }
}

test('a late message that another tab has signed out does not end a newer sign-in', async () => {
  const { place, frozen, thaw, email } = frozenTab()
  const tab = place.tab()
  const address = await (await signIn(services, frozen, email)).address()
  await tab.account.signOut()
  clock.aheadMs += minute
  await (await signIn(services, tab, email)).address()
  const kept = new Map(place.items)

  const heard = ended(frozen)
  await thaw()
  expect(await heard).toBe('signedOut')
  expect(place.items).toEqual(kept)
  expect((await place.tab().account.user({}, never)).address).toBe(address)
})

test('a tab that has signed in again stays signed in when it hears that the session before has ended', async () => {
  const { place, frozen, thaw, email } = frozenTab()
  await (await signIn(services, frozen, email)).address()
  await place.tab().account.signOut()
  clock.aheadMs += minute
  await (await signIn(services, frozen, email)).address()
  const onEnd = vi.fn()
  frozen.account.onEnd(onEnd)
  await thaw()
  expect(onEnd).not.toHaveBeenCalled()
  expect(frozen.account.isConnected()).toBe(true)
})

test('a late refusal of a call of an earlier session does not end the next one', async () => {
  const place = createPlace(services)
  const email = newEmail()
  const thaw = freezeChannels()
  const [one, other] = [place.tab(), place.tab()]
  await (await signIn(services, one, email)).address()
  await other.account.signOut()
  clock.aheadMs += minute
  await (await signIn(services, other, email)).address()
  const kept = place.session()

  // This tab was not notified; its token belongs to the session that has ended.
  one.security.show('devices')
  await expect.poll(one.security.devices.screen).toMatchObject({ status: 'list' })
  expect(place.session().userId).toBe(kept.userId)
  expect(await other.account.user({}, never)).toMatchObject({ email })
  await thaw()
  expect(place.tab().account.isConnected()).toBe(true)
})

test('a live session at the service opens nothing for an address that is not the one signed in here', async () => {
  const place = createPlace(services)
  const [email, otherEmail] = [newEmail(), newEmail()]
  const tab = place.tab()
  await (await signIn(services, tab, email)).address()
  services.cut(true)
  await tab.account.signOut()
  services.cut(false)
  await (await signIn(services, tab, otherEmail)).address()
  const { userId } = place.session()
  clock.aheadMs += minute
  expect(await tab.login.start(email)).toMatchObject({ action: 'VERIFY_OTP' })
  clock.aheadMs += minute
  // A user who is already signed in with this address needs no code, whatever its case.
  expect(await tab.login.start(otherEmail.toUpperCase())).toMatchObject({ action: 'CONNECT' })
  expect(place.session().userId).toBe(userId)
  expect(place.items.get(itemName(services, 'email'))).toBe(JSON.stringify(otherEmail))
})

/** A tab in which a passkey was made that could not be stored at the service; the user has signed out since. */
async function leftUnstored(email: string) {
  const authenticator = createAuthenticator()
  const made = vi.fn(authenticator.passkeys.create)
  const passkeys = { ...authenticator.passkeys, create: made }
  const tab = createPlace(services, { ...authenticator, passkeys }).tab()
  const add = async () => {
    tab.security.show('recovery')
    await expect.poll(tab.security.recovery.screen).toMatchObject({ status: 'list' })
    await tab.security.recovery.add()
    return tab.security.recovery.screen()
  }
  await (await signIn(services, tab, email)).address()
  made.mockImplementationOnce((wanted) => {
    services.cut(true)
    return authenticator.passkeys.create(wanted)
  })
  expect(await add()).toMatchObject({ trouble: 'unreachable' })
  services.cut(false)
  await tab.account.signOut()
  clock.aheadMs += minute
  return { tab, add, made }
}

test('a passkey that was made and not stored is stored when its user comes back, and not made a second time', async () => {
  const email = newEmail()
  const { tab, add, made } = await leftUnstored(email)
  await (await signIn(services, tab, email)).address()
  expect(await add()).toMatchObject({ done: 'added', methods: [{ kind: 'escrow' }, { kind: 'passkey' }] })
  expect(made).toHaveBeenCalledTimes(1)
})

test('a passkey that was made and not stored is not used for another user in the same page', async () => {
  const { tab, add, made } = await leftUnstored(newEmail())
  await (await signIn(services, tab, newEmail())).address()
  expect(await add()).toMatchObject({ done: 'added', methods: [{ kind: 'escrow' }, { kind: 'passkey' }] })
  expect(made).toHaveBeenCalledTimes(2)
})

test('leaving while a recovery email waits sends no second email', async () => {
  const email = newEmail()
  await (await signIn(services, createPlace(services).tab(), email)).address()
  const tab = createPlace(services).tab()
  const { mails } = await signIn(services, tab, email, { seen: 1 })
  const left = new AbortController()
  const asked = tab.login.confirmRecovery(email, left.signal, () => Promise.reject(new Error('released')))
  left.abort(new ServiceRefusal('CHECK_EXPIRED'))
  await expect(asked).rejects.toMatchObject({ code: 'CHECK_EXPIRED' })
  // The waiting email is still valid.
  expect(await tab.login.confirmRecovery(email, never, () => Promise.resolve('released'))).toBe('released')
  expect(mails.count('recovery')).toBe(1)
})
