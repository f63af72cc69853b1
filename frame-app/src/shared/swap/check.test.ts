/**
 * False answers of a malicious gateway, and their refusal: the cases [C158, C159, C160, C161, C162, C163, C164] of the attack corpus.
 * Honest calls are those that our own gateway builds.
 */
import { type BuiltApproval, type BuiltSwap, nativeToken, type Quote } from '@airlock/protocol/gateway/convert.ts'
import { type SwapNetwork, swapNetworks } from '@airlock/protocol/gateway/swap-networks.ts'
import fc from 'fast-check'
import { concatHex, encodeFunctionData, erc20Abi, type Hex, maxUint256, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { callSwapRouter02, swapRouter02Abi } from '../../../../service/src/gateway/convert/pools/calls.ts'
import type { Order } from '../../../../service/src/gateway/convert/source.ts'
import {
  account,
  buildTrade,
  chainId,
  dai,
  network,
  other,
  poolOf,
  v3 as router,
  thief,
  trades,
  usdc,
} from '../../../test/support/swap-trades.ts'
import { type Checked, checkQuote, checkSwap, type ShownSwap } from './check.ts'
import { checkApproval, type ShownApproval } from './check-approval.ts'
import { readSwap } from './decode.ts'
import { swapNetworkOf } from './networks.ts'

const now = 1_800_000_000_000
const deadline = BigInt(now / 1_000 + 20 * 60)
const amount = 5_000_000n
const minimum = 990n

const shown: ShownSwap = { chainId, account, from: usdc, to: dai, amount, minimum, feeBps: 0 }
const trade = {
  from: { token: usdc, isNative: false },
  to: { token: dai, isNative: false },
  amount,
  candidate: { kind: 'v3', path: [usdc, network.wrapped, dai], pools: [poolOf(500), poolOf(3_000)] },
} as const
const order: Order = { account, minimum, deadline }
const built = (tx: Partial<BuiltSwap['tx']> = {}): BuiltSwap => {
  const call = callSwapRouter02(router, trade, order, undefined)
  return {
    tx: {
      from: `${chainId}:${account}`,
      to: `${chainId}:${call.to}`,
      data: call.data,
      amount: '1000',
      value: call.value.toString(),
      ...tx,
    },
  }
}
const check = (tx: Partial<BuiltSwap['tx']> = {}, differently: Partial<ShownSwap> = {}): Checked =>
  checkSwap(built(tx), { ...shown, ...differently }, network, now)
const refusal = (checked: Checked) => ('refused' in checked ? checked.refused : undefined)
const batch = (...calls: readonly Hex[]) =>
  encodeFunctionData({ abi: swapRouter02Abi, functionName: 'multicall', args: [deadline, calls] })
const swapTo = (recipient: Hex, least = minimum) =>
  encodeFunctionData({
    abi: swapRouter02Abi,
    functionName: 'exactInput',
    args: [{ path: concatHex([usdc, '0x0001f4', dai]), recipient, amountIn: amount, amountOutMinimum: least }],
  })
const routerItself = `0x${'2'.padStart(40, '0')}` as const
const sweep = (to: Hex, least: bigint, bps: bigint, token: Hex = dai) =>
  encodeFunctionData({
    abi: swapRouter02Abi,
    functionName: 'sweepTokenWithFee',
    args: [token, least, to, bps, thief],
  })

test('an honest call passes, and is all that the wallet is asked for', () => {
  const { tx } = built()
  expect(check({ eip155: { gas: '99999999999', gasPrice: '99999999999999999999' } })).toEqual({
    call: { to: router, data: tx.data, value: 0n },
  })
})

describe('a call is refused', () => {
  test.each([
    ['the account of somebody else', { from: `${chainId}:${thief}` }, 'anotherAccount'],
    ['a recipient of its own', { data: batch(swapTo(thief)) }, 'anotherRecipient'],
    [
      'one to whom the router hands on',
      { data: batch(swapTo(routerItself), sweep(thief, minimum, 0n)) },
      'anotherRecipient',
    ],
    ['nobody: the router keeps it', { data: batch(swapTo(routerItself)) }, 'unknownCall'],
  ] as const)('[C159] %s', (_, tx, reason) => {
    expect(refusal(check(tx, { feeBps: 100 }))).toBe(reason)
  })

  test.each([
    ['a contract of its own', { to: `${chainId}:${thief}` }, 'unknownTarget'],
    ['the token itself', { to: `${chainId}:${usdc}` }, 'unknownTarget'],
    ['the router of another network', { to: `${chainId}:${swapNetworks['eip155:56']?.v3?.router}` }, 'unknownTarget'],
    ['the same contract on another network', { to: `eip155:56:${router}` }, 'anotherChain'],
    ['the same account on another network', { from: `eip155:56:${account}` }, 'anotherChain'],
    ['no address', { to: 'eip155:1' }, 'anotherChain'],
    ['an address of another kind', { to: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:abc' }, 'anotherChain'],
  ] as const)('[C160] %s', (_, tx, reason) => {
    expect(refusal(check(tx))).toBe(reason)
  })

  const transferAll = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [thief, amount] })
  const pull = encodeFunctionData({
    abi: parseAbi(['function pull(address token, uint256 value)']),
    functionName: 'pull',
    args: [usdc, maxUint256],
  })
  test.each([
    ['a call that is none of a router', { data: transferAll }],
    ['one more call before', { data: batch(pull, swapTo(account)) }],
    ['one more call after', { data: batch(swapTo(account), pull) }],
    ['a second swap', { data: batch(swapTo(account), swapTo(account)) }],
    ['a third call', { data: batch(swapTo(routerItself), sweep(account, minimum, 0n), pull) }],
    ['nothing at all', { data: batch() }],
    ['a batch in a batch', { data: batch(batch(swapTo(account))) }],
    ['bytes after the end', { data: concatHex([built().tx.data, '0x00']) }],
    ['a cut call', { data: built().tx.data.slice(0, -2) as Hex }],
    ['no data', { data: '0x' }],
  ] as const)('[C162] %s', (_, tx) => {
    expect(refusal(check(tx))).toBe('unknownCall')
  })

  test.each([
    ['another token than the one that is given', {}, { from: other }, 'anotherToken'],
    ['another token than the one that is wanted', {}, { to: other }, 'anotherToken'],
    ['the wrapped form instead of the currency', {}, { to: nativeToken }, 'anotherToken'],
    [
      'handing on another token',
      { data: batch(swapTo(routerItself), sweep(account, minimum, 0n, other)) },
      {},
      'unknownCall',
    ],
  ] as const)('[C162] %s', (_, tx, differently, reason) => {
    expect(refusal(check(tx, differently))).toBe(reason)
  })

  test.each([
    ['no minimum', { data: batch(swapTo(account, 0n)) }, {}],
    ['one less than was shown', { data: batch(swapTo(account, minimum - 1n)) }, {}],
    ['none when handing on', { data: batch(swapTo(routerItself), sweep(account, 0n, 0n)) }, { feeBps: 100 }],
    ['a minimum before the fee', { data: batch(swapTo(routerItself), sweep(account, minimum, 100n)) }, { feeBps: 100 }],
    ['a screen that shows no minimum', {}, { minimum: 0n }],
  ] as const)('[C163] %s', (_, tx, differently) => {
    expect(refusal(check(tx, differently))).toBe('lowMinimum')
  })
  test.each([
    ['that was not shown', 1n, 0],
    ['above what was shown', 86n, 85],
  ])('[C163] a fee %s', (_, bps, feeBps) => {
    const data = batch(swapTo(routerItself), sweep(account, 2n * minimum, bps))
    expect(refusal(check({ data }, { feeBps }))).toBe('highFee')
  })

  test.each([
    ['coins sent along with a token', { value: '1' }, {}, 'anotherValue'],
    ['more coins than were shown', { value: '6000000' }, { from: nativeToken }, 'anotherValue'],
    ['another amount', {}, { amount: amount - 1n }, 'anotherAmount'],
  ] as const)('[C164] %s', (_, tx, differently, reason) => {
    expect(refusal(check(tx, differently))).toBe(reason)
  })
  test('[C164] a call that could be executed tomorrow', () => {
    expect(refusal(checkSwap(built(), shown, network, now - 41 * 60_000))).toBe('lateDeadline')
  })
})

describe('[C161] an approval', () => {
  const approval: ShownApproval = { chainId, token: usdc, spender: router, amount }
  const approve = (spender: Hex, value: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, value] })
  const toBuilt = (tx: Partial<BuiltApproval['tx']>): BuiltApproval => ({
    tx: { from: `${chainId}:${usdc}`, to: `${chainId}:${dai}`, data: approve(router, amount), ...tx },
  })

  test('passes for the exact amount and the router, after one to zero if the token needs it', () => {
    expect(checkApproval(toBuilt({ value: '0' }), approval, network)).toEqual({
      calls: [{ to: usdc, data: approve(router, amount), value: 0n }],
    })
    const both = checkApproval(toBuilt({ reset: approve(router, 0n) }), approval, network)
    expect('calls' in both && both.calls.map(({ data }) => data)).toEqual([
      approve(router, 0n),
      approve(router, amount),
    ])
  })

  test.each([
    ['without limit', { data: approve(router, maxUint256) }, {}, 'anotherCall'],
    ['of one more', { data: approve(router, amount + 1n) }, {}, 'anotherCall'],
    ['for somebody else', { data: approve(thief, amount) }, {}, 'anotherCall'],
    ['for somebody whom the quote named', { data: approve(thief, amount) }, { spender: thief }, 'unknownSpender'],
    ['of another token', { from: `${chainId}:${dai}` }, {}, 'anotherToken'],
    ['of the token on another network', { from: `eip155:56:${usdc}` }, {}, 'anotherChain'],
    [
      'that is a transfer',
      { data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [router, amount] }) },
      {},
      'anotherCall',
    ],
    ['with coins', { value: '1' }, {}, 'anotherValue'],
    ['with bytes after the end', { data: concatHex([approve(router, amount), '0x00']) }, {}, 'anotherCall'],
    ['with a first step that is no reset', { reset: approve(thief, 0n) }, {}, 'anotherCall'],
    ['with a first step without limit', { reset: approve(router, maxUint256) }, {}, 'anotherCall'],
  ] as const)('%s is refused', (_, tx, differently, reason) => {
    expect(checkApproval(toBuilt(tx), { ...approval, ...differently }, network)).toEqual({ refused: reason })
  })
})

