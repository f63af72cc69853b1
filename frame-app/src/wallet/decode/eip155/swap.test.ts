/** Calls to known routers are read as swaps, and calls that only resemble them are not. */
import { type SwapNetwork, swapNetworks } from '@airlock/protocol/gateway/swap-networks.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import fc from 'fast-check'
import { type Address, concatHex, encodeFunctionData, erc20Abi, getAddress, type Hex, parseAbi, stringify } from 'viem'
import { describe, expect, test } from 'vitest'
import { router02Abi, swapRouter02Abi } from '../../../../../service/src/gateway/convert/pools/calls.ts'
import type { SwapCall } from '../../../../../service/src/gateway/convert/source.ts'
import {
  buildTrade,
  chainId,
  dai,
  account as me,
  other,
  thief,
  trades,
  usdc,
  v2,
  v3,
} from '../../../../test/support/swap-trades.ts'
import { coins, type Fact, type Intent, needsOwnWindow, tokens } from '../intent.ts'
import { readSwapIntent } from './swap.ts'
import { readTransaction } from './transaction.ts'

const deadline = 1_800_000_000n
const [amount, minimum] = [5_000_000n, 990n]
const routerItself = `0x${'2'.padStart(40, '0')}` as const

interface Sent {
  readonly to?: Address
  readonly value?: bigint
  readonly on?: Caip2
  readonly swap?: Readonly<Record<Caip2, unknown>>
}
const transactionOf = (data: Hex, { to = v3, value = 0n, on = chainId }: Sent) => ({
  chainId: on,
  from: me,
  to,
  value,
  data,
})
const read = (data: Hex, sent: Sent = {}) => readSwapIntent(transactionOf(data, sent), { swap: sent.swap })
const readCall = ({ to, data, value }: SwapCall) => read(data, { to, value })
const fact = (intent: Intent | undefined, label: Fact['label']) =>
  intent?.facts.find((one) => one.label === label)?.value
const batch = (...calls: readonly Hex[]) =>
  encodeFunctionData({ abi: swapRouter02Abi, functionName: 'multicall', args: [deadline, calls] })
const swapTo = (recipient: Hex, least = minimum, amountIn = amount) =>
  encodeFunctionData({
    abi: swapRouter02Abi,
    functionName: 'exactInput',
    args: [{ path: concatHex([usdc, '0x0001f4', dai]), recipient, amountIn, amountOutMinimum: least }],
  })
const sweep = (to: Hex, least: bigint, bps: bigint) =>
  encodeFunctionData({
    abi: swapRouter02Abi,
    functionName: 'sweepTokenWithFee',
    args: [dai, least, to, bps, thief],
  })

