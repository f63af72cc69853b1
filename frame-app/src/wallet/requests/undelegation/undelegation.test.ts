/** The way back to a plain account, over a local chain. */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { numberToHex } from 'viem'
import { getCode } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, openChain, openDesk, scope, shows } from '../../../../test/support/approval-desk.ts'
import { createSmartAccount, type SmartAccount } from '../../account-pages/smart-account.ts'
import { delegationTo, implementations } from '../../signing/implementations.ts'
import { undelegateMethod } from '../eip155.ts'

const never = new AbortController().signal
const { delegate } = implementations['simple7702-0.8']
const smartAccounts = { [scope]: { implementation: 'simple7702-0.8' } }
/** The node may include a transaction after it has answered. */
const loaded = async (page: SmartAccount) => {
  await page.load()
  return page.screen()
}
let chain: Chain
beforeAll(async () => {
  chain = await openChain()
  await chain.deploySmartAccounts()
})
afterAll(() => chain.stop())

test('a smart account becomes a plain one with an approval that says so, and the page of the wallet follows', async () => {
  const account = await chain.newAccount()
  const { approvals, signer } = openDesk({ account, rpcUrl: chain.rpcUrl, smartAccounts })
  const asked = async (method: string, params: readonly unknown[]) => {
    const answer = approvals.ask({ scope, method, params }, never, method === undelegateMethod ? 'user' : 'page')
    answer.catch(() => {})
    return { answer, ...(await shows(approvals, 'asking')) }
  }
  const undo = () => asked(undelegateMethod, [])
  const page = createSmartAccount({
    project: { smartAccounts, rpc: { [scope]: [chain.rpcUrl] } },
    account: { addresses: async () => ({ eip155: account.address, solana: '' }) },
    undelegate: async () => {
      const { id, answer } = await undo()
      approvals.approve(id, 'frame')
      await answer
    },
  })
  await page.load()
  expect(page.screen()).toEqual({ status: 'list', networks: [] })
  await expect(approvals.ask({ scope, method: undelegateMethod, params: [] }, never)).rejects.toMatchObject({
    code: 'NOT_AVAILABLE',
  })

  const calls = [account.address, account.address].map((to) => ({ to, value: '0x1' }))
  const upgrade = await asked('wallet_sendCalls', [{ version: '2.0.0', chainId: numberToHex(31337), calls }])
  approvals.approve(upgrade.id, 'frame')
  await upgrade.answer
  await expect.poll(() => loaded(page)).toEqual({ status: 'list', networks: [scope] })

  const declined = await undo()
  expect(declined.prepared.intent).toMatchObject({ kind: 'undelegate', warnings: ['undelegates'], blind: false })
  expect(declined.prepared.intent.facts[0]?.value).toEqual({
    type: 'address',
    address: implementations['simple7702-0.8'].delegate.toLowerCase(),
  })
  expect(declined.prepared.fee?.most).toBeGreaterThan(0n)
  approvals.decline(declined.id)
  // The user may press again at once.
  approvals.decline((await undo()).id)
  expect(signer.asked).toHaveLength(1)
})

test('the account has no code after the way back', async () => {
  const account = await chain.newAccount()
  const { approvals } = openDesk({ account, rpcUrl: chain.rpcUrl, smartAccounts })
  const page = createSmartAccount({
    project: { smartAccounts, rpc: { [scope]: [chain.rpcUrl] } },
    account: { addresses: async () => ({ eip155: account.address, solana: '' }) },
    undelegate: async (network) => {
      const answer = approvals.ask({ scope: network, method: undelegateMethod, params: [] }, never)
      const { id } = await shows(approvals, 'asking')
      approvals.approve(id, 'frame')
      await answer
    },
  })
  await page.load()
  const calls = [account.address, account.address].map((to) => ({ to, value: '0x1' }))
  const params = [{ version: '2.0.0', chainId: numberToHex(31337), calls }]
  const answer = approvals.ask({ scope, method: 'wallet_sendCalls', params }, never)
  const { id } = await shows(approvals, 'asking')
  approvals.approve(id, 'frame')
  await answer
  await expect.poll(() => getCode(chain.client, account)).toMatch(/^0xef0100/)
  await page.load()
  await page.undo(scope)
  expect(page.screen()).toEqual({ status: 'list', networks: [], note: 'sent' })
  await expect.poll(() => getCode(chain.client, account)).toBeUndefined()
})

test('a network that does not answer does not keep the way back on another one from the user', async () => {
  const account = await chain.newAccount()
  await chain.client.setCode({ address: account.address, bytecode: delegationTo(delegate) })
  const silent = 'http://127.0.0.1:9'
  const pageOf = (rpc: ProjectRecord['rpc'], on: readonly string[]) =>
    createSmartAccount({
      project: { smartAccounts: Object.fromEntries(on.map((id) => [id, smartAccounts[scope]])), rpc },
      account: { addresses: async () => ({ eip155: account.address, solana: '' }) },
      undelegate: async () => {},
    })
  const rpc = { [scope]: [chain.rpcUrl], 'eip155:1': [silent] }
  const page = pageOf(rpc, [scope, 'eip155:1'])
  expect(await loaded(page)).toEqual({ status: 'list', networks: [scope], isPartial: true })
  await page.undo(scope)
  expect(page.screen()).toEqual({ status: 'list', networks: [], note: 'sent', isPartial: true })
  expect(await loaded(pageOf(rpc, ['eip155:1']))).toEqual({ status: 'failed' })
  expect(await loaded(pageOf(rpc, [scope]))).toEqual({ status: 'list', networks: [scope] })
})
