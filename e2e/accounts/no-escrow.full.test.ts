/**
 * With the real services of a deployment that keeps no recovery secrets (`AIRLOCK_RECOVERY=person`): what the user is
 * told while only this device opens the wallet, and what can be done about it later.
 */
import { expect, test } from 'vitest'
import { readLoginFailure } from '../../frame-app/src/shared/login/failure.ts'
import { installIndexedDb } from '../../frame-app/test/support/indexed-db.ts'
import { createAuthenticator, createPlace, signIn, type Tab, usePasskey } from './place.ts'
import { servicesForAll } from './services.ts'

installIndexedDb()

const { services, newEmail } = await servicesForAll('alone', 'person')
const never = new AbortController().signal
const recovery = ({ security }: Tab) => security.recovery.screen()

/** Signs up, and dismisses the warning. */
async function signUpAlone(tab: Tab, email: string): Promise<string> {
  const { address } = await signIn(services, tab, email)
  const coming = address()
  await expect.poll(tab.security.screen).toMatchObject({ kind: 'offer', isWarning: true, screen: { methods: [] } })
  tab.security.leaveOffer()
  return coming
}

test('a device with an authenticator is offered a passkey; a user who declines is warned, and may still add one on that screen', async () => {
  const authenticator = createAuthenticator()
  const email = newEmail()
  const tab = createPlace(services, authenticator, { hasAuthenticator: true }).tab()
  const coming = (await signIn(services, tab, email)).address()
  await expect.poll(tab.security.screen).toMatchObject({ kind: 'offer', isWarning: false, screen: { methods: [] } })
  tab.security.leaveOffer()
  expect(tab.security.screen()).toMatchObject({ kind: 'offer', isWarning: true })
  await tab.security.recovery.add()
  expect(tab.security.screen()).toMatchObject({ kind: 'offer', screen: { done: 'added' } })
  tab.security.leaveOffer()
  const address = await coming
  expect(tab.security.screen()).toBeUndefined()

  const elsewhere = createPlace(services, authenticator).tab()
  const { mails, address: open } = await signIn(services, elsewhere, email, { seen: 1 })
  const opening = open()
  await usePasskey(elsewhere, false)
  expect(await opening).toBe(address)
  expect(mails.count('recovery')).toBe(0)
})

test('a device that a restored service has never seen comes back by the passkey that it keeps [F10]', async () => {
  const authenticator = createAuthenticator()
  const email = newEmail()
  const first = createPlace(services, authenticator).tab()
  const address = await signUpAlone(first, email)
  const putBack = await services.backUp()
  first.security.show('recovery')
  await expect.poll(() => recovery(first)).toMatchObject({ status: 'list' })
  await first.security.recovery.add()
  expect(recovery(first)).toMatchObject({ done: 'added' })
  const second = createPlace(services, authenticator)
  const before = second.tab()
  const opening = (await signIn(services, before, email, { seen: 1 })).address()
  await expect.poll(before.security.screen).toMatchObject({ kind: 'newDevice' })
  before.security.newDevice.usePasskey()
  expect(await opening).toBe(address)
  // The backup contains neither the passkey, nor the second device, nor their sessions.
  await putBack()
  await expect(second.tab().account.user({}, never)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })

  const tab = second.tab()
  const { address: known } = await signIn(services, tab, email, { seen: 2 })
  expect(await known()).toBe(address)
  const text = { kind: 'evmMessage', signer: address as `0x${string}`, message: '0x' } as const // as: an EVM address
  const signed = tab.signer.sign(text, never)
  await expect
    .poll(tab.security.screen)
    .toMatchObject({ kind: 'lock', screen: { trouble: 'notStored', hasPasskey: true } })
  tab.security.lock.press('passkey')
  expect(await signed).toMatch(/^0x/)
  // From now on it opens without a prompt.
  expect(await second.tab().signer.sign(text, never)).toMatch(/^0x/)
})

test('no authenticator: the warning comes first; a user who closes the modal there is signed in', async () => {
  const tab = createPlace(services).tab()
  const coming = (await signIn(services, tab, newEmail())).address()
  await expect.poll(tab.security.screen).toMatchObject({ kind: 'offer', isWarning: true, screen: { methods: [] } })
  tab.security.close()
  expect(await coming).toMatch(/^0x/)
  expect(tab.security.screen()).toBeUndefined()
})

