/** What the contracts of smart sessions let a page's key do, and what not: each attempt is made on a local chain. */
import {
  type Address,
  concatHex,
  encodeFunctionData,
  erc20Abi,
  getAbiItem,
  type Hex,
  numberToHex,
  padHex,
  parseAbi,
  slice,
  toFunctionSelector,
  verifyMessage,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { getBalance, getBlock, getCode, readContract } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Chain, openChain } from '../../../../test/support/approval-desk.ts'
import { delegationTo, implementations } from '../../signing/implementations.ts'
import type { EvmSession } from '../../signing/request.ts'
import { delegationManager, delegationOf, enforcers, typedDelegation } from '../../signing/session.ts'
import { contextOf, disableData, hashOf, managerAbi, readContext, type SignedDelegation } from './context.ts'

const { delegate } = implementations['delegator-1.3']
const you: Address = '0x00000000000000000000000000000000000000C3'
const they: Address = '0x00000000000000000000000000000000000000d4'
const single = padHex('0x00', { size: 32 })
const batch = padHex('0x01', { size: 32, dir: 'right' })
const counter = parseAbi(['function poke(uint256)', 'function other()'])
const transferSelector = '0xa9059cbb' as const
const poke = encodeFunctionData({ abi: counter, functionName: 'poke', args: [1n] })
const nothing = '0x'
const enable = toFunctionSelector(getAbiItem({ abi: managerAbi, name: 'enableDelegation' }))
/** Takes any call. */
const quiet = '0x00'

let chain: Chain
let now: number
let token: Address
let account: PrivateKeyAccount
let page: PrivateKeyAccount
let machine: Address
beforeAll(async () => {
  chain = await openChain()
  await chain.deployFramework()
  machine = '0x00000000000000000000000000000000000000E7'
  for (const address of [machine, '0x00000000000000000000000000000000000000E8'] as const)
    await chain.client.setCode({ address, bytecode: quiet })
})
afterAll(() => chain.stop())
beforeEach(async () => {
  account = await chain.newAccount()
  page = await chain.newAccount()
  await chain.client.setCode({ address: account.address, bytecode: delegationTo(delegate) })
  now = Number((await getBlock(chain.client)).timestamp)
})

const sessionFor = (change: Partial<EvmSession>): EvmSession => ({
  kind: 'evmSession',
  signer: account.address,
  chainId: 31337,
  key: page.address,
  salt: padHex(numberToHex(7), { size: 32 }),
  until: now + 600,
  coins: '0x0',
  tokens: null,
  targets: [machine],
  methods: [],
  upgrade: null,
  ...change,
})
async function grant(change: Partial<EvmSession>, chainId = 31337): Promise<SignedDelegation> {
  const delegation = delegationOf(sessionFor(change), now * 1000)
  if (!delegation) throw new Error('not a session')
  return { ...delegation, signature: await account.signTypedData(typedDelegation(chainId, delegation)) }
}
const payments = () => grant({ targets: [you], coins: numberToHex(100) })
const calls = () => grant({ methods: [toFunctionSelector('poke(uint256)')], coins: numberToHex(5) })
const transfers = () => grant({ targets: [token], methods: [transferSelector], tokens: numberToHex(100) })
const transfer = (to: Address, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })

interface Attempt {
  to: Address
  value?: bigint
  data?: Hex
  mode?: Hex
}
function redeem(session: SignedDelegation, { to, value = 0n, data = nothing, mode = single }: Attempt, by = page) {
  const call = concatHex([to, padHex(numberToHex(value), { size: 32 }), data])
  const args = [[contextOf(session)], [mode], [call]] as const
  const input = encodeFunctionData({ abi: managerAbi, functionName: 'redeemDelegations', args })
  return chain.sendElsewhere(by, { to: delegationManager, data: input })
}
const isRefused = (attempt: Promise<unknown>) => expect(attempt).rejects.toThrow(/revert/i)

describe('a session for payments', () => {
  test('pays its recipient up to its limit, all payments together [C306]', async () => {
    const session = await payments()
    await chain.client.setBalance({ address: you, value: 0n })
    await redeem(session, { to: you, value: 60n })
    await redeem(session, { to: you, value: 40n })
    expect(await getBalance(chain.client, { address: you })).toBe(100n)
    await isRefused(redeem(session, { to: you, value: 1n }))
  })

  test('pays no other account, and makes no call [C306]', async () => {
    const session = await payments()
    await isRefused(redeem(session, { to: they, value: 1n }))
    await isRefused(redeem(session, { to: you, value: 1n, data: '0x12345678' }))
    await isRefused(redeem(session, { to: you, value: 1n, mode: batch }))
    // Failures that are swallowed would not be counted.
    await isRefused(redeem(session, { to: you, value: 1n, mode: padHex('0x0001', { size: 32, dir: 'right' }) }))
  })
})

describe('a session for calls', () => {
  test('makes its calls [C306]', async () => {
    await redeem(await calls(), { to: machine, data: poke, value: 5n })
  })
  test.each<[string, () => Attempt]>([
    ['another contract', () => ({ to: '0x00000000000000000000000000000000000000E8', data: poke })],
    ['another function', () => ({ to: machine, data: encodeFunctionData({ abi: counter, functionName: 'other' }) })],
    ['no function', () => ({ to: machine })],
    ['more coins', () => ({ to: machine, data: poke, value: 6n })],
    ['the account itself', () => ({ to: account.address, data: poke })],
    ['the manager, to undo a revocation', () => ({ to: delegationManager, data: enable })],
  ])('does not reach %s [C306]', async (_, attempt) => isRefused(redeem(await calls(), attempt())))
})

