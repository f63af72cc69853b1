/** Several calls at once (EIP-5792), over a local chain: from the request of the page to the receipt. */
import { type Address, encodeFunctionData, erc20Abi, type Hex, maxUint256, numberToHex, verifyMessage } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { getBalance, getCode, getTransactionCount } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { simple7702Code } from '../../../../../e2e/world/smart-account.ts'
import { type Chain, openChain, openDesk, scope, send, shows } from '../../../../test/support/approval-desk.ts'
import { createBatchLog, createSentLog } from '../../../../test/support/sent-log.ts'
import type { Approvals } from '../../approval/approvals.ts'
import { createChainClient } from '../../approval/eip155/chain.ts'
import type { BatchLog } from '../../approval/eip155/sent-batches.ts'
import { capabilitiesFor, statusFor } from '../../provider/answers/calls.ts'
import { delegationTo, implementations } from '../../signing/implementations.ts'

const never = new AbortController().signal
const you: Address = '0x00000000000000000000000000000000000000c3'
const they: Address = '0x00000000000000000000000000000000000000d4'
const chainId = numberToHex(31337)
const implementation = implementations['simple7702-0.8']
const smartAccounts = { [scope]: { implementation: 'simple7702-0.8' } }
const origin = 'https://app.example'

let chain: Chain
let token: Address
beforeAll(async () => {
  chain = await openChain()
  await chain.deploySmartAccounts()
  token = await chain.deployToken(await chain.newAccount())
})
afterAll(() => chain.stop())

let account: PrivateKeyAccount
let batches: BatchLog
beforeEach(async () => {
  account = await chain.newAccount()
  batches = createBatchLog()
})

const pay = (to: Address, wei: number) => ({ to, value: numberToHex(wei) })
const sendCalls = (params: object, calls: readonly object[] = [pay(you, 3), pay(they, 4)]) =>
  ({
    scope,
    method: 'wallet_sendCalls',
    params: [{ version: '2.0.0', chainId, from: account.address, atomicRequired: true, calls, ...params }],
  }) as const
const sent = createSentLog
const desk = (more: Partial<Parameters<typeof openDesk>[0]> = {}) =>
  openDesk({ account, rpcUrl: chain.rpcUrl, smartAccounts, batches, ...more })
const contextOf = (log: BatchLog, more: { networks?: readonly (typeof scope)[]; of?: string } = {}) => ({
  account: account.address,
  networks: more.networks ?? [scope],
  smartAccounts,
  batches: log,
  origin: more.of ?? origin,
  signal: never,
  clientFor: () => createChainClient(scope, [chain.rpcUrl], never),
  askNode: () => async (method: string, params: unknown) =>
    // as: the node's own answer
    (await chain.client.request({ method, params } as never)) as never,
})
const statusOf = (id: string) => statusFor(id, contextOf(batches))

async function approve(approvals: Approvals) {
  const { id, prepared } = await shows(approvals, 'asking')
  approvals.approve(id, 'frame')
  return prepared
}
async function sentBy(approvals: Approvals, call: ReturnType<typeof sendCalls>) {
  const answer = approvals.ask(call, never)
  const prepared = await approve(approvals)
  return { answer: await answer, prepared }
}
const balanceOf = (address: Address) => getBalance(chain.client, { address })

