/** Calls whose fee somebody else pays (ERC-4337, ERC-7677), over a local chain with the real contracts. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { scope } from '../../../test/support/approval-desk.ts'
import {
  asked,
  chainId,
  expectLanded,
  never,
  type OpenAccount,
  openAccount,
  openSponsored,
  type Sponsored,
} from '../../../test/support/sponsored.ts'
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

test('sponsored calls of an account without coins land, and another pays [C270]', () => expectLanded(world, own))

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
