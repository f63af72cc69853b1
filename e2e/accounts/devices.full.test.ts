/** The device list, with the real services: a device removed on one device is signed out there, and comes back as a new one. */
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import { expect, test, vi } from 'vitest'
import { readLoginFailure } from '../../frame-app/src/shared/login/failure.ts'
import { installIndexedDb } from '../../frame-app/test/support/indexed-db.ts'
import { createPlace, signIn, type Tab } from './place.ts'
import { servicesForAll } from './services.ts'

installIndexedDb()

const { services, newEmail } = await servicesForAll('devices')
const never = new AbortController().signal

async function listed(tab: Tab) {
  tab.security.show('devices')
  await expect.poll(tab.security.devices.screen).toMatchObject({ status: 'list' })
  const screen = tab.security.devices.screen()
  return screen.status === 'list' ? screen.devices : []
}

test('a device that was removed is signed out with its reason, in all its tabs, and comes back as a new device with the same address', async () => {
  const [here, there] = [createPlace(services), createPlace(services)]
  const email = newEmail()
  const [lost, kept] = [here.tab(), there.tab()]
  const beside = here.tab()
  const address = await (await signIn(services, lost, email)).address()
  expect(await (await signIn(services, kept, email, { seen: 1 })).address()).toBe(address)
  const devices = await listed(kept)
  expect(devices.map(({ isCurrent }) => isCurrent)).toEqual([true, false])

  const { ask, confirm, screen } = kept.security.devices
  await confirm() // without a question there is nothing to confirm
  expect(screen()).toMatchObject({ status: 'list', devices: [{}, {}] })
  ask(devices[1]?.deviceId)
  expect(screen()).toMatchObject({ asked: { isCurrent: false } })
  ask(undefined)
  await confirm()
  expect(screen()).toMatchObject({ devices: [{}, {}] })
  ask(devices[1]?.deviceId)
  await confirm()
  expect(screen()).toMatchObject({ devices: [{ isCurrent: true }], removed: { deviceId: devices[1]?.deviceId } })

  const { userId } = here.session()
  const ended = [lost, beside].map((tab) => new Promise((resolve) => tab.account.onEnd(resolve)))
  lost.idle()
  const signed = lost.signer.sign({ kind: 'evmMessage', signer: address as `0x${string}`, message: '0x' }, never) // as: an EVM address
  await expect.poll(lost.security.screen).toMatchObject({ kind: 'lock' })
  lost.security.lock.press('device')
  await expect(signed).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(await Promise.all(ended)).toEqual(['removed', 'removed'])
  expect(here.items.size).toBe(0)
  // A service alone cannot make the device erase its own share.
  expect(await here.vault().setsOf(userId)).toHaveLength(1)

  expect(await (await signIn(services, here.tab(), email, { seen: 2 })).address()).toBe(address)
  expect(await listed(kept)).toHaveLength(2)
})

test('a device that was removed while it was away hears so when it comes back', async () => {
  const [here, there] = [createPlace(services), createPlace(services)]
  const email = newEmail()
  await (await signIn(services, here.tab(), email)).address()
  const kept = there.tab()
  await (await signIn(services, kept, email, { seen: 1 })).address()
  const other = (await listed(kept)).find(({ isCurrent }) => !isCurrent)
  kept.security.devices.ask(other?.deviceId)
  await kept.security.devices.confirm()
  const back = here.tab()
  expect(back.account.isConnected()).toBe(true)
  const failure = await back.account.user({}, never).then(() => undefined, readLoginFailure)
  expect(failure).toEqual({ reason: 'DEVICE_REMOVED' })
  expect(back.account.isConnected()).toBe(false)
})

test('a device beyond the limit of a wallet: the user is told, and opens the wallet there once another device was removed', async () => {
  const email = newEmail()
  const address = await (await signIn(services, createPlace(services).tab(), email)).address()
  for (let seen = 1; seen < serviceLimits.devicesPerWallet; seen++)
    expect(await (await signIn(services, createPlace(services).tab(), email, { seen })).address()).toBe(address)

  const further = createPlace(services).tab()
  const { user } = await signIn(services, further, email, { seen: serviceLimits.devicesPerWallet })
  expect(await user().then(() => undefined, readLoginFailure)).toEqual({ reason: 'TOO_MANY_DEVICES' })
  const oldest = (await listed(further)).at(-1)
  further.security.devices.ask(oldest?.deviceId)
  await further.security.devices.confirm()
  expect(await user()).toMatchObject({ address })
}, 120_000)

test('a list that does not come says why, and comes when it is asked for again', async () => {
  const tab = createPlace(services).tab()
  await (await signIn(services, tab, newEmail())).address()
  services.cut(true)
  try {
    tab.security.show('devices')
    await expect.poll(tab.security.devices.screen).toEqual({ status: 'failed', trouble: 'unreachable' })
  } finally {
    services.cut(false)
  }
  expect(await listed(tab)).toHaveLength(1)
  tab.security.close()
  expect(tab.security.screen()).toBeUndefined()
})

test('a browser that does not erase: the device is signed out in all its tabs, says so, and is erased with a later press', async () => {
  const here = createPlace(services)
  const [tab, beside] = [here.tab(), here.tab()]
  await (await signIn(services, tab, newEmail())).address()
  const { userId } = here.session()
  const ended = new Promise((resolve) => beside.account.onEnd(resolve))
  const [device] = await listed(tab)
  const { ask, confirm, erase, screen } = tab.security.devices
  const refusing = vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementation(() => {
    throw new DOMException('not now', 'UnknownError')
  })
  try {
    ask(device?.deviceId)
    await confirm()
    expect(screen()).toEqual({ status: 'unerased', isRevoked: true })
    expect(tab.security.screen()).toMatchObject({ kind: 'devices' })
    expect(await ended).toBe('forgotten')
    expect(await here.vault().setsOf(userId)).toHaveLength(1)
    const again = erase()
    expect(screen()).toEqual({ status: 'unerased', isRevoked: true, isErasing: true })
    await again
    expect(screen()).toEqual({ status: 'unerased', isRevoked: true })
  } finally {
    refusing.mockRestore()
  }
  await erase()
  expect(screen()).toEqual({ status: 'forgotten', isRevoked: true })
  expect(await here.vault().setsOf(userId)).toEqual([])
})