describe('several calls', () => {
  test('upgrade the account once, land as one transaction, and the account still signs with its key [C266]', async () => {
    const { approvals, signer } = desk()
    const [before, beforeThey] = [await balanceOf(you), await balanceOf(they)]
    const { answer, prepared } = await sentBy(approvals, sendCalls({ id: 'first' }))
    expect(prepared.intent).toMatchObject({ kind: 'batch', warnings: ['delegates'], blind: false })
    expect(prepared.intent.parts.map(({ kind }) => kind)).toEqual(['delegate', 'send', 'send'])
    expect(prepared.intent.parts[0]?.facts).toContainEqual({
      label: 'contract',
      value: { type: 'address', address: implementation.delegate },
    })
    expect(prepared.simulation).toMatchObject({ changes: [{ asset: { type: 'coins' }, amount: -7n }] })
    expect(prepared.fee?.expected).toBeGreaterThan(0n)
    expect(signer.asked).toEqual([prepared.request])
    const hash = hashIn(answer)
    expect(answer).toEqual({ id: 'first', capabilities: { caip345: { caip2: scope, transactionHashes: [hash] } } })
    const receipt = await chain.receiptOf(hash)
    expect(receipt).toMatchObject({ status: 'success', type: 'eip7702' })
    expect([(await balanceOf(you)) - before, (await balanceOf(they)) - beforeThey]).toEqual([3n, 4n])
    expect(await getCode(chain.client, account)).toBe(delegationTo(implementation.delegate))
    expect(await statusOf('first')).toMatchObject({
      version: '2.0.0',
      id: 'first',
      chainId,
      status: 200,
      atomic: true,
      receipts: [{ status: '0x1', transactionHash: hash, logs: [] }],
    })

    const message = 'still mine'
    const signature = await account.signMessage({ message })
    expect(await verifyMessage({ address: account.address, message, signature })).toBe(true)
    const again = await sentBy(approvals, sendCalls({}))
    expect(again.prepared.request).toMatchObject({ kind: 'evmBatch', delegate: null, nonce: 2 })
    expect(again.prepared.intent.parts.map(({ kind }) => kind)).toEqual(['send', 'send'])
    expect(await chain.receiptOf(hashIn(again.answer))).toMatchObject({ status: 'success', type: 'eip1559' })
  })

  test('are all shown, with their amounts, also those inside a call of the account to itself [C266]', async () => {
    const { approvals } = desk()
    const inner = encodeFunctionData({
      abi: [
        {
          type: 'function',
          name: 'execute',
          inputs: [{ type: 'address' }, { type: 'uint256' }, { type: 'bytes' }],
          outputs: [],
          stateMutability: 'nonpayable',
        },
      ],
      functionName: 'execute',
      args: [they, 5n, '0x'],
    })
    const allow = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [you, maxUint256] })
    const calls = [pay(you, 1), { to: account.address, data: inner }, { to: token, data: allow }]
    void approvals.ask(sendCalls({}, calls), never).catch(() => {})
    const { prepared, id } = await shows(approvals, 'asking')
    expect(prepared.intent.parts.map(({ kind }) => kind)).toEqual(['delegate', 'send', 'batch', 'send', 'allow'])
    expect(prepared.intent.parts[3]?.facts).toEqual([
      { label: 'amount', value: { type: 'coins', amount: 5n } },
      { label: 'to', value: { type: 'address', address: expect.stringMatching(new RegExp(they, 'i')) as string } },
    ])
    expect(prepared.intent.warnings).toEqual(['unlimited', 'delegates'])
    expect(prepared.tokens.get(token.toLowerCase())).toMatchObject({ symbol: 'TST' })
    approvals.decline(id)
  })

  test('need the extra tick if one cannot be read, and all stop if one fails', async () => {
    const { approvals } = desk()
    const lost = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [you, 10n ** 30n] })
    void approvals.ask(sendCalls({}, [pay(you, 1), { to: token, data: lost }]), never).catch(() => {})
    expect(await shows(approvals, 'stuck')).toMatchObject({ reason: 'wouldFail' })
    const other = desk()
    void other.approvals.ask(sendCalls({}, [pay(you, 1), { to: you, data: '0xdeadbeef' }]), never).catch(() => {})
    const { prepared } = await shows(other.approvals, 'asking')
    expect(prepared.intent).toMatchObject({ blind: true, warnings: ['delegates', 'unreadable'] })
  })

  test('fail together: nothing of them has happened, and the status says so', async () => {
    const { approvals } = desk()
    const before = await balanceOf(you)
    // The account gets poorer after the approval: the first call still works, the second does not.
    chain.behaviours.set('eth_sendRawTransaction', async (ask) => {
      await chain.client.setBalance({ address: account.address, value: 10n ** 17n })
      return ask()
    })
    const calls = [pay(you, 3), { to: they, value: numberToHex(10n ** 17n) }]
    const { answer } = await sentBy(approvals, sendCalls({ id: 'broken' }, calls))
    chain.behaviours.delete('eth_sendRawTransaction')
    expect(await chain.receiptOf(hashIn(answer))).toMatchObject({ status: 'reverted' })
    expect(await balanceOf(you)).toBe(before)
    expect(await statusOf('broken')).toMatchObject({ status: 500, receipts: [{ status: '0x0' }] })
  })

  test('leave the next transaction the right nonce: the authorization has used one', async () => {
    const log = sent()
    const { approvals } = desk({ sent: log })
    await chain.client.setAutomine(false)
    try {
      const { answer } = await sentBy(approvals, sendCalls({}))
      const following = desk({ sent: log })
      void following.approvals.ask(send({ to: you, value: '0x1' }), never).catch(() => {})
      expect((await shows(following.approvals, 'asking')).prepared.request).toMatchObject({ nonce: 2 })
      await chain.client.mine({ blocks: 1 })
      await chain.receiptOf(hashIn(answer))
      expect(await getTransactionCount(chain.client, account)).toBe(2)
    } finally {
      await chain.client.setAutomine(true)
    }
  })
})

