/**
 * Recovery kits and recovery passwords with the real services, from export to a new device, where neither passkey nor mailbox opens the
 * wallet (`AIRLOCK_RECOVERY=person`).
 */
import { describe, expect, test } from 'vitest'
import { readLoginFailure } from '../../frame-app/src/shared/login/failure.ts'
import { openKit } from '../../frame-app/src/wallet/key-worker/kit/kit.ts'
import { drawPassword } from '../../frame-app/src/wallet/key-worker/kit/password.ts'
import type { Typed } from '../../frame-app/src/wallet/recovery/typed.ts'
import { installIndexedDb } from '../../frame-app/test/support/indexed-db.ts'
import { cheapHash } from '../../frame-app/test/support/key-worker.ts'
import { createPlace, signIn, type Tab } from './place.ts'
import { servicesForAll } from './services.ts'

installIndexedDb()

const { services, newEmail } = await servicesForAll('kit', 'person')

async function signUp() {
  const email = newEmail()
  const tab = createPlace(services).tab()
  const coming = (await signIn(services, tab, email)).address()
  await expect.poll(tab.security.screen).toMatchObject({ kind: 'offer', isWarning: true })
  tab.security.leaveOffer()
  return { email, tab, address: await coming }
}

/** Exports like the page in the wallet's own window. */
async function exported({ security }: Tab, what: 'kit' | 'password') {
  await security.showExport()
  const exports = security.exports()
  await exports?.take(what)
  expect(exports?.screen()).toEqual({ status: 'ready', what })
  const secret = exports?.secret()
  exports?.drop()
  if (!secret) throw new Error('nothing was exported')
  return secret
}

/** A new device after its sign-in, where the user is about to type. */
async function newDevice(email: string, seen: number) {
  const tab = createPlace(services).tab()
  const { address } = await signIn(services, tab, email, { seen })
  const opening = address()
  opening.catch(() => {})
  await expect.poll(tab.security.screen).toMatchObject({ kind: 'newDevice' })
  tab.security.newDevice.type(true)
  const typed = tab.security.newDevice.screen()?.typed
  if (!typed) throw new Error('nowhere to type')
  return { tab, typed, opening }
}
const trouble = (typed: Typed) => typed.screen().trouble

describe('a recovery kit', () => {
  test('opens the wallet on a new device after the sign-in, and there a passkey can be added; the same kit opens it offline', async () => {
    const { email, tab, address } = await signUp()
    const { secret, password = '' } = await exported(tab, 'kit')
    const device = await newDevice(email, 1)
    expect(device.typed.hasPassword).toBe(false)
    await device.typed.open(password, secret)
    expect(await device.opening).toBe(address)
    await device.tab.security.recovery.load()
    expect(device.tab.security.recovery.screen()).toMatchObject({
      isAtHand: true,
      kitMadeAt: expect.any(Number) as unknown,
    })
    await device.tab.security.recovery.add()
    expect(device.tab.security.recovery.screen()).toMatchObject({ done: 'added' })
    expect((await openKit(secret, password, cheapHash)).addresses.eip155).toBe(address)
  })

  test('other words, another wallet’s kit, a damaged kit or no kit opens nothing; a user who has none reads that there is no way in [C283]', async () => {
    const { email, tab } = await signUp()
    const { secret, password = '' } = await exported(tab, 'kit')
    const other = await signUp()
    const planted = await exported(other.tab, 'kit')
    const { typed, tab: elsewhere, opening } = await newDevice(email, 1)
    await typed.open(drawPassword(), secret)
    expect(trouble(typed)).toBe('wrongWords')
    await typed.open(planted.password ?? '', planted.secret)
    expect(trouble(typed)).toBe('otherKit')
    await typed.open(password, secret.slice(0, -5))
    expect(trouble(typed)).toBe('damagedKit')
    await typed.open(password, 'something else')
    expect(trouble(typed)).toBe('notAKit')
    elsewhere.security.newDevice.decline()
    expect(readLoginFailure(await opening.catch((error: unknown) => error))).toEqual({ reason: 'NO_WAY_IN' })
  })
})

describe('a recovery password', () => {
  test('opens the wallet on a new device, and later the recovery secret there; its words are six', async () => {
    const { email, tab, address } = await signUp()
    const { secret } = await exported(tab, 'password')
    expect(secret.split(' ')).toHaveLength(6)
    await tab.security.recovery.load()
    expect(tab.security.recovery.screen()).toMatchObject({ level: 'L2', methods: [{ kind: 'password' }] })
    const device = await newDevice(email, 1)
    expect(device.typed.hasPassword).toBe(true)
    await device.typed.open(secret.toUpperCase())
    expect(await device.opening).toBe(address)

    // Locked since, so the recovery secret is no longer in memory.
    device.tab.idle()
    const unlocking = device.tab.account.open(new AbortController().signal)
    await expect.poll(device.tab.security.screen).toMatchObject({ kind: 'lock' })
    device.tab.security.lock.press('device')
    await unlocking
    const { recovery, newDevice: prompt } = device.tab.security
    await recovery.load()
    expect(recovery.screen()).toMatchObject({ isAtHand: false })
    const recalling = recovery.add()
    await expect.poll(prompt.screen).toMatchObject({ busy: false })
    prompt.type(true)
    await prompt.screen()?.typed?.open(secret)
    await recalling
    expect(recovery.screen()).toMatchObject({ isAtHand: true })
  })

  test('is checked by the service, before it releases the copy: a wrong one says so, and nothing opens [A22] [C280]', async () => {
    const { email, tab, address } = await signUp()
    const { secret } = await exported(tab, 'password')
    const { typed, opening } = await newDevice(email, 1)
    for (const guess of [drawPassword(), secret.replace(/^\w+/, 'wrong'), '']) {
      await typed.open(guess)
      expect(trouble(typed)).toBe('wrongWords')
    }
    await typed.open(secret)
    expect(await opening).toBe(address)
  })
})
