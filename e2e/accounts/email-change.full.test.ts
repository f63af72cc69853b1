/** Change of the email address with the real services: the wallet opens with the new address, on new devices too, and no longer with the old one. */
import { expect, test } from 'vitest'
import { readLoginFailure } from '../../frame-app/src/shared/login/failure.ts'
import { installIndexedDb } from '../../frame-app/test/support/indexed-db.ts'
import { createPlace, signIn, type Tab } from './place.ts'
import { servicesForAll } from './services.ts'

installIndexedDb()

const { services, newEmail } = await servicesForAll('new')
const never = new AbortController().signal
const failure = (work: Promise<unknown>) => work.then(() => undefined, readLoginFailure)

async function signedUp() {
  const old = newEmail('old')
  const tab = createPlace(services).tab()
  const address = await (await signIn(services, tab, old)).address()
  return { old, tab, address }
}

/** Changes the address; both mailboxes answer as the user would. */
async function change(tab: Tab, old: string, next: string): Promise<void> {
  const [before, after] = [services.readMails(old), services.readMails(next)]
  const flow = await tab.emailChange()
  expect(await flow.start(next)).toMatchObject({ action: 'VERIFY_PRIMARY_OTP' })
  expect(await flow.verifyPrimary(await before.code())).toMatchObject({ isConfirmAsked: true })
  expect(await flow.verifySecondary(await after.code(), never)).toEqual({ newEmail: next })
  expect(before.count('recovery')).toBe(1)
}

test('the new address opens the wallet on a new device, the old one nothing; after an undo it is the other way round', async () => {
  const { old, tab, address } = await signedUp()
  const next = newEmail('new')
  await change(tab, old, next)
  expect(await tab.account.user({}, never)).toMatchObject({ email: next, address })
  expect(await tab.account.email()).toBe(next)

  const elsewhere = createPlace(services).tab()
  const { mails, address: open } = await signIn(services, elsewhere, next)
  expect(await open()).toBe(address)
  expect(mails.count('recovery')).toBe(1)
  const refused = createPlace(services).tab()
  expect(await failure(signIn(services, refused, old, { seen: 1 }))).toMatchObject({ reason: 'LOGIN_REMOVED' })

  await services.undo(old)
  // Its session has ended, too.
  await expect(tab.account.email()).rejects.toMatchObject({ code: 'TOKEN_INVALID' })
  expect(tab.account.isConnected()).toBe(false)
  const back = createPlace(services).tab()
  expect(await (await signIn(services, back, old, { seen: 2 })).address()).toBe(address)
  const thief = createPlace(services).tab()
  const other = await (await signIn(services, thief, next, { seen: 1 })).address()
  expect(other).not.toBe(address)
})

test('an email change that the old mailbox denies changes nothing [C285]', async () => {
  const { old, tab } = await signedUp()
  // The helper presses the button of the first such email: it is the one of a new device.
  await (await signIn(services, createPlace(services).tab(), old, { seen: 1 })).address()
  const next = newEmail('new')
  const [own, letters] = [services.readCodes(old), services.readMails(next)]
  const flow = await tab.emailChange()
  await flow.start(next)
  await flow.verifyPrimary(await own())
  const outcome = failure(flow.verifySecondary(await letters.code(), never))
  await services.denyRecovery(old, 1)
  expect(await outcome).toMatchObject({ reason: 'DENIED' })
  expect(await tab.account.email()).toBe(old)
})

test('another change starts over', async () => {
  const { old, tab } = await signedUp()
  const flow = await tab.emailChange()
  expect(await failure(flow.verifyPrimary('123456'))).toMatchObject({ reason: 'EXPIRED' })
  expect(await failure(flow.start(old))).toMatchObject({ reason: 'INVALID_EMAIL' })
  await flow.start(newEmail('new'))
  expect(await failure(flow.verifyPrimary('000000'))).toMatchObject({ reason: 'WRONG_CODE' })
  expect(await failure(flow.start(newEmail('new')))).toMatchObject({ reason: 'COOL_DOWN' })
  expect(await tab.account.email()).toBe(old)
})