describe('[C158] a quote', () => {
  const asked = { from: `${chainId}:${usdc}`, to: `${chainId}:${dai}`, amount, slippageBps: 100 }
  const quote: Quote = {
    id: null,
    fromAmount: amount.toString(),
    fromAccount: asked.from,
    toAmount: '1000',
    toAccount: asked.to,
    // Not our own calculation of it.
    minimumAmount: '1',
  }

  test('has the minimum that follows from its promised amount', () => {
    expect(checkQuote(quote, asked)).toEqual({ received: 1_000n, minimum: 990n, feeBps: 0 })
  })

  test('sets a minimum that no honest call can have if it promises too much', () => {
    const inflated = checkQuote({ ...quote, toAmount: '2000' }, asked)
    if ('refused' in inflated) throw new Error('refused')
    expect(refusal(check({}, { minimum: inflated.minimum }))).toBe('lowMinimum')
  })

  test.each([
    ['of another amount', { fromAmount: '1' }, 'anotherAmount'],
    ['of another token', { toAccount: `${chainId}:${other}` }, 'anotherToken'],
    ['for another token', { fromAccount: `${chainId}:${other}` }, 'anotherToken'],
    ['of nothing', { toAmount: '0' }, 'lowMinimum'],
    ['of next to nothing', { toAmount: '1' }, 'lowMinimum'],
    ['with a fee that no router takes', { fee: { bps: 101, amount: '1', recipient: thief } }, 'highFee'],
  ] as const)('%s is refused', (_, changed, reason) => {
    expect(checkQuote({ ...quote, ...changed }, asked)).toEqual({ refused: reason })
  })
})

