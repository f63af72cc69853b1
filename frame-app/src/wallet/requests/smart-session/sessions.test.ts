/** Smart sessions (ERC-7715) over a local chain: from the request of a page to what its key can do, and to the revocation. */
import { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import {
  type Address,
  concatHex,
  encodeFunctionData,
  getAddress,
  type Hex,
  numberToHex,
  padHex,
  toFunctionSelector,
  verifyMessage,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { getBalance, getCode } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Chain,
  openChain,
  openDesk,
  scope,
  send,
  shows,
  signerOf,
} from '../../../../test/support/approval-desk.ts'
import { createBatchLog, createSentLog, createSessionService } from '../../../../test/support/sent-log.ts'
import type { Approvals } from '../../approval/approvals.ts'
import { createChainClient } from '../../approval/eip155/chain.ts'
import { isBlocked } from '../../decode/intent.ts'
import { capabilitiesFor } from '../../provider/answers/calls.ts'
import { grantedPermissions, supportedPermissions } from '../../provider/answers/sessions.ts'
import { createProvider } from '../../provider/provider.ts'
import { delegationTo, implementations } from '../../signing/implementations.ts'
import { delegationManager, enforcers, typedDelegation } from '../../signing/session.ts'
import { contextOf, disableData, managerAbi, readContext } from './context.ts'
import { readSession } from './request.ts'

const never = new AbortController().signal
const you = getAddress('0x00000000000000000000000000000000000000c3')
const machine: Address = '0x00000000000000000000000000000000000000e7'
/** The precompiled contract that recovers the signer of a digest. */
const recovers = '0x0000000000000000000000000000000000000001'
const chainId = numberToHex(31337)
const { delegate } = implementations['delegator-1.3']
const smartAccounts = { [scope]: { implementation: 'delegator-1.3', sessions: true } }
const origin = 'https://app.example'

let chain: Chain
beforeAll(async () => {
  chain = await openChain()
  await chain.deployFramework()
  await chain.client.setCode({ address: machine, bytecode: '0x00' })
})
afterAll(() => chain.stop())

let account: PrivateKeyAccount
let page: PrivateKeyAccount
let records: ReturnType<typeof createSessionService>
beforeEach(async () => {
  account = await chain.newAccount()
  page = await chain.newAccount()
  records = createSessionService()
})

const soon = () => Math.floor(Date.now() / 1000) + 3600
const payments = { type: 'native-token-transfer', data: { allowance: '0x64', recipients: [you] } }
const calls = { type: 'contract-call', data: { address: machine, calls: ['poke(uint256)'], allowance: '0x5' } }
const current = (change: object = {}, permission: object = payments) =>
  ({
    scope,
    method: 'wallet_requestExecutionPermissions',
    params: [
      {
        chainId,
        to: page.address,
        permission: { isAdjustmentAllowed: false, ...permission },
        rules: [{ type: 'expiry', data: { timestamp: soon() } }],
        ...change,
      },
    ],
  }) as const
const older = (change: object = {}) =>
  ({
    scope,
    method: 'wallet_grantPermissions',
    params: [
      {
        chainId,
        expiry: soon(),
        signer: { type: 'account', data: { id: page.address } },
        permissions: [payments],
        ...change,
      },
    ],
  }) as const
const revocation = (permissionContext: Hex) =>
  ({ scope, method: 'wallet_revokeExecutionPermission', params: [{ permissionContext }] }) as const
const desk = (more: Partial<Parameters<typeof openDesk>[0]> = {}) =>
  openDesk({ account, rpcUrl: chain.rpcUrl, smartAccounts, service: records.call, ...more })

/** A request that has to be refused: without waiting for an answer of the user, if it comes to that. */
function refused(call: Parameters<Approvals['ask']>[0], more = {}) {
  const { approvals } = desk(more)
  const asking = shows(approvals, 'asking').then(() => Promise.reject(new Error('The user was asked')))
  return Promise.race([approvals.ask(call, never), asking])
}

async function approve(approvals: Approvals) {
  const { id, prepared } = await shows(approvals, 'asking')
  approvals.approve(id, 'frame')
  return prepared
}
async function granted(call: Parameters<Approvals['ask']>[0] = current(), more = {}) {
  const { approvals } = desk(more)
  const answer = approvals.ask(call, never)
  const prepared = await approve(approvals)
  // as: compared by the tests
  return { answer: (await answer) as unknown, prepared }
}
const contextIn = (answer: unknown): Hex => {
  // as: the form that the tests compare
  const [first] = answer as [{ context: Hex }]
  return first.context
}
const redeem = (context: Hex, to: Address, value: bigint, data: Hex = '0x') =>
  chain.sendElsewhere(page, {
    to: delegationManager,
    data: encodeFunctionData({
      abi: managerAbi,
      functionName: 'redeemDelegations',
      args: [
        [context],
        [padHex('0x00', { size: 32 })],
        [concatHex([to, padHex(numberToHex(value), { size: 32 }), data])],
      ],
    }),
  })
const listed = (params?: unknown, of = origin, now = Date.now, nodes = [chain.rpcUrl]) =>
  grantedPermissions(params, {
    account: account.address,
    networks: [scope],
    smartAccounts,
    origin: of,
    nodesFor: () => nodes.map((url) => createChainClient(scope, [url], never)),
    service: records.call,
    now,
  })
const minedTill = () => chain.client.mine({ blocks: 1 })

describe('a session', () => {
  test('is shown with its limits, upgrades the account, works, and ends with its revocation', async () => {
    const call = current()
    const { answer, prepared } = await granted(call)
    expect(prepared.intent).toMatchObject({ kind: 'grantSession', warnings: ['actsAlone', 'delegates'], blind: false })
    expect(prepared.intent.facts.map(({ label }) => label)).toEqual(['inTotal', 'until', 'to', 'network', 'sessionKey'])
    expect(prepared.intent.parts.map(({ kind }) => kind)).toEqual(['delegate'])
    expect(prepared.fee?.expected).toBeGreaterThan(0n)
    const [asked] = call.params
    expect(answer).toEqual([
      {
        chainId,
        from: account.address,
        to: page.address,
        permission: { isAdjustmentAllowed: false, ...payments },
        rules: asked.rules,
        context: expect.stringMatching(/^0x[0-9a-f]+$/) as string,
        dependencies: [],
        delegationManager,
      },
    ])
    await minedTill()
    expect(await getCode(chain.client, account)).toBe(delegationTo(delegate))
    const context = contextIn(answer)
    const before = await getBalance(chain.client, { address: you })
    await redeem(context, you, 60n)
    expect((await getBalance(chain.client, { address: you })) - before).toBe(60n)
    await expect(redeem(context, you, 41n)).rejects.toThrow(/revert/i)
    expect(await listed()).toEqual(answer)

    const { approvals } = desk()
    const revoking = approvals.ask(revocation(context), never)
    const { intent } = await approve(approvals)
    expect(intent).toMatchObject({ kind: 'revokeSession', blind: false })
    expect(await revoking).toEqual({})
    await minedTill()
    await expect(redeem(context, you, 1n)).rejects.toThrow(/revert/i)
    expect(await listed()).toEqual([])
    expect(await listed([{ withEnded: true }])).toMatchObject([{ context, status: 'revoked' }])
    await expect(approvals.ask(revocation(context), never)).rejects.toMatchObject({ code: 'NOT_AVAILABLE' })

    const message = 'still mine'
    expect(
      await verifyMessage({ address: account.address, message, signature: await account.signMessage({ message }) }),
    ).toBe(true)
  })

  test('is granted by the older draft too, with an address or a key', async () => {
    const { answer } = await granted(older())
    expect(answer).toMatchObject({
      address: account.address,
      grantedPermissions: [payments],
      permissionsContext: records.rows[0]?.context,
      signerData: { submitToAddress: delegationManager },
    })
    const key = { type: 'key', data: { type: 'secp256k1', publicKey: page.publicKey } }
    const { prepared } = await granted(older({ signer: key }))
    expect(prepared.request).toMatchObject({ kind: 'evmSession', key: page.address, upgrade: null })
  })

  test('for calls names contract, functions and their selectors [C361], and several calls of the account still work', async () => {
    const { answer, prepared } = await granted(current({}, calls))
    expect(prepared.intent.facts).toContainEqual({
      label: 'function',
      value: { type: 'text', text: `${toFunctionSelector('poke(uint256)')} poke(uint256)` },
    })
    expect(prepared.intent.warnings).toEqual(['actsAlone', 'asContractDoes', 'delegates'])
    await minedTill()
    await redeem(
      contextIn(answer),
      machine,
      5n,
      concatHex([toFunctionSelector('poke(uint256)'), padHex('0x1', { size: 32 })]),
    )
    const { approvals } = desk()
    const batch = [
      { to: you, value: '0x3' },
      { to: machine, value: '0x0' },
    ]
    const params = [{ version: '2.0.0', chainId, from: account.address, atomicRequired: true, calls: batch }]
    const before = await getBalance(chain.client, { address: you })
    const sending = approvals.ask({ scope, method: 'wallet_sendCalls', params }, never)
    const shown = await approve(approvals)
    expect(shown.request).toMatchObject({ kind: 'evmBatch', form: 'execute', delegate: null })
    expect(shown.intent.parts.map(({ kind }) => kind)).toEqual(['send', 'send'])
    expect(shown.simulation).toMatchObject({ status: 'works', changes: [{ amount: -3n }] })
    await sending
    await minedTill()
    expect((await getBalance(chain.client, { address: you })) - before).toBe(3n)
  })

  test('shows tokens in units of the token', async () => {
    const token = await chain.deployToken(account)
    const permission = { type: 'erc20-token-transfer', data: { address: token, allowance: '0x64' } }
    const { approvals } = desk()
    void approvals.ask(current({}, permission), never).catch(() => {})
    const { prepared } = await shows(approvals, 'asking')
    expect(prepared.intent.facts[0]).toEqual({
      label: 'inTotal',
      value: { type: 'tokens', token: getAddress(token), amount: 100n },
    })
    expect(prepared.tokens.get(token.toLowerCase())).toMatchObject({ symbol: 'TST', decimals: 6 })
    expect(prepared.intent.warnings).toContain('toAnybody')
  })

  test('is not given out, and the account is not upgraded, if the service does not record it [C311]', async () => {
    records.state.isReachable = false
    await expect(granted()).rejects.toMatchObject({ code: 'NETWORK' })
    await minedTill()
    expect(await getCode(chain.client, account)).toBeUndefined()
  })

  test('is looked at again if the account was upgraded meanwhile', async () => {
    const { approvals, signer } = desk()
    void approvals.ask(current(), never).catch(() => {})
    const { id } = await shows(approvals, 'asking')
    await chain.client.setCode({ address: account.address, bytecode: delegationTo(delegate) })
    approvals.approve(id, 'frame')
    expect(await shows(approvals, 'stuck')).toMatchObject({ reason: 'changed' })
    expect(signer.asked).toEqual([])
  })
})

describe('refused before the user sees anything [C312]', () => {
  const days = (count: number) => Math.floor(Date.now() / 1000) + count * 24 * 60 * 60
  const end = (timestamp: number) => [{ type: 'expiry', data: { timestamp } }]
  const read = (call: { method: string; params: unknown }) =>
    readSession(call.method, call.params, account.address, Date.now())
  test.each<[string, () => { method: string; params: unknown }, string]>([
    ['no end', () => current({ rules: [] }), 'end'],
    ['an end too far away', () => current({ rules: end(days(31)) }), 'end'],
    ['an end that is past', () => current({ rules: end(days(-1)) }), 'end'],
    [
      'a rule that nobody enforces',
      () => current({ rules: [...end(days(1)), { type: 'time-of-day', data: {} }] }),
      'rule',
    ],
    ['a policy that nobody enforces', () => older({ policies: [{ type: 'gas-limit', data: {} }] }), 'policy'],
    ['several at once', () => ({ ...current(), params: [...current().params, ...current().params] }), 'One permission'],
    ['an unknown permission', () => current({}, { type: 'native-token-stream', data: {} }), 'contract-call'],
    ['no limit', () => current({}, { type: payments.type, data: { recipients: [you] } }), 'limit'],
    ['no recipients', () => current({}, { type: payments.type, data: { allowance: '0x1' } }), 'recipients'],
    ['no functions', () => current({}, { type: calls.type, data: { address: machine, calls: [] } }), 'functions'],
    [
      'a function that is no text to hash',
      () => current({}, { ...calls, data: { ...calls.data, calls: ['poke (uint256)'] } }),
      'functions',
    ],
    ['a limit of each call', () => current({}, { ...calls, data: { ...calls.data, valueLimit: '0x1' } }), 'enforces'],
    [
      'calls to the account',
      () => current({}, { ...calls, data: { ...calls.data, address: account.address } }),
      'account itself',
    ],
    [
      'calls to the manager',
      () => current({}, { ...calls, data: { ...calls.data, address: delegationManager } }),
      'account itself',
    ],
    ['everybody as the key', () => current({ to: '0x0000000000000000000000000000000000000a11' }), 'of the page'],
    ['a passkey', () => older({ signer: { type: 'passkey', data: {} } }), 'of the page'],
    ['another account', () => current({ from: you }), 'not the account'],
    ['another form', () => current({ limit: 1 }), 'invalid params'],
  ])('%s', (_, call, reason) => {
    expect(() => read(call())).toThrow(reason)
  })

  test.each([
    'approve(address,uint256)',
    'authorizeOperator(address)',
    'transferAndCall(address,uint256,bytes)',
    'increaseApproval(address,uint256)',
    'push(address,uint256)',
    'burn(uint256)',
    // The selector of `approve`.
    '0x095ea7b3',
  ])('token function %s', (name) => {
    const call = current({}, { ...calls, data: { ...calls.data, calls: [name] } })
    expect(() => read(call)).toThrow('erc20-token-transfer')
  })

  test('calls to a token that one of two nodes denies, or says nothing of [C312]', async () => {
    const token = await chain.deployToken(account)
    const mine = current({}, { ...calls, data: { address: token, calls: ['mine(uint256)'] } })
    const nothing = JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: 3, message: 'execution reverted' } })
    const aboutToken = (body: string) => body.toLowerCase().includes(token.slice(2).toLowerCase())
    for (const answer of [nothing, undefined]) {
      chain.behaviours.set('eth_call', (asked, body) => (aboutToken(body) ? Promise.resolve(answer) : asked()))
      for (const rpcUrls of [
        [chain.rpcUrl, chain.honestUrl],
        [chain.honestUrl, chain.rpcUrl],
        // With one node, its lie cannot be noticed; its silence can.
        ...(answer === undefined ? [[chain.rpcUrl]] : []),
      ]) {
        const [rpcUrl = '', ...otherNodes] = rpcUrls
        await expect(refused(mine, { rpcUrl, otherNodes })).rejects.toMatchObject({
          code: 'NOT_AVAILABLE',
          message: expect.stringContaining('erc20') as string,
        })
      }
    }
    chain.behaviours.clear()
  })

  test('calls to a token, networks without sessions or their contracts, and accounts that are not to be smart', async () => {
    const token = await chain.deployToken(account)
    const notHere = { code: 'NOT_AVAILABLE', rpcCode: -32004 }
    const mine = { ...calls, data: { address: token, calls: ['mine(uint256)'] } }
    await expect(refused(current({}, mine))).rejects.toMatchObject({
      ...notHere,
      message: expect.stringContaining('erc20') as string,
    })
    const without = { [scope]: { implementation: 'delegator-1.3' } }
    await expect(refused(current(), { smartAccounts: without })).rejects.toMatchObject(notHere)
    await expect(refused(current(), { smartAccounts: {} })).rejects.toMatchObject(notHere)
    const simple = { [scope]: { implementation: 'simple7702-0.8', sessions: true } }
    await expect(refused(current(), { smartAccounts: simple })).rejects.toMatchObject(notHere)
    await expect(refused(current(), { mayUpgrade: () => false })).rejects.toMatchObject(notHere)
    const code = (await getCode(chain.client, { address: enforcers.coins })) ?? '0x'
    await chain.client.setCode({ address: enforcers.coins, bytecode: '0x' })
    await expect(refused(current())).rejects.toMatchObject(notHere)
    await chain.client.setCode({ address: enforcers.coins, bytecode: code })
    const foreign = records.rows[0]?.context ?? '0x12'
    await expect(refused(revocation(foreign))).rejects.toMatchObject(notHere)
  })
})

