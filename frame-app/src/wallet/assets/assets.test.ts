/** The account's assets (ERC-7811), read from a local chain. */
import { type Address, encodeFunctionData, erc20Abi, getAddress, numberToHex, parseEther } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, openChain, scope } from '../../../test/support/approval-desk.ts'
import { readAssets } from '../../modal/core/api/wallet-assets.ts'
import { createChainClient } from '../approval/eip155/chain.ts'
import { assetsFor } from './assets.ts'

const never = new AbortController().signal
const other: Address = '0x00000000000000000000000000000000000000c3'
const id = numberToHex(31337)
let chain: Chain
let account: PrivateKeyAccount
let token: Address
beforeAll(async () => {
  chain = await openChain()
  account = await chain.newAccount()
  token = getAddress(await chain.deployToken(account))
  await chain.client.setBalance({ address: account.address, value: parseEther('1') })
})
afterAll(() => chain.stop())

const ask = (params: object, networks: readonly (typeof scope | 'eip155:1')[] = [scope]) =>
  assetsFor([{ account: account.address, ...params }], {
    account: account.address,
    networks,
    // The node of the other network does not answer.
    sourceOf: (network) => ({
      scope: network,
      nodes: [createChainClient(network, [network === scope ? chain.rpcUrl : 'http://127.0.0.1:9'], never)],
    }),
  })
const coin = {
  address: 'native',
  balance: numberToHex(parseEther('1')),
  type: 'native',
  metadata: { name: '', symbol: '', decimals: 18 },
}
const held = (balance: bigint) => ({
  address: token,
  balance: numberToHex(balance),
  type: 'erc20',
  metadata: { name: 'TST', symbol: 'TST', decimals: 6 },
})

test('the coin of every network that answers', async () => {
  expect(await ask({}, [scope, 'eip155:1'])).toEqual({ [id]: [coin] })
  expect(await ask({ chainFilter: [id] })).toEqual({ [id]: [coin] })
  expect(await ask({ chainFilter: ['0x2'] })).toEqual({})
})

test('the modal reads the answer, in which no price and no picture is named', async () => {
  const answer = await ask({ assetFilter: { [id]: ['native', token] } })
  const balance = { chainId: scope, price: 0, iconUrl: '' }
  expect(readAssets(answer, scope)).toEqual([
    { ...balance, name: '', symbol: '', quantity: { decimals: '18', numeric: '1' } },
    {
      ...balance,
      name: 'TST',
      symbol: 'TST',
      address: `${scope}:${token}`,
      quantity: { decimals: '6', numeric: '1' },
    },
  ])
})

test('tokens that the page names, in both forms, also without a balance; what is no token is left out', async () => {
  const all = { [id]: [coin, held(1_000_000n)] }
  expect(await ask({ assetFilter: { [id]: ['native', token, other] } })).toEqual(all)
  const final = [
    { address: 'native', type: 'native' },
    { address: token, type: 'erc20' },
  ]
  expect(await ask({ assetFilter: { [id]: final } })).toEqual(all)
  await chain.sendElsewhere(account, {
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [other, 1_000_000n] }),
  })
  expect(await ask({ assetFilter: { [id]: [token] } })).toEqual({ [id]: [held(0n)] })
  expect(await ask({ assetFilter: { '0x2': [token] } })).toEqual({})
})

test('only the kinds that are asked for, in upper or lower case', async () => {
  const assetFilter = { [id]: ['native', token] }
  for (const kind of ['erc20', 'ERC20'])
    expect(await ask({ assetFilter, assetTypeFilter: [kind] })).toEqual({ [id]: [held(0n)] })
  expect(await ask({ assetFilter: { [id]: [token] }, assetTypeFilter: ['NATIVE'] })).toEqual({ [id]: [] })
})

test('nothing of another account, and no list without end', async () => {
  await expect(ask({ account: other })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  const many = Array.from({ length: 51 }, () => token)
  await expect(ask({ assetFilter: { [id]: many } })).rejects.toMatchObject({ code: 'BAD_SHAPE' })
})