test('routers are those of the project, otherwise of the table, and never half of each', () => {
  const own: SwapNetwork = { wrapped: other, bases: [], v2: { name: 'Own', factory: other, router: thief } }
  expect(swapNetworkOf(chainId, {})).toBe(network)
  expect(swapNetworkOf('eip155:31337', {})).toBeUndefined()
  expect(swapNetworkOf('eip155:31337', { swap: { 'eip155:31337': own } })).toEqual(own)
  expect(swapNetworkOf(chainId, { swap: { [chainId]: own } })).toEqual(own)
  expect(swapNetworkOf(chainId, { swap: { [chainId]: { ...own, wrapped: 'none' } } })).toBeUndefined()
})

describe('every call that our gateway builds', () => {
  test('is read as what was ordered, and passes the check', () => {
    fc.assert(
      fc.property(trades, (trade) => {
        const { amount, minimum, feeBps } = trade
        const { from, to, fee, call } = buildTrade(trade, { account, deadline })
        const read = readSwap(call, network)
        if (typeof read === 'string') throw new Error(read)
        const { from: given, to: wanted, minimum: least, ...rest } = read
        expect([given, wanted].map((token) => token.toLowerCase())).toEqual(
          [from, to].map(({ token, isNative }) => (isNative ? nativeToken : token.toLowerCase())),
        )
        expect(rest).toEqual({ amount, recipient: account, feeBps: fee ? feeBps : 0, deadline })
        // The fee is rounded: at most the last unit is more than was ordered.
        expect(least >= minimum && least <= minimum + 1n).toBe(true)
        const shown: ShownSwap = {
          chainId,
          account,
          from: from.isNative ? nativeToken : from.token,
          to: to.isNative ? nativeToken : to.token,
          amount,
          minimum,
          feeBps,
        }
        const tx = { from: `${chainId}:${account}`, to: `${chainId}:${call.to}`, data: call.data, amount: '1' }
        expect(checkSwap({ tx }, shown, network, now)).toEqual({ call })
      }),
      { numRuns: 200 },
    )
  })
})