describe('every call that our gateway builds', () => {
  test('is read as what was ordered, and names its recipient if that is not the account', () => {
    fc.assert(
      fc.property(trades, fc.constantFrom(me, thief), (trade, account) => {
        const { from, to, fee, call } = buildTrade(trade, { account, deadline })
        const intent = readCall(call)
        const isOther = account !== me
        expect(intent).toMatchObject({ kind: 'swap', parts: [], blind: false })
        expect(intent?.warnings).toEqual(isOther ? ['otherRecipient'] : [])
        expect(intent?.facts.map(({ label }) => label)).toEqual([
          'amount',
          'least',
          ...(isOther ? ['to'] : []),
          ...(fee ? ['swapFee'] : []),
          'until',
          'contract',
          'network',
        ])
        const [given, least] = [fact(intent, 'amount'), fact(intent, 'least')]
        expect(given).toEqual((from.isNative ? coins(trade.amount) : tokens(from.token, trade.amount)).value)
        expect(least).toMatchObject(to.isNative ? { type: 'coins' } : { type: 'tokens', token: to.token })
        // The fee is rounded, so the amount may be one unit more than ordered.
        const received = least?.type === 'coins' || least?.type === 'tokens' ? least.amount : undefined
        expect([trade.minimum, trade.minimum + 1n]).toContain(received)
        if (isOther) expect(fact(intent, 'to')).toEqual({ type: 'address', address: thief })
        if (fee) expect(fact(intent, 'swapFee')).toEqual({ type: 'text', text: `${fee.bps / 100}%` })
        expect(fact(intent, 'until')).toEqual({ type: 'time', at: Number(deadline) * 1000 })
        expect(fact(intent, 'contract')).toEqual({ type: 'address', address: getAddress(call.to) })
        expect(needsOwnWindow(intent as Intent)).toBe(true) // as: it was just compared
        // The general reader does not know the call, so the swap reader is used.
        expect(readTransaction(transactionOf(call.data, call), { standardOf: () => 'erc20' }).blind).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  test('is read otherwise, or not at all, with one digit changed', () => {
    const data = batch(swapTo(me)).toLowerCase()
    const whole = stringify(read(data as Hex)) // as: in lower case
    // The fee of a pool only selects the route; it does not change the amounts.
    const fee = data.indexOf(`${usdc.slice(2).toLowerCase()}0001f4`) + 40
    fc.assert(
      fc.property(fc.integer({ min: 2, max: data.length - 1 }), fc.integer({ min: 1, max: 15 }), (at, by) => {
        fc.pre(at < fee || at >= fee + 6)
        const digit = (Number.parseInt(data.charAt(at), 16) ^ by).toString(16)
        expect(stringify(read(`${data.slice(0, at)}${digit}${data.slice(at + 1)}` as Hex))).not.toBe(whole) // as: one digit for another
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('a warning is given of [C178]', () => {
  test.each([
    ['another recipient', batch(swapTo(thief)), thief, ['otherRecipient']],
    [
      'one to whom the router hands on',
      batch(swapTo(routerItself), sweep(thief, minimum, 0n)),
      thief,
      ['otherRecipient'],
    ],
    ['nobody', batch(swapTo(`0x${'0'.repeat(40)}`)), `0x${'0'.repeat(40)}`, ['otherRecipient', 'sentToNobody']],
    ['the token itself', batch(swapTo(dai)), dai, ['otherRecipient', 'sentToToken']],
    [
      'the number that routers take for the caller',
      batch(swapTo('0x0000000000000000000000000000000000000001')),
      '0x0000000000000000000000000000000000000001',
      ['otherRecipient'],
    ],
  ] as const)('%s, who is named', (_, data, recipient, warnings) => {
    const intent = read(data)
    expect(intent).toMatchObject({ kind: 'swap', warnings, blind: false })
    expect(fact(intent, 'to')).toEqual({ type: 'address', address: recipient })
  })

  test.each([
    ['a swap', batch(swapTo(me, 0n))],
    ['one that the router hands on', batch(swapTo(routerItself), sweep(me, 0n, 0n))],
    ['one whose minimum is all fee', batch(swapTo(routerItself), sweep(me, minimum, 10_000n))],
  ])('no minimum: %s', (_, data) => {
    const intent = read(data)
    expect(intent).toMatchObject({ kind: 'swap', warnings: ['lowMinimum'] })
    expect(fact(intent, 'least')).toEqual(tokens(dai, 0n).value)
  })
})

test('a deadline that never comes is not shown', () => {
  const data = encodeFunctionData({
    abi: router02Abi,
    functionName: 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
    args: [amount, minimum, [usdc, dai], me, 2n ** 256n - 1n],
  })
  expect(fact(read(data, { to: v2 }), 'until')).toBeUndefined()
})

describe('a call is not read and stays blind [C178]', () => {
  const transferAll = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [thief, amount] })
  const pull = encodeFunctionData({
    abi: parseAbi(['function pull(address token, uint256 value)']),
    functionName: 'pull',
    args: [usdc, amount],
  })
  const good = batch(swapTo(me))
  test.each<[string, Hex, Sent]>([
    ['a call to another contract', good, { to: thief }],
    ['a call to the token', good, { to: usdc }],
    ['a call to the other router of the network', good, { to: v2 }],
    ['a call to the router of another network', good, { to: swapNetworks['eip155:56']?.v3?.router ?? '0x' }],
    ['a call to the same contract on another network', good, { on: 'eip155:56' }],
    ['a call on a network without routers', good, { on: 'eip155:31337' }],
    ['bytes after the end', concatHex([good, '0x00']), {}],
    ['a word after the end', concatHex([good, `0x${'00'.repeat(32)}`]), {}],
    ['a cut call', good.slice(0, -2) as Hex, {}],
    ['a second swap', batch(swapTo(me), swapTo(me)), {}],
    ['one more call before', batch(pull, swapTo(me)), {}],
    ['one more call after', batch(swapTo(me), pull), {}],
    ['a third call', batch(swapTo(routerItself), sweep(me, minimum, 0n), pull), {}],
    ['a batch in a batch', batch(good), {}],
    ['an empty batch', batch(), {}],
    ['a swap outside of a batch', swapTo(me), {}],
    ['what the router keeps', batch(swapTo(routerItself)), {}],
    ['coins along with a token', good, { value: 1n }],
    ['what the router already holds', batch(swapTo(me, minimum, 0n)), {}],
    ['another function', transferAll, {}],
    ['no data', '0x', {}],
    ['half a selector', '0x5ae4', {}],
  ])('%s', (_, data, sent) => {
    expect(read(data, sent)).toBeUndefined()
    const whole = readTransaction(transactionOf(data, sent), { standardOf: () => undefined })
    if (data !== '0x' && data !== transferAll) expect(whole.blind).toBe(true)
  })

  test('a new contract', () => {
    expect(readSwapIntent({ ...transactionOf(good, {}), to: null }, {})).toBeUndefined()
  })

  test('any data at all to a router', () => {
    const bytes = fc.uint8Array({ maxLength: 300 }).map((data): Hex => `0x${Buffer.from(data).toString('hex')}`)
    const selectors = fc.constantFrom<Hex>('0x5ae401dc', '0x38ed1739', '0x7ff36ab5', '0xd0e30db0', '0x2e1a7d4d')
    const data = fc.oneof(
      bytes,
      fc.tuple(selectors, bytes).map(([selector, rest]): Hex => concatHex([selector, rest])),
    )
    fc.assert(
      fc.property(data, fc.constantFrom(v2, v3), (given, to) => {
        expect(read(given, { to })).toBeUndefined()
      }),
    )
  })
})

describe('routers of the project record', () => {
  const on: Caip2 = 'eip155:31337'
  const own: SwapNetwork = {
    wrapped: other,
    bases: [],
    v3: { name: 'Own', factory: other, quoter: other, router: thief },
  }

  test('are read on their network alone', () => {
    const data = batch(swapTo(me))
    expect(read(data, { on, to: thief, swap: { [on]: own } })).toMatchObject({ kind: 'swap', blind: false })
    expect(read(data, { to: thief, swap: { [on]: own } })).toBeUndefined()
    expect(read(data, { on, to: v3, swap: { [on]: own } })).toBeUndefined()
    expect(read(data, { on, to: thief, swap: { [on]: { ...own, wrapped: 'none' } } })).toBeUndefined()
  })

  test('come with a wrapped coin, for which coins are wrapped and unwrapped', () => {
    const wrapping = parseAbi(['function deposit() payable', 'function withdraw(uint256 amount)'])
    const sent = { on, to: other, swap: { [on]: own } }
    const deposit = encodeFunctionData({ abi: wrapping, functionName: 'deposit' })
    const withdraw = encodeFunctionData({ abi: wrapping, functionName: 'withdraw', args: [amount] })
    const inIt = read(deposit, { ...sent, value: amount })
    expect(inIt).toMatchObject({ kind: 'wrap', warnings: [], blind: false })
    expect(fact(inIt, 'amount')).toEqual(coins(amount).value)
    const out = read(withdraw, sent)
    expect(out).toMatchObject({ kind: 'unwrap', warnings: [], blind: false })
    expect(fact(out, 'amount')).toEqual(tokens(other, amount).value)
    expect(read(withdraw, { ...sent, value: 1n })).toBeUndefined()
    expect(read(concatHex([deposit, '0x00']), { ...sent, value: 1n })).toBeUndefined()
  })
})
