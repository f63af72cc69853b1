/** Calls whose fee a sponsor pays (ERC-4337, ERC-7677), over a local chain with the real contracts. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { scope } from '../../../../test/support/approval-desk.ts'
import {
  approved,
  asked,
  chainId,
  expectLanded,
  never,
  type OpenAccount,
  openAccount,
  sharedSponsored,
} from '../../../../test/support/sponsored.ts'
import type { SmartAccounts } from '../../approval/eip155/delegation.ts'
import { askBundler } from '../../provider/answers/bundler.ts'
import { capabilitiesFor } from '../../provider/answers/calls.ts'

const world = await sharedSponsored()

let own: OpenAccount
beforeEach(() => {
  own = openAccount(world)
})
afterEach(() => world.reset())

test('sponsored calls of an account without coins land, and another pays [C270]', () => expectLanded(world, own))

test('the page’s paymaster gets its context, at the origin that the project lists and nowhere else [C305]', async () => {
  const { approvals } = own.desk()
  const capabilities = (url: string, more = {}) => ({
    capabilities: { paymasterService: { url, context: { policy: 'x' }, ...more } },
  })
  const { prepared, id } = await asked(approvals, own.sendCalls(capabilities(`${world.paymaster.url}/another`)))
  expect(prepared.feePaidBy).toBe(new URL(world.paymaster.url).host)
  expect(world.paymaster.asked.at(-1)).toEqual({ method: 'pm_getPaymasterData', context: { policy: 'x' } })
  approvals.decline(id)
  for (const url of ['https://evil.example/', world.bundler.url, 'nothing'])
    await expect(own.desk().approvals.ask(own.sendCalls(capabilities(url)), never)).rejects.toMatchObject({
      rpcCode: 5700,
    })
  const other = own.desk()
  await asked(other.approvals, own.sendCalls(capabilities('https://evil.example/', { optional: true })))
})

test('the capability is reported if the network has a paymaster', async () => {
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

/** A question of the page about user operations. */
const question = (method: string, params: unknown = [], smartAccounts: SmartAccounts = world.smartAccounts) =>
  askBundler({ scope, method, params }, smartAccounts, never)

test('a page’s questions about user operations are answered by the network’s bundler', async () => {
  await approved(own.desk().approvals, own.sendCalls())
  const [[hash, { operation }] = expect.fail()] = [...world.bundler.landed].slice(-1)
  const ended = { userOpHash: hash, sender: own.account.address, success: true, receipt: { status: '0x1' } }
  expect(await question('eth_supportedEntryPoints')).toEqual([world.entryPoint])
  expect(await question('eth_getUserOperationReceipt', [hash])).toMatchObject(ended)
  expect(await question('eth_getUserOperationByHash', [hash])).toMatchObject({
    userOperation: { sender: own.account.address, nonce: operation.nonce },
    entryPoint: world.entryPoint,
  })
  expect(await question('eth_estimateUserOperationGas', [{ ...operation, nonce: '0x00' }, world.entryPoint])).toEqual(
    expect.objectContaining({ callGasLimit: '0x30d40', preVerificationGas: '0xea60' }),
  )
  const unknown = `0x${'12'.repeat(32)}`
  expect(await question('eth_getUserOperationReceipt', [unknown])).toBeNull()
  expect(await question('eth_getUserOperationByHash', [unknown])).toBeNull()
})

test('no bundler: the page is told so, and an invalid question goes nowhere', async () => {
  const implementation = 'simple7702-0.8'
  for (const none of [{}, { [scope]: { implementation } }])
    await expect(question('eth_supportedEntryPoints', undefined, none)).rejects.toMatchObject({
      code: 'NOT_AVAILABLE',
      message: expect.stringContaining(`names none for ${scope}`) as string,
    })
  const operation = { sender: own.account.address, callData: '0x' }
  for (const invalid of [
    [{ ...operation, evil: 1 }, world.entryPoint],
    [{ sender: 'me' }, world.entryPoint],
    [operation],
  ])
    await expect(question('eth_estimateUserOperationGas', invalid)).rejects.toMatchObject({ code: 'BAD_SHAPE' })
  for (const method of ['eth_sendUserOperation', 'eth_getUserOperations', 'toString'])
    await expect(question(method)).rejects.toMatchObject({ code: 'METHOD_NOT_ALLOWED' })
  const refuse = async () => {
    throw new Error('AA23 reverted')
  }
  world.bundler.behaviours.set('eth_estimateUserOperationGas', refuse)
  await expect(question('eth_estimateUserOperationGas', [operation, world.entryPoint])).rejects.toMatchObject({
    rpcCode: -32500,
    message: expect.stringContaining('AA23') as string,
  })
})

test('a bundler’s answer about something else, or of another form, does not reach the page [C380]', async () => {
  await approved(own.desk().approvals, own.sendCalls())
  const [hash = ''] = [...world.bundler.landed.keys()].slice(-1)
  const lie = (method: string, change: object) =>
    world.bundler.behaviours.set(method, async (answer) => Object.assign({}, await answer(), change))
  world.bundler.behaviours.set('eth_getUserOperationReceipt', async (answer) => {
    const told = z.looseObject({ receipt: z.looseObject({}) }).parse(await answer())
    return { ...told, evil: 1, receipt: { ...told.receipt, evil: 1 } }
  })
  expect(JSON.stringify(await question('eth_getUserOperationReceipt', [hash]))).not.toContain('evil')
  for (const [method, change] of [
    ['eth_getUserOperationReceipt', { userOpHash: `0x${'12'.repeat(32)}` }],
    ['eth_getUserOperationReceipt', { success: 'yes' }],
    ['eth_getUserOperationReceipt', { logs: [{ address: 'x', topics: [], data: '0x' }] }],
    ['eth_getUserOperationByHash', { entryPoint: 7 }],
  ] as const) {
    lie(method, change)
    await expect(question(method, [hash])).rejects.toMatchObject({ code: 'NETWORK' })
  }
  world.bundler.behaviours.set('eth_supportedEntryPoints', async () => ['0x1'])
  await expect(question('eth_supportedEntryPoints')).rejects.toMatchObject({ code: 'NETWORK' })
})