describe('a session for tokens', () => {
  beforeEach(async () => {
    token = await chain.deployToken(account)
    await chain.client.setCode({ address: account.address, bytecode: delegationTo(delegate) })
  })

  test('transfers up to its limit, and does nothing else with the token [C306]', async () => {
    const session = await transfers()
    await redeem(session, { to: token, data: transfer(you, 60n) })
    await isRefused(redeem(session, { to: token, data: transfer(you, 41n) }))
    await redeem(session, { to: token, data: transfer(they, 40n) })
    await isRefused(redeem(session, { to: token, data: transfer(you, 1n) }))
    expect(
      await readContract(chain.client, { abi: erc20Abi, address: token, functionName: 'balanceOf', args: [you] }),
    ).toBe(60n)
    const fresh = await grant({ ...(await tokenTerms()), salt: padHex('0x08', { size: 32 }) })
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [page.address, 1n] })
    await isRefused(redeem(fresh, { to: token, data: approve }))
    await isRefused(redeem(fresh, { to: machine, data: transfer(you, 1n) }))
    await isRefused(redeem(fresh, { to: token, data: transfer(you, 1n), value: 1n }))
    await isRefused(redeem(fresh, { to: token, data: concatHex([transfer(you, 1n), '0x00']) }))
  })
  const tokenTerms = async () => ({
    targets: [token],
    methods: [transferSelector] satisfies Hex[],
    tokens: numberToHex(100),
  })
})

describe('any session', () => {
  const payment = { to: you, value: 1n }

  test('ends [C307]', async () => {
    const session = await payments()
    await redeem(session, payment)
    await chain.client.setNextBlockTimestamp({ timestamp: BigInt(now + 600) })
    await chain.client.mine({ blocks: 1 })
    await isRefused(redeem(session, payment))
  })

  test('is over once the account has revoked it, and the chain says so [C308]', async () => {
    const [session, other] = [await payments(), await grant({ targets: [you], coins: '0x64', salt: padHex('0x09') })]
    await chain.sendElsewhere(account, { to: delegationManager, data: disableData(session) })
    await isRefused(redeem(session, payment))
    const isDisabled = (of: SignedDelegation) =>
      readContract(chain.client, {
        abi: managerAbi,
        address: delegationManager,
        functionName: 'disabledDelegations',
        args: [hashOf(of)],
      })
    expect([await isDisabled(session), await isDisabled(other)]).toEqual([true, false])
    await redeem(other, payment)
    // Only the account revokes, and only the account takes it back.
    await isRefused(chain.sendElsewhere(page, { to: delegationManager, data: disableData(other) }))
    await isRefused(
      chain.sendElsewhere(page, { to: delegationManager, data: concatHex([enable, slice(disableData(session), 4)]) }),
    )
  })

  test('is of its key alone [C309]', async () => {
    await isRefused(redeem(await payments(), payment, await chain.newAccount()))
  })

  test('is void with any limit changed, left out or taken from another one [C309]', async () => {
    const session = await payments()
    const [until, ...rest] = session.caveats
    const later = {
      enforcer: enforcers.until,
      terms: concatHex([padHex('0x', { size: 16 }), padHex('0xffffffffff', { size: 16 })]),
    }
    const larger = session.caveats.map((caveat) =>
      caveat.enforcer === enforcers.coins ? { ...caveat, terms: padHex('0xffff', { size: 32 }) } : caveat,
    )
    for (const caveats of [rest, [], [later, ...rest], larger, [...(until ? [until] : []), ...session.caveats]])
      await isRefused(redeem({ ...session, caveats }, payment))
    await isRefused(redeem({ ...session, salt: 8n }, payment))
    await isRefused(redeem({ ...session, signature: (await calls()).signature }, payment))
    await redeem(session, payment)
  })

  test('is refused here if it was signed for another network [C309]', async () => {
    await isRefused(redeem(await grant({ targets: [you], coins: '0x64' }, 1), payment))
  })

  test('carries nothing out for an account without the code [C309]', async () => {
    const session = await payments()
    await chain.client.setCode({ address: account.address, bytecode: '0x' })
    await isRefused(redeem(session, payment))
  })
})

test('a session that lacks a limit, or could free itself, cannot be written [C310]', () => {
  const poked = { methods: [toFunctionSelector('poke(uint256)')] }
  const free: Partial<EvmSession>[] = [
    { until: now - 1 },
    { until: now + 31 * 24 * 60 * 60 },
    { key: '0x0000000000000000000000000000000000000a11' },
    { ...poked, targets: [account.address] },
    { ...poked, targets: [machine, delegationManager] },
    { ...poked, targets: ['0x0000000071727De22E5E9d8BAf0edAc6f37da032'] },
  ]
  for (const change of free) expect(delegationOf(sessionFor(change), now * 1000)).toBeUndefined()
  expect(delegationOf(sessionFor(poked), now * 1000)).toBeDefined()
})

test('the account with the code signs with its key as before, and its sessions are read back whole', async () => {
  const message = 'still mine'
  const signature = await account.signMessage({ message })
  expect(await verifyMessage({ address: account.address, message, signature })).toBe(true)
  expect(await getCode(chain.client, account)).toBe(delegationTo(delegate))
  const session = await payments()
  const read = readContext(contextOf(session), account.address)
  expect(read && contextOf(read)).toBe(contextOf(session))
  expect(readContext(contextOf(session), you)).toBeUndefined()
  expect(readContext('0x1234', account.address)).toBeUndefined()
})
