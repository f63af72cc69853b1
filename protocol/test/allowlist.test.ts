/** The RPC allowlist: the methods of the specification, those that dapps expect of every wallet, exact spelling, default deny. */
import { describe, expect, test } from 'vitest'
import { connectionMethods, connects, isRead } from '../src/allowlist/connection-methods.ts'
import { findEmbeddedMethod } from '../src/allowlist/embedded.ts'
import { allowlist, explainRefusal, findMethod } from '../src/allowlist/index.ts'
import { injectedEvm, injectedSolana } from '../src/allowlist/injected.ts'
import { injectedBitcoin } from '../src/allowlist/injected-bitcoin.ts'
import { injectedBitcoinResults } from '../src/allowlist/injected-bitcoin-results.ts'
import { injectedPolkadot } from '../src/allowlist/injected-polkadot.ts'
import { injectedPolkadotResults } from '../src/allowlist/injected-polkadot-results.ts'
import { injectedResults } from '../src/allowlist/injected-results.ts'
import { injectedSolanaResults } from '../src/allowlist/injected-solana-results.ts'
import { permissionsFor } from '../src/allowlist/permissions.ts'
import { namespaces } from '../src/scalars/caip.ts'

const safe =
  'eth_accounts, eth_blockNumber, eth_call, eth_chainId, eth_estimateGas, eth_feeHistory, eth_gasPrice, eth_getAccount, eth_getBalance, eth_getBlockByHash, eth_getBlockByNumber, eth_getBlockReceipts, eth_getBlockTransactionCountByHash, eth_getBlockTransactionCountByNumber, eth_getCode, eth_getFilterChanges, eth_getFilterLogs, eth_getLogs, eth_getProof, eth_getStorageAt, eth_getTransactionByBlockHashAndIndex, eth_getTransactionByBlockNumberAndIndex, eth_getTransactionByHash, eth_getTransactionCount, eth_getTransactionReceipt, eth_getUncleCountByBlockHash, eth_getUncleCountByBlockNumber, eth_maxPriorityFeePerGas, eth_newBlockFilter, eth_newFilter, eth_newPendingTransactionFilter, eth_sendRawTransaction, eth_syncing, eth_uninstallFilter, wallet_getCapabilities, wallet_getCallsStatus, eth_getUserOperationReceipt, eth_estimateUserOperationGas, eth_getUserOperationByHash, eth_supportedEntryPoints, wallet_getAssets'.split(
    ', ',
  )
const approval =
  'personal_sign, eth_signTypedData_v4, eth_sendTransaction, solana_signMessage, solana_signTransaction, solana_signAllTransactions, solana_signAndSendTransaction, wallet_sendCalls, wallet_grantPermissions, wallet_revokePermissions'.split(
    ', ',
  )

/** Not in the specification's list (docs/decisions/approvals.md). */
const added = {
  safe: [
    'polkadot_accounts',
    'wallet_addEthereumChain',
    'wallet_getPermissions',
    'wallet_requestPermissions',
    'wallet_watchAsset',
    'wallet_showCallsStatus',
    'wallet_getSupportedExecutionPermissions',
    'wallet_getGrantedExecutionPermissions',
    'web3_clientVersion',
  ],
  approval: [
    'eth_signTypedData_v3',
    'polkadot_signMessage',
    'polkadot_signTransaction',
    'wallet_requestExecutionPermissions',
    'wallet_revokeExecutionPermission',
  ],
}
/** Of paired wallets and those of the page: the embedded wallet has no account on Bitcoin. */
const bitcoin = ['getAccountAddresses', 'sendTransfer', 'signMessage', 'signPsbt']

const listed = namespaces.flatMap((namespace) =>
  Object.entries(allowlist[namespace]).map(([method, { access }]) => ({ method, access })),
)
const of = (access: string) => listed.filter((one) => one.access === access).map((one) => one.method)

test('41 safe methods and 10 with approval are those of the specification; seven more are what dapps expect, three are for Polkadot', () => {
  expect([safe.length, approval.length]).toEqual([41, 10])
  expect(of('safe').sort()).toEqual([...safe, ...added.safe].sort())
  expect(of('approval').sort()).toEqual([...approval, ...added.approval, ...bitcoin].sort())
})

test('methods of other namespaces are found there only', () => {
  for (const method of [...safe, ...approval, ...added.safe, ...added.approval, ...bitcoin]) {
    const prefixed = namespaces.find((namespace) => method.startsWith(`${namespace}_`)) ?? 'eip155'
    const owner = bitcoin.includes(method) ? 'bip122' : prefixed
    for (const namespace of namespaces)
      expect([method, namespace, findMethod(namespace, method) !== undefined]).toEqual([
        method,
        namespace,
        namespace === owner,
      ])
  }
})

