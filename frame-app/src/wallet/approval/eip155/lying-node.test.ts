/** A node that is listed in the project record and lies. */
import { type Address, parseTransaction } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, openChain, openDesk, send, shows, signerOf } from '../../../../test/support/approval-desk.ts'

const never = new AbortController().signal
const you: Address = '0x00000000000000000000000000000000000000c3'
let chain: Chain
beforeAll(async () => {
  chain = await openChain()
})
afterAll(() => chain.stop())

test('about its network: the transaction is signed for the network that the page asked for [T19]', async () => {
  chain.behaviours.set('eth_chainId', async () => JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x1' }))
  const account = await chain.newAccount()
  const { approvals } = openDesk({ account, rpcUrl: chain.rpcUrl })
  void approvals.ask(send({ from: account.address, to: you, value: '0x64' }), never).catch(() => {})
  const { prepared } = await shows(approvals, 'asking')
  const signed = (await signerOf(account).sign(prepared.request, never)) as `0x02${string}` // as: type 2
  expect(parseTransaction(signed)).toMatchObject({ chainId: 31337, to: you, value: 100n })
})