test('a single call is a transaction like any other, on any network, without an upgrade', async () => {
  const { approvals } = desk({ smartAccounts: {} })
  const { answer, prepared } = await sentBy(approvals, sendCalls({ id: 'single' }, [pay(you, 9)]))
  expect(prepared.intent).toMatchObject({ kind: 'send', warnings: [] })
  expect(await chain.receiptOf(hashIn(answer))).toMatchObject({ status: 'success', type: 'eip1559' })
  expect(await statusOf('single')).toMatchObject({ status: 200, atomic: true })
  expect(await getCode(chain.client, account)).toBeUndefined()
})

test('the older draft is answered in its own form', async () => {
  const { approvals } = desk()
  await chain.client.setAutomine(false)
  const call = sendCalls({ version: '1.0', id: 'old', atomicRequired: undefined })
  const { answer } = await sentBy(approvals, call)
  expect(answer).toBe('old')
  expect(await statusOf('old')).toEqual({ status: 'PENDING' })
  await chain.client.setAutomine(true)
  await chain.client.mine({ blocks: 1 })
  expect(await statusOf('old')).toMatchObject({ status: 'CONFIRMED', receipts: [{ status: '0x1' }] })
})

describe('refused, with the number of the standard', () => {
  const many = Array.from({ length: 21 }, () => pay(you, 1))
  test.each([
    ['another version', { version: '3.0' }, 'BAD_SHAPE', -32602],
    ['another account', { from: you }, 'UNAUTHORIZED', 4100],
    ['a contract to deploy', { calls: [pay(you, 1), { data: '0x00' }] }, 'BAD_SHAPE', -32602],
    ['half a byte', { calls: [{ to: you, data: '0x0' }] }, 'BAD_SHAPE', -32602],
    [
      'an unknown capability',
      { capabilities: { paidByOthers: { url: 'https://evil.example' } } },
      'NOT_AVAILABLE',
      5700,
    ],
    ['one of a call', { calls: [{ ...pay(you, 1), capabilities: { x: {} } }] }, 'NOT_AVAILABLE', 5700],
    ['more calls than anybody reads [C267]', { calls: many }, 'NOT_AVAILABLE', 5740],
  ])('%s', async (_, params, code, rpcCode) => {
    const { approvals } = desk()
    await expect(approvals.ask(sendCalls(params), never)).rejects.toMatchObject({ code, rpcCode })
    expect(approvals.screen()).toBeUndefined()
  })

  test('several calls of an account that its user does not want to be a smart account', async () => {
    const { approvals } = desk({ mayUpgrade: () => false })
    await expect(approvals.ask(sendCalls({}), never)).rejects.toMatchObject({ rpcCode: 5750 })
    void approvals.ask(sendCalls({}, [pay(you, 1)]), never).catch(() => {})
    expect((await shows(approvals, 'asking')).prepared.intent.kind).toBe('send')
  })

  test('an unknown capability may be ignored if it is optional', async () => {
    const { approvals } = desk()
    void approvals.ask(sendCalls({ capabilities: { other: { optional: true } } }), never).catch(() => {})
    expect((await shows(approvals, 'asking')).prepared.intent.kind).toBe('batch')
  })

  test('a mistyped address', async () => {
    const wrong = '0x90f79bf6EB2c4f870365E785982E1f101E93b906'
    const { approvals } = desk()
    await expect(approvals.ask(sendCalls({}, [pay(you, 1), pay(wrong, 1)]), never)).rejects.toMatchObject({
      message: 'wallet_sendCalls: calls[1].to has a wrong checksum',
    })
  })

  test('calls on a network without smart accounts, or without their contract [C272]', async () => {
    const { approvals } = desk({ smartAccounts: {} })
    await expect(approvals.ask(sendCalls({}), never)).rejects.toMatchObject({ rpcCode: 5760 })
    await chain.client.setCode({ address: implementation.delegate, bytecode: '0x00' })
    const other = desk()
    await expect(other.approvals.ask(sendCalls({}), never)).rejects.toMatchObject({ rpcCode: 5760 })
    await chain.client.setCode({ address: implementation.delegate, bytecode: simple7702Code() })
  })

  test('an id for the second time, also by another tab while the user reads [C268]', async () => {
    const { approvals } = desk()
    await sentBy(approvals, sendCalls({ id: 'once' }))
    await expect(approvals.ask(sendCalls({ id: 'once' }), never)).rejects.toMatchObject({ rpcCode: 5720 })

    const [here, there] = [desk(), desk()]
    const late = here.approvals.ask(sendCalls({ id: 'twice' }), never)
    const { id } = await shows(here.approvals, 'asking')
    await sentBy(there.approvals, sendCalls({ id: 'twice' }))
    here.approvals.approve(id, 'frame')
    await expect(late).rejects.toMatchObject({ rpcCode: 5720 })
    expect(here.signer.asked).toEqual([])
  })
})

