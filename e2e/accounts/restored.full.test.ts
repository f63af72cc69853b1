/**
 * The wallet service restored from a backup that is older than the wallet: the wallet's device still knows the wallet,
 * and a passkey there opens it and stores it again.
 */
import { expect, test } from 'vitest'
import { readLoginFailure } from '../../frame-app/src/shared/login/failure.ts'
import { installIndexedDb } from '../../frame-app/test/support/indexed-db.ts'
import { createAuthenticator, createPlace, type Place, signIn, type Tab } from './place.ts'
import { servicesForAll } from './services.ts'

installIndexedDb()

const { services, newEmail } = await servicesForAll('restored')
const never = new AbortController().signal

/** Signs up, by default with a passkey. Returns the address. */
async function signUp(place: Place, email: string, { hasPasskey = true, seen = 0 } = {}): Promise<string> {
  const tab = place.tab()
  const coming = (await signIn(services, tab, email, { seen })).address()
  await expect.poll(tab.security.screen).toMatchObject({ kind: 'offer' })
  if (hasPasskey) await tab.security.recovery.add()
  tab.security.leaveOffer()
  return coming
}
const createPlaceWith = (authenticator: ReturnType<typeof createAuthenticator>) =>
  createPlace(services, authenticator, { hasAuthenticator: true })

/** The session is not in the backup either, so the user signs in again. */
async function signInAgain(place: Place, email: string, seen: number) {
  const before = place.tab()
  await expect(before.account.user({}, never)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  const tab = place.tab()
  return { tab, ...(await signIn(services, tab, email, { seen })) }
}
/** Makes a wallet and then restores a backup that is older than the wallet. */
async function lose(authenticator = createAuthenticator(), more: { readonly hasPasskey?: boolean } = {}) {
  const [place, email] = [createPlaceWith(authenticator), newEmail()]
  const putBack = await services.backUp()
  const address = await signUp(place, email, more)
  await putBack()
  return { place, email, address }
}
const sign = (tab: Tab, address: string) =>
  tab.signer.sign({ kind: 'evmMessage', signer: address as `0x${string}`, message: '0x' }, never) // as: an EVM address

test('the passkey of its device opens the wallet, and stores it again: elsewhere it is the same one [F10]', async () => {
  const authenticator = createAuthenticator()
  const { place, email, address } = await lose(authenticator)
  const { tab, address: known } = await signInAgain(place, email, 1)
  expect(await known()).toBe(address)
  const signed = sign(tab, address)
  await expect
    .poll(tab.security.screen)
    .toEqual({ kind: 'lock', screen: { why: 'trouble', trouble: 'notStored', hasPasskey: true, opening: undefined } })
  tab.security.lock.press('passkey')
  expect(await signed).toMatch(/^0x/)
  expect(tab.security.screen()).toBeUndefined()
  expect(await place.vault().setsOf(place.session().userId)).toMatchObject([{ state: 'ACTIVE' }])

  // From now on it opens without a prompt again.
  const later = place.tab()
  await sign(later, address)
  const elsewhere = createPlaceWith(authenticator).tab()
  const opening = (await signIn(services, elsewhere, email, { seen: 2 })).address()
  await expect.poll(elsewhere.security.screen).toMatchObject({ kind: 'newDevice', screen: { hasMail: false } })
  elsewhere.security.newDevice.usePasskey()
  expect(await opening).toBe(address)
})

test('the passkey opens the wallet although the service is gone again', async () => {
  const { place, email, address } = await lose()
  const { tab, address: known } = await signInAgain(place, email, 1)
  expect(await known()).toBe(address)
  const signed = sign(tab, address)
  await expect.poll(tab.security.screen).toMatchObject({ kind: 'lock', screen: { trouble: 'notStored' } })
  services.cut(true)
  try {
    tab.security.lock.press('passkey')
    expect(await signed).toMatch(/^0x/)
  } finally {
    services.cut(false)
  }
  const later = place.tab()
  const stored = sign(later, address)
  await expect.poll(later.security.screen).toMatchObject({ kind: 'lock', screen: { trouble: 'notStored' } })
  later.security.lock.press('passkey')
  await stored
  expect(await sign(place.tab(), address)).toMatch(/^0x/)
})

test('no passkey: no second address is made, the user reads why nothing opens, and nothing is lost', async () => {
  const { place, email } = await lose(createAuthenticator(), { hasPasskey: false })
  const { userId } = place.session()
  const before = await place.vault().setsOf(userId)
  const { user } = await signInAgain(place, email, 1)
  expect(await user().then(() => undefined, readLoginFailure)).toEqual({ reason: 'OTHER_WALLET' })
  expect(place.session().userId).toBe(userId)
  expect(await place.vault().setsOf(userId)).toEqual(before)
})

test('another wallet was stored first: the user is told, the passkey opens the device’s own wallet, and nothing is asked about the other one [C88]', async () => {
  const { place, email, address } = await lose()
  const { tab, address: known } = await signInAgain(place, email, 1)
  await known()
  const signed = sign(tab, address)
  await expect.poll(tab.security.screen).toMatchObject({ kind: 'lock', screen: { trouble: 'notStored' } })
  const stranger = createPlaceWith(createAuthenticator())
  await signUp(stranger, email, { seen: 2 })
  tab.security.lock.press('passkey')
  await expect
    .poll(tab.security.screen)
    .toMatchObject({ kind: 'lock', screen: { trouble: 'otherWallet', hasPasskey: true } })
  tab.security.lock.press('passkey')
  expect(await signed).toMatch(/^0x/)
  expect(tab.security.screen()).toBeUndefined()
})

test('the service has another wallet by now: the passkey alone opens the device’s own one', async () => {
  const { place, email, address } = await lose()
  const stranger = createPlaceWith(createAuthenticator())
  // The other wallet has its own passkey, and the device would be asked for that one.
  await signUp(stranger, email, { seen: 1 })

  const { tab, address: known } = await signInAgain(place, email, 2)
  expect(await known()).toBe(address)
  const signed = sign(tab, address)
  await expect
    .poll(tab.security.screen)
    .toMatchObject({ kind: 'lock', screen: { trouble: 'otherWallet', hasPasskey: true } })
  tab.security.lock.press('passkey')
  expect(await signed).toMatch(/^0x/)
})