test('a page sees its own sessions only, and what the chain does not confirm is not called active [C314]', async () => {
  const { answer } = await granted()
  expect(await listed(undefined, 'https://other.example')).toEqual([])
  expect(await listed()).toEqual(answer)
  const [row] = records.rows
  if (!row) throw new Error('not recorded')
  const seconds = () => Math.floor(Date.now() / 1000)
  row.revokedAt = seconds()
  expect(await listed([{ withEnded: true }])).toMatchObject([{ status: 'revoking' }])
  expect(await listed()).toEqual([])
  // It has not reached the chain: the user can send another one.
  row.revokedAt = seconds() - 3600
  expect(await listed([{ withEnded: true }])).toMatchObject([{ status: 'active' }])
  row.revokedAt = null
  expect(await listed([{ withEnded: true }], origin, () => row.expiry * 1000)).toMatchObject([{ status: 'expired' }])
  const { prepared } = await granted()
  expect(prepared.request).toMatchObject({ upgrade: null })
  row.context = '0x1234'
  expect(await listed([{ withEnded: true }])).toHaveLength(1)
  chain.behaviours.set('eth_call', async () => undefined)
  try {
    expect(await listed([{ withEnded: true }])).toMatchObject([{ status: 'unknown' }])
    await expect(listed()).rejects.toMatchObject({ code: 'NETWORK' })
  } finally {
    chain.behaviours.delete('eth_call')
  }
})

