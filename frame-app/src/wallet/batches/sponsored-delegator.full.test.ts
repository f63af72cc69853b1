/** Sponsored calls of the implementation that also grants smart sessions, over a local chain with the real contracts. */
import { getBalance, getCode } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scope } from '../../../test/support/approval-desk.ts'
import { approved, nothing, openAccount, openSponsored, type Sponsored, you } from '../../../test/support/sponsored.ts'
import { delegationTo } from '../signing/implementations.ts'

let world: Sponsored
beforeAll(async () => {
  world = await openSponsored('delegator-1.3')
})
afterAll(() => world.stop())

test('calls of an account without coins land, with the upgrade and without it [C270]', async () => {
  const own = openAccount(world)
  const { approvals, signer } = own.desk()
  const deposit = await world.paymaster.deposit()
  const { answer, prepared } = await approved(approvals, own.sendCalls({ id: 'first' }))
  expect(prepared.sponsor).toMatchObject({ host: new URL(world.paymaster.url).host })
  expect(prepared.fee).toBeUndefined()
  expect(prepared.intent.parts.map(({ kind }) => kind)).toEqual(['delegate', 'send', 'send'])
  expect(prepared.simulation).toMatchObject({ status: 'works', changes: [] })
  expect(signer.asked).toEqual([prepared.request])
  expect(answer).toEqual({ id: 'first' })
  expect(await getCode(world.chain.client, own.account)).toBe(delegationTo(world.delegate))
  expect(await world.paymaster.deposit()).toBeLessThan(deposit)
  expect(await getBalance(world.chain.client, own.account)).toBe(0n)
  expect(await own.statusOf('first')).toMatchObject({
    status: 200,
    receipts: [{ status: '0x1', logs: [] }],
    capabilities: { caip345: { caip2: scope } },
  })

  const again = await approved(approvals, own.sendCalls({ id: 'again' }, [nothing(you)]))
  expect(again.prepared.request).toMatchObject({ kind: 'evmOperation', nonce: 1, authorizationNonce: null })
  expect(await own.statusOf('again')).toMatchObject({ status: 200 })
})
