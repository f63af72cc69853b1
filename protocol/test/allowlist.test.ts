/** The RPC allowlist: exactly the methods of the specification, exact spelling, default deny. */
import { describe, expect, test } from 'vitest'
import { allowlist, findMethod } from '../src/allowlist/index.ts'
import { injectedParams, injectedPerson } from '../src/allowlist/injected.ts'
import { injectedResults } from '../src/allowlist/injected-results.ts'
import { allowedMethods } from '../src/allowlist/names.ts'
import { namespaces } from '../src/scalars/caip.ts'

const safe =
  'eth_accounts, eth_blockNumber, eth_call, eth_chainId, eth_estimateGas, eth_feeHistory, eth_gasPrice, eth_getAccount, eth_getBalance, eth_getBlockByHash, eth_getBlockByNumber, eth_getBlockReceipts, eth_getBlockTransactionCountByHash, eth_getBlockTransactionCountByNumber, eth_getCode, eth_getFilterChanges, eth_getFilterLogs, eth_getLogs, eth_getProof, eth_getStorageAt, eth_getTransactionByBlockHashAndIndex, eth_getTransactionByBlockNumberAndIndex, eth_getTransactionByHash, eth_getTransactionCount, eth_getTransactionReceipt, eth_getUncleCountByBlockHash, eth_getUncleCountByBlockNumber, eth_maxPriorityFeePerGas, eth_newBlockFilter, eth_newFilter, eth_newPendingTransactionFilter, eth_sendRawTransaction, eth_syncing, eth_uninstallFilter, wallet_getCapabilities, wallet_getCallsStatus, eth_getUserOperationReceipt, eth_estimateUserOperationGas, eth_getUserOperationByHash, eth_supportedEntryPoints, wallet_getAssets'.split(
    ', ',
  )
const approval =
  'personal_sign, eth_signTypedData_v4, eth_sendTransaction, solana_signMessage, solana_signTransaction, solana_signAllTransactions, solana_signAndSendTransaction, wallet_sendCalls, wallet_grantPermissions, wallet_revokePermissions, eth_sendUserOperation'.split(
    ', ',
  )

const listed = namespaces.flatMap((namespace) =>
  Object.entries(allowlist[namespace]).map(([method, { access }]) => ({ method, access })),
)
const of = (access: string) => listed.filter((one) => one.access === access).map((one) => one.method)

test('41 methods are safe and 11 need approval, exactly those of the specification', () => {
  expect([safe.length, approval.length]).toEqual([41, 11])
  expect(of('safe').sort()).toEqual(safe.toSorted())
  expect(of('approval').sort()).toEqual(approval.toSorted())
})

test('the names that the SDK checks early are those of the tables', () => {
  expect([...allowedMethods].sort()).toEqual([...safe, ...approval].sort())
})

test('signing methods of solana are found in solana only', () => {
  for (const method of [...safe, ...approval]) {
    const owner = method.startsWith('solana_') ? 'solana' : 'eip155'
    for (const namespace of namespaces)
      expect([method, namespace, findMethod(namespace, method) !== undefined]).toEqual([
        method,
        namespace,
        namespace === owner,
      ])
  }
})

test.each([
  'eth_sign',
  'eth_signTransaction',
  'eth_signTypedData',
  'eth_signTypedData_v3',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_watchAsset',
  'ETH_ACCOUNTS',
  'eth_Accounts',
  'personal_sign ',
  ' personal_sign',
  'personal_sign\n',
  'personal_sıgn',
  '',
  'toString',
  'constructor',
  '__proto__',
  'hasOwnProperty',
  'valueOf',
])('%j is denied in every namespace and by the SDK [C36]', (method) => {
  for (const namespace of namespaces) expect(findMethod(namespace, method)).toBeUndefined()
  expect(allowedMethods.has(method)).toBe(false)
})

describe('params are refused before any screen [C37]', () => {
  const account = `0x${'a1'.repeat(20)}`
  const call = { to: account, data: '0x', value: '0x0' }
  const accepts = (method: string, params: unknown) => findMethod('eip155', method)?.params.safeParse(params).success

  test.each([
    ['as it should be', {}, true],
    ['chain id 0x1', { chainId: '0x1' }, true],
    ['the highest chain id', { chainId: '0x7fffffff' }, true],
    ['to without 0x', { calls: [{ ...call, to: account.slice(2) }] }, false],
    ['to with 41 digits', { calls: [{ ...call, to: `${account}1` }] }, false],
    ['to with 39 digits', { calls: [{ ...call, to: account.slice(0, -1) }] }, false],
    ['chain id 0x0', { chainId: '0x0' }, false],
    ['chain id 2^31', { chainId: '0x80000000' }, false],
    ['chain id with a leading zero', { chainId: '0x01' }, false],
    ['chain id as a number', { chainId: 1 }, false],
    ['no calls', { calls: [] }, false],
    ['101 calls', { calls: Array.from({ length: 101 }, () => call) }, false],
    ['an unknown field', { gasless: true }, false],
    ['an unknown field in a call', { calls: [{ ...call, from: account }] }, false],
    ['a value as a decimal', { calls: [{ ...call, value: '1' }] }, false],
  ])('wallet_sendCalls: %s', (_, change, expected) => {
    expect(accepts('wallet_sendCalls', [{ calls: [call], ...change }])).toBe(expected)
  })

  test.each([
    ['personal_sign', ['0x68656c6c6f', account], true],
    ['personal_sign', [account], false],
    ['personal_sign', ['text', account, 'more'], false],
    ['eth_sendTransaction', [{ from: account, to: account, value: '0x1' }], true],
    ['eth_sendTransaction', [{ from: account, to: account, value: '0x1' }, {}], false],
    ['eth_sendTransaction', [{ to: account, nonce: '0x00' }], false],
    ['eth_sendTransaction', [{ to: account, evil: 1 }], false],
    ['eth_chainId', [], true],
    ['eth_chainId', undefined, true],
    ['eth_chainId', [1], false],
    ['eth_chainId', {}, false],
    ['eth_getBalance', [account, 'latest'], true],
    ['eth_getBalance', [account, 'newest'], false],
  ])('%s %j: %s', (method, params, expected) => {
    expect(accepts(method, params)).toBe(expected)
  })
})

test('every method for injected wallets has params and a result; those that wait for a person are among them', () => {
  expect(Object.keys(injectedResults).sort()).toEqual(Object.keys(injectedParams).sort())
  for (const method of injectedPerson) expect(Object.keys(injectedParams)).toContain(method)
})
