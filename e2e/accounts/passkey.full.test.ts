/**
 * Recovery by passkey, with the real services: on a new device without a recovery email, and for a wallet that the
 * service has lost.
 */
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { readLoginFailure } from '../../frame-app/src/shared/login/failure.ts'
import { installIndexedDb } from '../../frame-app/test/support/indexed-db.ts'
import { createAuthenticator, createPlace, signIn, signs, type Tab, usePasskey } from './place.ts'
import { type Services, servicesForAll } from './services.ts'

installIndexedDb()

const { services, newEmail } = await servicesForAll('passkey')
const never = new AbortController().signal

const recovery = ({ security }: Tab) => security.recovery.screen()

async function opened(tab: Tab) {
  tab.security.show('recovery')
  await expect.poll(() => recovery(tab)).toMatchObject({ status: 'list' })
}
async function addPasskey(tab: Tab) {
  await opened(tab)
  await tab.security.recovery.add()
  expect(recovery(tab)).toMatchObject({ status: 'list', done: 'added', isAtHand: true })
}

/** A new user whose first device has a passkey. */
async function signedUpWithPasskey() {
  const authenticator = createAuthenticator()
  const email = newEmail()
  const first = createPlace(services, authenticator).tab()
  const address = await (await signIn(services, first, email)).address()
  await addPasskey(first)
  return { authenticator, email, address }
}

test('a passkey that was removed opens nothing on this device either', async () => {
  const place = createPlace(services, createAuthenticator())
  const tab = place.tab()
  await (await signIn(services, tab, newEmail())).address()
  await addPasskey(tab)
  const kept = async () => (await place.vault().setsOf(place.session().userId)).flatMap(({ passkeys }) => passkeys)
  expect(await kept()).toHaveLength(1)
  const screen = recovery(tab)
  tab.security.recovery.ask(
    screen.status === 'list' ? screen.methods.find(({ kind }) => kind === 'passkey')?.methodId : '',
  )
  await tab.security.recovery.confirm()
  expect(recovery(tab)).toMatchObject({ done: 'removed', methods: [{ kind: 'escrow' }] })
  expect(await kept()).toEqual([])
})

test('after a sign-up a passkey is one press; a new device then opens by it, without a recovery email', async () => {
  const { authenticator, email, address } = await signedUpWithPasskey()

  const second = createPlace(services, authenticator).tab()
  const { mails, address: open } = await signIn(services, second, email, { seen: 1 })
  const coming = open()
  await usePasskey(second)
  expect(await coming).toBe(address)
  expect(second.security.screen()).toBeUndefined()
  expect(await signs(second, address)).toBe(true)
  expect([mails.count('device'), mails.count('code'), mails.count('recovery')]).toEqual([1, 1, 0])
})

test('a locked wallet whose share here is damaged: what the press asks for is seen over the lock', async () => {
  const place = createPlace(services)
  const tab = place.tab()
  const address = await (await signIn(services, tab, newEmail())).address()
  await addPasskey(tab)
  tab.security.close()
  const [record = expect.unreachable()] = await place.vault().setsOf(place.session().userId)
  await place.vault().put({ ...record, deviceShare: record.deviceShare.map((byte) => byte ^ 1) })
  tab.idle()
  const signed = signs(tab, address)
  await expect.poll(tab.security.screen).toMatchObject({ kind: 'lock', screen: { why: 'idle' } })
  tab.security.lock.press('device')
  await usePasskey(tab)
  expect(await signed).toBe(true)
  expect(tab.security.screen()).toBeUndefined()
})

test('no passkey at hand: the email is asked for; a user who declines opens nothing', async () => {
  const { authenticator, email, address } = await signedUpWithPasskey()
  authenticator.leaveAtHome()

  const second = createPlace(services, authenticator).tab()
  const { mails, address: open } = await signIn(services, second, email, { seen: 1 })
  const declined = open()
  await expect.poll(second.security.screen).toMatchObject({ kind: 'newDevice' })
  second.security.close()
  await expect(declined).rejects.toMatchObject({ code: 'USER_REJECTED' })

  const coming = open()
  await expect.poll(second.security.screen).toMatchObject({ kind: 'newDevice' })
  second.security.newDevice.usePasskey()
  await expect
    .poll(second.security.screen)
    .toMatchObject({ kind: 'newDevice', screen: { busy: false, failure: 'STOPPED' } })
  second.security.newDevice.useMail()
  expect(await coming).toBe(address)
  expect(mails.count('recovery')).toBe(1)
})

/** The same deployment with a project record that lacks the recovery service. */
const withoutRecovery = (): Services => {
  const { recoveryServiceUrl: _, ...project } = services.project
  return { ...services, project }
}