test('another device says that nothing opens the wallet there; a passkey made on its own device, after a restart, does', async () => {
  const authenticator = createAuthenticator()
  const email = newEmail()
  const place = createPlace(services, authenticator)
  const address = await signUpAlone(place.tab(), email)

  const elsewhere = createPlace(services, authenticator).tab()
  const { user } = await signIn(services, elsewhere, email, { seen: 1 })
  const error = await user().then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toMatchObject({ code: 'WALLET_FAILED' })
  expect(readLoginFailure(error)).toEqual({ reason: 'NO_WAY_IN' })

  // A new tab: the Key Worker of the sign-up, with the secret, is gone.
  const later = place.tab()
  later.security.show('recovery')
  await expect.poll(() => recovery(later)).toMatchObject({ status: 'list', methods: [], isAtHand: false })
  await later.security.recovery.add()
  expect(recovery(later)).toMatchObject({ status: 'list', methods: [], isAtHand: true })
  await later.security.recovery.add()
  expect(recovery(later)).toMatchObject({ level: 'L2', done: 'added', methods: [{ kind: 'passkey' }] })

  const opening = user()
  await expect.poll(elsewhere.security.screen).toMatchObject({ kind: 'newDevice' })
  elsewhere.security.newDevice.usePasskey()
  expect((await opening).address).toBe(address)
})

test('a passkey opens the recovery secret for another one, where no email does', async () => {
  const email = newEmail()
  const authenticator = createAuthenticator()
  const first = createPlace(services, authenticator, { hasAuthenticator: true }).tab()
  const coming = (await signIn(services, first, email)).address()
  await expect.poll(first.security.screen).toMatchObject({ kind: 'offer' })
  await first.security.recovery.add()
  first.security.leaveOffer()
  await coming

  const elsewhere = createPlace(services, authenticator)
  const opened = elsewhere.tab()
  const opening = (await signIn(services, opened, email, { seen: 1 })).address()
  await expect.poll(opened.security.screen).toMatchObject({ kind: 'newDevice' })
  opened.security.newDevice.usePasskey()
  await opening
  const later = elsewhere.tab()
  await later.account.open(never)
  later.security.show('recovery')
  await expect.poll(() => recovery(later)).toMatchObject({ methods: [{ kind: 'passkey' }], isAtHand: false })
  await later.security.recovery.add()
  expect(recovery(later)).toMatchObject({ isAtHand: true })
  await later.security.recovery.add()
  expect(recovery(later)).toMatchObject({ done: 'added', methods: [{}, {}] })
})

test('a stranger who reads the mailbox once and removes the only device does not lock the owner out: the device’s own share opens the wallet, and enrols it again', async () => {
  const email = newEmail()
  const place = createPlace(services)
  let owner = place.tab()
  const address = await signUpAlone(owner, email)

  for (const round of [1, 2]) {
    const thief = createPlace(services).tab()
    const { user } = await signIn(services, thief, email, { seen: 2 * round - 1 })
    expect(await user().then(() => undefined, readLoginFailure)).toEqual({ reason: 'NO_WAY_IN' })
    thief.security.show('devices')
    await expect.poll(thief.security.devices.screen).toMatchObject({ status: 'list' })
    const listed = thief.security.devices.screen()
    const others = listed.status === 'list' ? listed.devices.filter(({ isCurrent }) => !isCurrent) : []
    for (const { deviceId } of others) {
      thief.security.devices.ask(deviceId)
      await thief.security.devices.confirm()
    }
    expect(thief.security.devices.screen()).toMatchObject({ devices: [{ isCurrent: true }] })

    // Other tabs are notified when the device has its new name.
    const ended = new Promise((resolve) => owner.account.onEnd(resolve))
    const back = place.tab()
    expect(await back.account.user({}, never).then(() => undefined, readLoginFailure)).toEqual({
      reason: 'DEVICE_REMOVED',
    })
    expect(await ended).toBe('removed')
    const { address: reopened } = await signIn(services, back, email, { seen: 2 * round })
    expect(await reopened()).toBe(address)
    expect(await place.vault().setsOf(place.session().userId)).toHaveLength(1)
    owner = back
  }

  // The new share set contains the recovery secret like the first one, so a passkey can be added.
  const later = place.tab()
  later.security.show('recovery')
  await expect.poll(() => recovery(later)).toMatchObject({ status: 'list', methods: [], isAtHand: false })
  await later.security.recovery.add()
  await later.security.recovery.add()
  expect(recovery(later)).toMatchObject({ level: 'L2', done: 'added', methods: [{ kind: 'passkey' }] })
})
