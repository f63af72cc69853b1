/** A node in the project record that lies. */
import { type Address, encodeFunctionData, erc20Abi, numberToHex, parseTransaction } from 'viem'
import { expect, test } from 'vitest'
import { openDesk, scope, send, sharedChain, shows, signerOf } from '../../../../test/support/approval-desk.ts'
import { createBatchLog, createSentLog } from '../../../../test/support/sent-log.ts'
import { createEip155Preparer } from '../../requests/eip155.ts'

const never = new AbortController().signal
const you: Address = '0x00000000000000000000000000000000000000c3'
const chain = await sharedChain()

test('a node lies about its network: the transaction is signed for the network that the page asked for [T19]', async () => {
  chain.behaviours.set('eth_chainId', async () => JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x1' }))
  const account = await chain.newAccount()
  const { approvals } = openDesk({ account, rpcUrl: chain.rpcUrl })
  void approvals.ask(send({ from: account.address, to: you, value: '0x64' }), never).catch(() => {})
  const { prepared } = await shows(approvals, 'asking')
  const signed = (await signerOf(account).sign(prepared.request, never)) as `0x02${string}` // as: type 2
  expect(parseTransaction(signed)).toMatchObject({ chainId: 31337, to: you, value: 100n })
})

test('a node lies about the standard of a token: the other node’s contradiction is a warning [C72]', async () => {
  const account = await chain.newAccount()
  const lie = JSON.stringify({ jsonrpc: '2.0', id: 1, result: numberToHex(6, { size: 32 }) })
  let asked = 0
  chain.behaviours.set('eth_call', (ask, body) => {
    const isDecimals = body.includes('0x313ce567')
    asked += isDecimals ? 1 : 0
    return isDecimals && asked === 2 ? Promise.resolve(lie) : ask()
  })
  const preparer = createEip155Preparer({
    account: account.address,
    origin: 'https://app.example',
    now: Date.now,
    rpc: { [scope]: [chain.rpcUrl, `${chain.rpcUrl}/other`] },
    sent: createSentLog(),
    batches: createBatchLog(),
    mayUpgrade: () => true,
  })
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [you, 42n] })
  const { intent } = await preparer.prepare(send({ from: account.address, to: you, data }), never)
  expect(intent.warnings).toEqual(expect.arrayContaining(['nodesDisagree', 'amountOrItem']))
})