test('a service cannot list a session with other limits, or one that the account has not signed [C333]', async () => {
  await granted()
  const [row] = records.rows
  if (!row) throw new Error('not recorded')
  const whole = { ...row }
  const delegation = readContext(row.context, account.address)
  if (!delegation) throw new Error('not read')
  const data = { allowance: '0x1', recipients: [you] }
  const theirs = await (await chain.newAccount()).signTypedData(typedDelegation(31337, delegation))
  const lies: Partial<typeof row>[] = [
    { expiry: row.expiry - 3000 },
    { expiry: 1 },
    { permissions: [{ type: payments.type, data }] },
    { permissions: [{ type: payments.type, data: { ...payments.data, recipients: [machine] } }] },
    { permissions: [{ type: 'contract-call', data: calls.data }] },
    { permissions: [{ type: 'anything', data: {} }] },
    { context: contextOf({ ...delegation, salt: 1n }) },
    { context: contextOf({ ...delegation, signature: theirs }) },
    { context: contextOf({ ...delegation, signature: '0x12' }) },
    // Signed, but for another network.
    { context: contextOf({ ...delegation, signature: await account.signTypedData(typedDelegation(1, delegation)) }) },
  ]
  for (const lie of lies) {
    Object.assign(row, whole, lie)
    expect(await listed([{ withEnded: true }])).toEqual([])
  }
  Object.assign(row, whole)
  expect(await listed()).toHaveLength(1)
})

