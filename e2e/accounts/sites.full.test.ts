/**
 * Two listed origins of one site share the browser's partition, and therefore the device and its wallet. A page learns
 * of the wallet only if the user has connected there.
 */
import { expect, test, vi } from 'vitest'
import { installIndexedDb } from '../../frame-app/test/support/indexed-db.ts'
import { createPlace, itemName, signIn, type Tab } from './place.ts'
import { hostOrigin, servicesForAll, siblingOrigin } from './services.ts'

installIndexedDb()

/** The clock of everything here, services included. Hoisted, because they keep the `Date.now` that they find when they load. */
const clock = vi.hoisted(() => {
  const now = Date.now
  const moved = { aheadMs: 0 }
  Date.now = () => now() + moved.aheadMs
  return moved
})

const { services, newEmail } = await servicesForAll('sites')
const never = new AbortController().signal

/** Signs in on one origin, and opens a tab of the other origin. */
async function signedInOnOne() {
  const place = createPlace(services)
  const here = place.tab(hostOrigin)
  const email = newEmail()
  const { mails, address } = await signIn(services, here, email)
  return { place, here, there: place.tab(siblingOrigin), email, mails, address: await address() }
}

async function expectTold(tab: Tab, address: string) {
  expect(tab.account.isConnected()).toBe(true)
  expect(await tab.account.user({ chainId: 'eip155:1' }, never)).toMatchObject({ address })
}

async function expectNothingTold(tab: Tab) {
  expect(tab.account.isConnected()).toBe(false)
  for (const ask of [
    () => tab.account.user({ chainId: 'eip155:1' }, never),
    () => tab.account.addresses(never),
    () => tab.account.open(never),
  ])
    await expect(ask()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
}

test('an origin where the user has not connected is told no address, and can end no session [C56]', async () => {
  const { place, here, there, address } = await signedInOnOne()
  await expectNothingTold(there)
  await there.account.signOut()
  await expectTold(here, address)
  await expectTold(place.tab(hostOrigin), address)
})

test('the network of one origin is not told to another [C56]', async () => {
  const { here, there, place } = await signedInOnOne()
  here.account.switchTo('eip155:10')
  expect(there.account.chain()).toBe('eip155:1')
  expect(place.tab(hostOrigin).account.chain()).toBe('eip155:10')
})

test('a user who signs in there with the same email connects without another email, and stays connected on both', async () => {
  const { place, here, there, email, mails, address } = await signedInOnOne()
  const before = mails.count('code')
  expect(await there.login.start(email)).toMatchObject({ action: 'CONNECT' })
  expect(mails.count('code')).toBe(before)
  for (const tab of [there, here, place.tab(siblingOrigin), place.tab(hostOrigin)]) await expectTold(tab, address)
})

test('the wallet of another user who signs in on one origin is not told to the other [C56]', async () => {
  const { place, there } = await signedInOnOne()
  const { address } = await signIn(services, there, newEmail())
  await expectTold(there, await address())
  await expectNothingTold(place.tab(hostOrigin))
})

test('after a sign-out, a login on one origin connects no other [C56]', async () => {
  const { place, here, there, email } = await signedInOnOne()
  await there.login.start(email)
  const key = itemName(services, `${siblingOrigin}/connected`)
  const connected = place.items.get(key) ?? ''
  await here.account.signOut()
  await expectNothingTold(there)
  clock.aheadMs += 60_000 // the service's wait between two codes
  await signIn(services, here, email)
  place.items.set(key, connected) // as if no page of that origin had been open meanwhile
  await expectNothingTold(place.tab(siblingOrigin))
})

test('a session that an earlier version stored is not taken up by any origin [C56]', async () => {
  const { place } = await signedInOnOne()
  const { login: _, ...earlier } = place.session()
  place.items.set(itemName(services, 'session'), JSON.stringify(earlier))
  for (const origin of [hostOrigin, siblingOrigin]) await expectNothingTold(place.tab(origin))
})
