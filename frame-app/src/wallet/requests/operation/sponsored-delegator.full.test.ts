/** Sponsored calls of the implementation that also grants smart sessions, over a local chain with the real contracts. */
import { numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { scope } from '../../../../test/support/approval-desk.ts'
import { asked, chainId, expectLanded, openAccount, sharedSponsored } from '../../../../test/support/sponsored.ts'
import { capabilitiesFor } from '../../provider/answers/calls.ts'

const world = await sharedSponsored('delegator-1.3')

test('calls of an account without coins land, with the upgrade and without it', () =>
  expectLanded(world, openAccount(world)))

test('a number that waits at the EntryPoint of the other implementation is not counted', async () => {
  const own = openAccount(world)
  const hash = numberToHex(1n, { size: 32 })
  own.batches.write([
    {
      origin: 'https://app.example',
      key: hash,
      scope,
      account: own.account.address,
      nonce: 7,
      hash,
      since: 0,
      version: '2.0.0',
      at: Date.now(),
    },
  ])
  const { prepared } = await asked(own.desk().approvals, own.sendCalls())
  expect(prepared.request).toMatchObject({ kind: 'evmOperation', nonce: 0 })
})

test('a network has a sponsor and smart sessions', async () => {
  const { account, context } = openAccount(world)
  const smartAccounts = Object.fromEntries(
    Object.entries(world.smartAccounts).map(([network, entry]) => [network, { ...entry, sessions: true }]),
  )
  expect(await capabilitiesFor([account.address], { ...context, smartAccounts })).toMatchObject({
    [chainId]: { paymasterService: { supported: true }, permissions: { supported: true } },
  })
})