describe('the status', () => {
  test('is that of the page that has sent them, and unknown to any other [C268]', async () => {
    const { approvals } = desk()
    await sentBy(approvals, sendCalls({ id: 'mine' }))
    await expect(statusFor('mine', contextOf(batches, { of: 'https://other.example' }))).rejects.toMatchObject({
      rpcCode: 5730,
    })
    await expect(statusOf('never')).rejects.toMatchObject({ rpcCode: 5730 })
  })

  test('says that they were never included if another transaction has taken their place', async () => {
    const { approvals } = desk()
    chain.behaviours.set('eth_sendRawTransaction', async () => undefined)
    await sentBy(approvals, sendCalls({ id: 'lost' }))
    chain.behaviours.delete('eth_sendRawTransaction')
    expect(await statusOf('lost')).toMatchObject({ status: 100, receipts: [] })
    await chain.sendElsewhere(account, { to: you, value: 1n })
    expect(await statusOf('lost')).toMatchObject({ status: 400, receipts: [] })
  })

  test('is unknown if no node took them', async () => {
    const { approvals } = desk()
    const error = { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'refused' } }
    chain.behaviours.set('eth_sendRawTransaction', async () => JSON.stringify(error))
    await expect(sentBy(approvals, sendCalls({ id: 'refused' }))).rejects.toMatchObject({ code: 'WALLET_FAILED' })
    chain.behaviours.delete('eth_sendRawTransaction')
    await expect(statusOf('refused')).rejects.toMatchObject({ rpcCode: 5730 })
  })
})

test('the capabilities say what the account can do on each network', async () => {
  const context = contextOf(batches)
  const ready = {
    [chainId]: { atomic: { status: 'ready' }, assetDiscovery: { supported: true }, atomicBatch: { supported: true } },
  }
  expect(await capabilitiesFor([account.address], context)).toEqual(ready)
  expect(await capabilitiesFor(undefined, context)).toEqual(ready)
  expect(await capabilitiesFor([account.address, [chainId]], context)).toEqual(ready)
  expect(await capabilitiesFor([account.address, ['0x1']], context)).toEqual({})
  await expect(capabilitiesFor([you], context)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(await capabilitiesFor([account.address], { ...context, smartAccounts: {} })).toEqual({
    [chainId]: { atomic: { status: 'unsupported' }, assetDiscovery: { supported: true } },
  })
  await sentBy(desk().approvals, sendCalls({}))
  expect(await capabilitiesFor([account.address], context)).toMatchObject({
    [chainId]: { atomic: { status: 'supported' } },
  })
})

/** What the answer names as the transaction. */
function hashIn(answer: unknown): Hex {
  // as: parsed by the shape that the test compares
  const { capabilities } = answer as { capabilities: { caip345: { transactionHashes: [Hex] } } }
  return capabilities.caip345.transactionHashes[0]
}
