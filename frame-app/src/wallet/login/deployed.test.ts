/** Whether an account has code, over a local chain. */
import { expect, test } from 'vitest'
import { scope, sharedChain } from '../../../test/support/approval-desk.ts'
import { createDeployed } from './deployed.ts'

const chain = await sharedChain()

test('the node is asked again 30 seconds after it found code, and at once after it found none or has not answered', async () => {
  let now = 0
  const { address } = await chain.newAccount()
  const isDeployed = createDeployed(
    () => [chain.rpcUrl],
    () => now,
  )
  expect(await isDeployed(scope, address)).toBe(false)
  await chain.client.setCode({ address, bytecode: '0xef01000000000000000000000000000000000000000001' })
  expect(await isDeployed(scope, address)).toBe(true)
  chain.behaviours.set('eth_getCode', () => Promise.resolve(undefined))
  now = 29_000
  expect(await isDeployed(scope, address)).toBe(true)
  now = 31_000
  expect(await isDeployed(scope, address)).toBeUndefined()
  chain.behaviours.delete('eth_getCode')
  expect(await isDeployed(scope, address)).toBe(true)
})
