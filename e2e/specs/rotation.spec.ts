/**
 * A wallet moves to a new key, with the real service and Key Worker, in the wallet's own window. Tokens of every kind, and interruptions:
 * `e2e/accounts/rotation.full.test.ts`.
 */
import { moveToNewKey } from '../pages/rotation.ts'
import { signedUp } from '../pages/sign-up.ts'
import { expect, test } from '../test.ts'
import { callRpc } from '../world/rpc.ts'

test('the user makes a new key, moves what the old one holds, and ends it with a typed word; the page gets the new account [C322]', async ({
  parts,
}) => {
  const { host, page, world } = parts
  test.setTimeout(120_000)
  const { dapp, mailbox, account: old } = await signedUp(parts, 'moving')
  const [{ nodeUrl }] = world.chains
  await callRpc(nodeUrl, 'anvil_setBalance', [old, '0xde0b6b3a7640000'])
  await dapp.call((airlock) => void airlock.open({ view: 'Account' }))
  await moveToNewKey(page, world, { old })
  expect(BigInt(String(await callRpc(nodeUrl, 'eth_getBalance', [old, 'latest'])))).toBeLessThan(10n ** 16n)
  await expect.poll(() => dapp.address()).not.toBe(old)
  const fresh = await dapp.address()
  expect(BigInt(String(await callRpc(nodeUrl, 'eth_getBalance', [fresh, 'latest'])))).toBeGreaterThan(99n * 10n ** 16n)
  await expect
    .poll(() => world.mail.letters(mailbox.address).map(({ subject }) => subject))
    .toEqual(expect.arrayContaining(['Your wallet has a new key and new addresses', 'Your old account was ended']))
  // After a reload, the device opens the new one.
  await page.reload()
  await host.create(world.embedded)
  await expect.poll(() => dapp.address()).toBe(fresh)
})
