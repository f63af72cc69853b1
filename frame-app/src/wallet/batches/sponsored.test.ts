/** Calls whose fee somebody else pays (ERC-4337, ERC-7677), over a local chain with the real contracts. */
import { getBalance, getCode, getTransactionCount } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { scope } from '../../../test/support/approval-desk.ts'
import {
  approved,
  asked,
  chainId,
  never,
  nothing,
  type OpenAccount,
  openAccount,
  openSponsored,
  type Sponsored,
  you,
} from '../../../test/support/sponsored.ts'
import { delegationTo } from '../signing/implementations.ts'
import { capabilitiesFor } from './methods.ts'

let world: Sponsored
beforeAll(async () => {
  world = await openSponsored()
})
afterAll(() => world.stop())

let own: OpenAccount
beforeEach(() => {
  own = openAccount(world)
})

test('sponsored calls of an account without coins land, and another pays [C270]', async () => {
  const { approvals, signer } = own.desk()
  const deposit = await world.paymaster.deposit()
  const { answer, prepared } = await approved(approvals, own.sendCalls({ id: 'first' }))
  expect(prepared.sponsor).toMatchObject({ host: new URL(world.paymaster.url).host })
  expect(prepared.fee).toBeUndefined()
  expect(prepared.intent).toMatchObject({ kind: 'batch', warnings: ['delegates'], blind: false })
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
  expect(await getTransactionCount(world.chain.client, own.account)).toBe(1)
})

test('the page’s paymaster gets its context, at the origin that the project lists and nowhere else [C305]', async () => {
  const { approvals } = own.desk()
  const capabilities = (url: string, more = {}) => ({
    capabilities: { paymasterService: { url, context: { policy: 'x' }, ...more } },
  })
  const { prepared, id } = await asked(approvals, own.sendCalls(capabilities(`${world.paymaster.url}/another`)))
  expect(prepared.sponsor?.host).toBe(new URL(world.paymaster.url).host)
  expect(world.paymaster.asked.at(-1)).toEqual({ method: 'pm_getPaymasterData', context: { policy: 'x' } })
  approvals.decline(id)
  for (const url of ['https://evil.example/', world.bundler.url, 'nothing'])
    await expect(own.desk().approvals.ask(own.sendCalls(capabilities(url)), never)).rejects.toMatchObject({
      rpcCode: 5700,
    })
  const other = own.desk()
  await asked(other.approvals, own.sendCalls(capabilities('https://evil.example/', { optional: true })))
})

test('the capability is told where somebody pays', async () => {
  const answer = { paymasterService: { supported: true }, atomic: { status: 'ready' } }
  expect(await capabilitiesFor([own.account.address], own.context)).toMatchObject({ [chainId]: answer })
  const without = { ...own.context, smartAccounts: { [scope]: { implementation: 'simple7702-0.8' } } }
  const told = await capabilitiesFor([own.account.address], without)
  expect(JSON.stringify(told)).not.toContain('paymasterService')
  const call = own.sendCalls({ capabilities: { paymasterService: { url: `${world.paymaster.url}/key` } } })
  await expect(own.desk({ smartAccounts: without.smartAccounts }).approvals.ask(call, never)).rejects.toMatchObject({
    rpcCode: 5700,
  })
  await expect(own.desk({ mayUpgrade: () => false }).approvals.ask(call, never)).rejects.toMatchObject({
    rpcCode: 5700,
  })
})