test('a node cannot deny a session: neither its signature, nor that it still works [C336]', async () => {
  const context = contextIn((await granted()).answer)
  const lies = [
    { to: recovers, result: padHex(you, { size: 32 }) },
    { to: toFunctionSelector('disabledDelegations(bytes32)'), result: numberToHex(1, { size: 32 }) },
  ]
  chain.behaviours.set('eth_call', async (ask, body) => {
    const lie = lies.find(({ to }) => body.includes(to))
    const { id } = JSON.parse(body) as { id: number } // as: the wallet's own request
    return lie ? JSON.stringify({ jsonrpc: '2.0', id, result: lie.result }) : ask()
  })
  const nodes = [chain.rpcUrl, chain.honestUrl]
  try {
    expect(await listed(undefined, origin, Date.now, nodes)).toHaveLength(1)
    // If all nodes say so, there is nothing to revoke.
    expect(await listed([{ withEnded: true }])).toMatchObject([{ status: 'revoked' }])
    await expect(desk().approvals.ask(revocation(context), never)).rejects.toMatchObject({ code: 'NOT_AVAILABLE' })
    const { approvals } = desk({ otherNodes: [chain.honestUrl] })
    const revoking = approvals.ask(revocation(context), never)
    await approve(approvals)
    expect(await revoking).toEqual({})
  } finally {
    chain.behaviours.delete('eth_call')
  }
  await minedTill()
  expect(await listed([{ withEnded: true }], origin, Date.now, nodes)).toMatchObject([{ status: 'revoked' }])
  const silent = [chain.honestUrl, 'http://127.0.0.1:9/']
  expect(await listed([{ withEnded: true }], origin, Date.now, silent)).toMatchObject([{ status: 'unknown' }])
})

