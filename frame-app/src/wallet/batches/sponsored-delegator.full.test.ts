/** Sponsored calls of the implementation that also grants smart sessions, over a local chain with the real contracts. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainId, expectLanded, openAccount, openSponsored, type Sponsored } from '../../../test/support/sponsored.ts'
import { capabilitiesFor } from './methods.ts'

let world: Sponsored
beforeAll(async () => {
  world = await openSponsored('delegator-1.3')
})
afterAll(() => world.stop())

test('calls of an account without coins land, with the upgrade and without it', () =>
  expectLanded(world, openAccount(world)))

test('a network has a sponsor and smart sessions', async () => {
  const { account, context } = openAccount(world)
  const smartAccounts = Object.fromEntries(
    Object.entries(world.smartAccounts).map(([network, entry]) => [network, { ...entry, sessions: true }]),
  )
  expect(await capabilitiesFor([account.address], { ...context, smartAccounts })).toMatchObject({
    [chainId]: { paymasterService: { supported: true }, permissions: { supported: true } },
  })
})