test('the embedded wallet has the methods of its own namespaces only', () => {
  for (const namespace of namespaces)
    for (const method of Object.keys(allowlist[namespace]))
      expect(findEmbeddedMethod(namespace, method)).toBe(
        namespace === 'eip155' || namespace === 'solana' ? findMethod(namespace, method) : undefined,
      )
})

test.each([
  'eth_sign',
  'eth_signTransaction',
  'eth_signTypedData',
  'eth_subscribe',
  'eth_sendUserOperation',
  'wallet_switchEthereumChain',
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
])('%j is denied in every namespace [C36]', (method) => {
  for (const namespace of namespaces) expect(findMethod(namespace, method)).toBeUndefined()
})

describe('a row of the allowlist', () => {
  const rows = namespaces.flatMap((namespace) => Object.entries(allowlist[namespace]))

  test('is consistent: what needs approval is answered by a wallet, and nothing both signs and sends', () => {
    for (const [method, { access, by, mayPrompt, signs, sends, session, paired }] of rows) {
      const needsApproval = access === 'approval'
      expect([method, needsApproval && by !== 'wallet']).toEqual([method, false])
      expect([method, needsApproval && mayPrompt === true]).toEqual([method, false])
      expect([method, (signs ?? session) !== undefined && !needsApproval]).toEqual([method, false])
      expect([method, signs !== undefined && sends !== undefined]).toEqual([method, false])
      expect([method, sends !== undefined && needsApproval === (sends === 'page')]).toEqual([method, false])
      // A bundler is reached by the embedded wallet only.
      expect([method, paired === true && by === 'bundler']).toEqual([method, false])
    }
  })

  test('agrees with the page, which has no table: a read is what nodes or bundlers answer', () => {
    for (const [method, { by }] of Object.entries(allowlist.eip155))
      expect([method, isRead(method)]).toEqual([method, by === 'node' || by === 'bundler'])
    for (const method of connectionMethods.keys()) expect(findMethod('eip155', method)?.by).not.toBe('node')
    const all = [...connectionMethods.keys(), ...Object.keys(allowlist.eip155), 'constructor', 'eth_request']
    expect(all.filter(connects)).toEqual(expect.arrayContaining(['eth_requestAccounts', 'wallet_requestPermissions']))
    expect(all.filter((method) => connects(method) && !connectionMethods.has(method))).toEqual([])
  })
})

test('a refusal says what to do instead where there is something', () => {
  expect(explainRefusal('eth_sendUserOperation')).toContain('wallet_sendCalls')
  expect(explainRefusal('eth_subscribe')).toContain('eth_newFilter')
  expect(explainRefusal('eth_unsubscribe')).toContain('eth_uninstallFilter')
  for (const method of ['eth_sign', 'toString', '__proto__', '']) expect(explainRefusal(method)).toBeUndefined()
})

describe('params are refused before any screen [C37]', () => {
  const account = `0x${'a1'.repeat(20)}`
  const call = { to: account, data: '0x', value: '0x0' }
  const accepts = (method: string, params: unknown) => findMethod('eip155', method)?.params.safeParse(params).success

  test.each([
    ['as it should be', {}, true],
    ['chain id 0x1', { chainId: '0x1' }, true],
    ['the highest chain id', { chainId: '0x1fffffffffffff' }, true],
    ['to without 0x', { calls: [{ ...call, to: account.slice(2) }] }, false],
    ['to with 41 digits', { calls: [{ ...call, to: `${account}1` }] }, false],
    ['to with 39 digits', { calls: [{ ...call, to: account.slice(0, -1) }] }, false],
    ['chain id 0x0', { chainId: '0x0' }, false],
    ['chain id 2^53', { chainId: '0x20000000000000' }, false],
    ['chain id with a leading zero', { chainId: '0x01' }, false],
    ['chain id as a number', { chainId: 1 }, false],
    ['no calls', { calls: [] }, false],
    ['257 calls', { calls: Array.from({ length: 257 }, () => call) }, false],
    ['an unknown field', { gasless: true }, false],
    ['an unknown field in a call', { calls: [{ ...call, from: account }] }, false],
    ['a value as a decimal', { calls: [{ ...call, value: '1' }] }, false],
  ])('wallet_sendCalls: %s', (_, change, expected) => {
    expect(accepts('wallet_sendCalls', [{ calls: [call], ...change }])).toBe(expected)
  })

  test.each([
    ['personal_sign', ['0x68656c6c6f', account], true],
    ['personal_sign', [account], false],
    ['personal_sign', ['text', account, 'Example password'], true],
    ['personal_sign', ['text', account, ''], true],
    ['personal_sign', ['text', account, null], true],
    ['personal_sign', ['text', account, { password: '' }], false],
    ['personal_sign', ['text', account, 'x'.repeat(1025)], false],
    ['personal_sign', ['text', account, '', 'more'], false],
    ['personal_sign', [account, 'text'], false],
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
    // The hash of a block, in place of its number: one in sixteen begins with a zero.
    ['eth_getBalance', [account, `0x0${'ef'.repeat(31)}1`], true],
    ['eth_getBalance', [account, `0x0${'ef'.repeat(30)}1`], false],
    ['eth_signTypedData_v3', [account, '{}'], true],
    ['eth_signTypedData_v3', ['{}', account], false],
    ['web3_clientVersion', undefined, true],
    ['web3_clientVersion', [1], false],
    ['wallet_getPermissions', [], true],
    ['wallet_getPermissions', [{ eth_accounts: {} }], false],
    ['wallet_requestPermissions', [{ eth_accounts: {} }], true],
    ['wallet_requestPermissions', [{ eth_accounts: {}, 'endowment:permitted-chains': { caveats: [] } }], true],
    ['wallet_requestPermissions', [{ 'endowment:permitted-chains': {} }], false],
    ['wallet_requestPermissions', [{ eth_accounts: {}, snap_dialog: {} }], false],
    ['wallet_requestPermissions', [{ eth_accounts: true }], false],
    ['wallet_requestPermissions', [], false],
    ['wallet_requestPermissions', undefined, false],
  ])('%s %j: %s', (method, params, expected) => {
    expect(accepts(method, params)).toBe(expected)
  })
})