test('a session is revoked on its own network, whichever is the active one [C334]', async () => {
  const context = contextIn((await granted()).answer)
  await minedTill()
  const addresses = { eip155: account.address, solana: '' }
  const provider = createProvider({
    project: ProjectRecord.parse({
      projectId: 'test',
      hostOrigins: [origin],
      rpc: { 'eip155:1': [chain.rpcUrl], [scope]: [chain.rpcUrl], 'eip155:10': [chain.rpcUrl] },
      pinnedHosts: [origin],
      development: true,
      smartAccounts,
    }),
    hostOrigin: origin,
    wallet: async () => ({
      account: { open: async () => addresses, addresses: async () => addresses, preferredType: () => 'smartAccount' },
      signer: signerOf(account),
      sent: createSentLog(),
      batches: createBatchLog(),
      service: records.call,
      alone: (_, work) => work(),
    }),
    onAsked: async () => {},
  })
  const ask = (permissionContext: Hex) =>
    provider.request(
      { ...revocation(permissionContext), scope: 'eip155:1' },
      { signal: never, waitsForPerson: () => {} },
      never,
    )
  const revoking = ask(context)
  const { id, prepared } = await shows(provider.approvals, 'asking')
  expect(prepared.request).toMatchObject({ chainId: 31337 })
  expect(prepared.intent.facts).toContainEqual({ label: 'network', value: { type: 'network', id: scope } })
  provider.approvals.approve(id, 'frame')
  expect(await revoking).toEqual({})
  await minedTill()
  await expect(redeem(context, you, 1n)).rejects.toThrow(/revert/i)
  await expect(ask('0x12')).rejects.toMatchObject({ code: 'NOT_AVAILABLE' })
  // Asked past that, on another network, it is none of its sessions.
  await expect(desk().approvals.ask({ ...revocation(context), scope: 'eip155:1' }, never)).rejects.toThrow()
})

