/**
 * With the real services of a deployment that keeps no recovery secrets (`AIRLOCK_RECOVERY=person`): a device that is
 * the only way into the wallet cannot be forgotten.
 */
import { expect, test } from 'vitest'
import { readLoginFailure } from '../../frame-app/src/shared/login/failure.ts'
import { PasskeyError } from '../../frame-app/src/wallet/recovery/passkeys.ts'
import { installIndexedDb } from '../../frame-app/test/support/indexed-db.ts'
import { createAuthenticator, createPlace, signIn, type Tab } from './place.ts'
import { servicesForAll } from './services.ts'

installIndexedDb()

const { services, newEmail } = await servicesForAll('last', 'person')
const recovery = ({ security }: Tab) => security.recovery.screen()

async function signUpAlone(tab: Tab, email: string): Promise<void> {
  const coming = (await signIn(services, tab, email)).address()
  await expect.poll(tab.security.screen).toMatchObject({ kind: 'offer', isWarning: true })
  tab.security.leaveOffer()
  await coming
}

/** Opens the device list and asks to forget this device. */
async function askToForget({ security: { devices, show } }: Tab) {
  show('devices')
  await expect.poll(devices.screen).toMatchObject({ status: 'list' })
  const screen = devices.screen()
  if (screen.status === 'list') devices.ask(screen.devices.find(({ isCurrent }) => isCurrent)?.deviceId)
}

test('a device that nothing could replace is not forgotten: it keeps its share and its session until a passkey exists [C71]', async () => {
  const place = createPlace(services)
  const tab = place.tab()
  await signUpAlone(tab, newEmail())
  const { userId } = place.session()
  const { devices } = tab.security
  await askToForget(tab)
  expect(devices.screen()).toMatchObject({ asked: { isCurrent: true }, isOnlyWayIn: true })
  await devices.confirm()
  expect(devices.screen()).toMatchObject({ status: 'list', asked: { isCurrent: true }, trouble: 'lastMethod' })
  expect(await place.vault().setsOf(userId)).toHaveLength(1)
  expect(tab.account.isConnected()).toBe(true)

  // While the service does not answer, it is unknown whether a method was added since.
  services.cut(true)
  try {
    await devices.confirm()
    expect(devices.screen()).toMatchObject({ trouble: 'unreachable' })
  } finally {
    services.cut(false)
  }
  expect(await place.vault().setsOf(userId)).toHaveLength(1)

  tab.security.show('recovery')
  await expect.poll(() => recovery(tab)).toMatchObject({ status: 'list' })
  await tab.security.recovery.add()
  expect(recovery(tab)).toMatchObject({ done: 'added' })
  await askToForget(tab)
  expect(devices.screen()).toMatchObject({ isOnlyWayIn: false })
  await devices.confirm()
  expect(devices.screen()).toEqual({ status: 'forgotten', isRevoked: true })
  expect(await place.vault().setsOf(userId)).toEqual([])
})

test('the browser’s prompt for a passkey does not keep the user: leaving it closes it, and the wallet opens without one', async () => {
  const authenticator = createAuthenticator()
  const prompts: (AbortSignal | undefined)[] = []
  const passkeys = {
    ...authenticator.passkeys,
    /** Nobody answers. */
    create: ({ signal }: { readonly signal?: AbortSignal }) => {
      prompts.push(signal)
      return new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(new PasskeyError('STOPPED')))
      })
    },
  }
  const tab = createPlace(services, { ...authenticator, passkeys }, { hasAuthenticator: true }).tab()
  const { security } = tab
  const coming = (await signIn(services, tab, newEmail())).address()
  await expect.poll(security.screen).toMatchObject({ kind: 'offer', isWarning: false })
  void security.recovery.add()
  await expect.poll(() => prompts.length).toBe(1)
  security.leaveOffer()
  expect(prompts[0]?.aborted).toBe(true)
  await expect.poll(security.screen).toMatchObject({ isWarning: true, screen: { trouble: undefined } })
  expect(security.screen()).not.toMatchObject({ screen: { isAdding: true } })
  void security.recovery.add()
  await expect.poll(() => prompts.length).toBe(2)
  security.leaveOffer()
  await coming
  expect(prompts[1]?.aborted).toBe(true)
  expect(security.screen()).toBeUndefined()
})

test('a device that holds no share of such a wallet is forgotten', async () => {
  const email = newEmail()
  await signUpAlone(createPlace(services).tab(), email)
  const elsewhere = createPlace(services).tab()
  const { user } = await signIn(services, elsewhere, email, { seen: 1 })
  expect(await user().then(() => undefined, readLoginFailure)).toEqual({ reason: 'NO_WAY_IN' })
  await askToForget(elsewhere)
  expect(elsewhere.security.devices.screen()).toMatchObject({ isOnlyWayIn: false })
  await elsewhere.security.devices.confirm()
  expect(elsewhere.security.devices.screen()).toEqual({ status: 'forgotten', isRevoked: true })
})