test('a project record without a recovery service: no secret is given to the wallet service as a whole', async () => {
  const email = newEmail()
  const tab = createPlace(withoutRecovery()).tab()
  const coming = (await signIn(services, tab, email)).address()
  await expect.poll(tab.security.screen).toMatchObject({ kind: 'offer', isWarning: true, screen: { methods: [] } })
  tab.security.leaveOffer()
  await coming
  const second = await signIn(services, createPlace(services).tab(), email, { seen: 1 })
  await expect(second.address()).rejects.toMatchObject({ data: { reason: 'NO_WAY_IN' } })
})

test('a secret in halves opens under no record that forgets one of them, and is not taken for a wrong one', async () => {
  const email = newEmail()
  const address = await (await signIn(services, createPlace(services).tab(), email)).address()
  const second = await signIn(services, createPlace(withoutRecovery()).tab(), email, { seen: 1 })
  await expect(second.address()).rejects.toMatchObject({ code: 'NOT_AVAILABLE' })
  const third = await signIn(services, createPlace(services).tab(), email, { seen: 2 })
  expect(await third.address()).toBe(address)
})

test('a new device that is offered another wallet than its own recovery was made for says so, and keeps nothing of it [C68]', async () => {
  const email = newEmail()
  await (await signIn(services, createPlace(services).tab(), email)).address()
  const place = createPlace(services)
  const second = await signIn(services, place.tab(), email, { seen: 1 })
  const { fetch } = globalThis
  const lying = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const answer = await fetch(input, init)
    if (!answer.url.endsWith('/recovery/open') || answer.status !== 200) return answer
    const { set, ...others } = z
      .looseObject({ set: z.looseObject({ addresses: z.looseObject({}) }) })
      .parse(await answer.json())
    const addresses = { ...set.addresses, eip155: `0x${'11'.repeat(20)}` }
    return Response.json({ ...others, set: { ...set, addresses } }, { headers: answer.headers })
  })
  try {
    expect(await second.address().then(() => undefined, readLoginFailure)).toEqual({ reason: 'NOT_YOUR_WALLET' })
  } finally {
    lying.mockRestore()
  }
  expect(await place.vault().setsOf(place.session().userId)).toEqual([])
})

test('the service is gone for good: device and passkey open the wallet and sign', async () => {
  const authenticator = createAuthenticator()
  const place = createPlace(services, authenticator)
  const first = place.tab()
  const address = await (await signIn(services, first, newEmail())).address()
  await addPasskey(first)
  services.cut(true)
  try {
    const later = place.tab()
    expect(later.account.isConnected()).toBe(true)
    expect((await later.account.user({ chainId: 'eip155:1' }, never)).address).toBe(address)
    const signed = signs(later, address)
    await expect
      .poll(later.security.screen)
      .toMatchObject({ kind: 'lock', screen: { trouble: 'unreachable', hasPasskey: true } })
    later.security.lock.press('passkey')
    expect(await signed).toBe(true)
  } finally {
    services.cut(false)
  }
})

test('later an email opens the recovery secret first; a passkey that could not be stored is stored at the next press', async () => {
  const place = createPlace(services)
  const email = newEmail()
  const first = place.tab()
  const { mails, address } = await signIn(services, first, email)
  await address()
  const later = place.tab()
  await later.account.open(never)
  await opened(later)
  expect(recovery(later)).toMatchObject({ level: 'L0', isAtHand: false, methods: [{ kind: 'escrow' }] })
  await later.security.recovery.add()
  expect(recovery(later)).toMatchObject({ status: 'list', isAtHand: true, methods: [{ kind: 'escrow' }] })
  expect(mails.count('recovery')).toBe(1)
  services.cut(true)
  try {
    await later.security.recovery.add()
    expect(recovery(later)).toMatchObject({ trouble: 'unreachable', isAtHand: true })
  } finally {
    services.cut(false)
  }
  await later.security.recovery.add()
  expect(recovery(later)).toMatchObject({
    done: 'added',
    methods: [{}, {}],
  })

  // Email recovery is removed, so passkeys are the only way left and the last one cannot be removed.
  const methodOf = (kind: string) => {
    const screen = recovery(later)
    return screen.status === 'list' ? screen.methods.find((each) => each.kind === kind)?.methodId : undefined
  }
  later.security.recovery.ask(methodOf('escrow'))
  await later.security.recovery.confirm()
  expect(recovery(later)).toMatchObject({ done: 'removed', methods: [{ kind: 'passkey' }] })
  later.security.recovery.ask(methodOf('passkey'))
  await later.security.recovery.confirm()
  expect(recovery(later)).toMatchObject({ trouble: 'lastMethod', methods: [{ kind: 'passkey' }] })
})