test('a revoked session is not brought back by a transaction [C315]', async () => {
  const { answer } = await granted()
  await minedTill()
  const delegation = readContext(contextIn(answer), account.address)
  if (!delegation) throw new Error('not read')
  await chain.sendElsewhere(account, { to: delegationManager, data: disableData(delegation) })
  const data = encodeFunctionData({
    abi: managerAbi,
    functionName: 'enableDelegation',
    args: [{ ...delegation, caveats: delegation.caveats.map((caveat) => ({ ...caveat, args: '0x' as const })) }],
  })
  for (const to of [delegationManager, account.address] as const) {
    const { approvals } = desk()
    void approvals.ask(send({ to, data }), never).catch(() => {})
    const { prepared } = await shows(approvals, 'asking')
    expect(prepared.intent.warnings).toContain('restoresSession')
    expect(isBlocked(prepared.intent)).toBe(true)
  }
})

test('the permissions that can be asked for are named by network', async () => {
  const types = ['native-token-transfer', 'erc20-token-transfer', 'contract-call']
  const context = {
    account: account.address,
    networks: [scope] as const,
    batches: createBatchLog(),
    origin,
    clientFor: () => createChainClient(scope, [chain.rpcUrl], never),
    askNode: () => () => Promise.reject(new Error('not asked')),
    signal: never,
  }
  expect(await capabilitiesFor([account.address], { ...context, smartAccounts })).toMatchObject({
    [chainId]: { atomic: { status: 'ready' }, permissions: { supported: true, permissionTypes: types } },
  })
  expect(supportedPermissions({ networks: [scope], smartAccounts })).toEqual({
    'native-token-transfer': { chainIds: [chainId], ruleTypes: ['expiry'] },
    'erc20-token-transfer': { chainIds: [chainId], ruleTypes: ['expiry'] },
    'contract-call': { chainIds: [chainId], ruleTypes: ['expiry'] },
  })
  expect(supportedPermissions({ networks: [scope], smartAccounts: {} })).toEqual({})
})