describe('a network that a dapp adds', () => {
  const chain = {
    chainId: '0xa',
    chainName: 'OP Mainnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: ['https://node.example', 'wss://node.example'],
  }
  const accepts = (params: unknown) => findMethod('eip155', 'wallet_addEthereumChain')?.params.safeParse(params).success

  test.each([
    ['as it should be', [chain], true],
    ['the id alone', [{ chainId: '0xa' }], true],
    ['explorers and icons', [{ ...chain, blockExplorerUrls: ['https://x.example'], iconUrls: ['data:,'] }], true],
    ['null where dapps write null', [{ ...chain, blockExplorerUrls: null, iconUrls: null }], true],
    ['an account after it, as some wallets have it', [chain, `0x${'a1'.repeat(20)}`], true],
    ['no chain', [], false],
    ['no id', [{ ...chain, chainId: undefined }], false],
    ['an id as a number', [{ ...chain, chainId: 10 }], false],
    ['an id of 2^53', [{ ...chain, chainId: '0x20000000000000' }], false],
    ['no url', [{ ...chain, rpcUrls: ['node.example'] }], false],
    ['an unknown field', [{ ...chain, genesis: '0x' }], false],
    ['the bare object', chain, false],
  ])('%s', (_, params, expected) => {
    expect(accepts(params)).toBe(expected)
  })
})

describe('a token that a dapp proposes', () => {
  const token = { type: 'ERC20', options: { address: `0x${'a1'.repeat(20)}`, symbol: 'TST', decimals: 18 } }
  const accepts = (params: unknown) => findMethod('eip155', 'wallet_watchAsset')?.params.safeParse(params).success

  test.each([
    ['an object, as EIP-747 says', token, true],
    ['in a list, as other methods have it', [token], true],
    ['an item of a collection', { type: 'ERC721', options: { address: token.options.address, tokenId: '7' } }, true],
    ['decimals as text', { ...token, options: { ...token.options, decimals: '18' } }, true],
    ['no address', { type: 'ERC20', options: { symbol: 'TST' } }, false],
    ['a short address', { ...token, options: { address: '0xa1' } }, false],
    ['no type', { options: token.options }, false],
    ['nothing', undefined, false],
  ])('%s', (_, params, expected) => {
    expect(accepts(params)).toBe(expected)
  })
})

test('permissions have the form of EIP-2255, and there is none without an account', () => {
  const account = `0x${'a1'.repeat(20)}`
  expect(permissionsFor('https://app.example', [account])).toEqual([
    {
      invoker: 'https://app.example',
      parentCapability: 'eth_accounts',
      caveats: [{ type: 'restrictReturnedAccounts', value: [account] }],
    },
  ])
  expect(permissionsFor('https://app.example', [])).toEqual([])
})

test('every method for injected wallets has params and a result; those that wait for a person are among them', () => {
  expect(Object.keys(injectedResults).sort()).toEqual(Object.keys(injectedEvm).sort())
  expect(Object.keys(injectedSolanaResults).sort()).toEqual(Object.keys(injectedSolana).sort())
  expect(Object.keys(injectedBitcoinResults).sort()).toEqual(Object.keys(injectedBitcoin).sort())
  expect(Object.keys(injectedPolkadotResults).sort()).toEqual(Object.keys(injectedPolkadot).sort())
})
