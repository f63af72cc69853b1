/** Payouts and wrapping of the currency inside other transactions: which logs and calls count, and which do not. */
import { encodeAbiParameters, encodeFunctionData, type Hex, pad, parseAbi, toEventSelector } from 'viem'
import { expect, test } from 'vitest'
import { movesOf } from '../../src/gateway/history/moves.ts'
import { operationOf } from '../../src/gateway/history/operation.ts'
import { type CoinContracts, coinContractsOf, readPayout, readWrapped } from '../../src/gateway/indexer/coins.ts'
import { BlockTransaction, Receipt } from '../../src/gateway/indexer/shapes.ts'

const me: Hex = `0x${'aa'.repeat(20)}`
const other: Hex = `0x${'bb'.repeat(20)}`
const wrapped: Hex = `0x${'11'.repeat(20)}`
const v2Router: Hex = `0x${'22'.repeat(20)}`
const v3Router: Hex = `0x${'33'.repeat(20)}`
const contracts: CoinContracts = { wrapped, v2Router, v3Router }
const hash: Hex = `0x${'cd'.repeat(32)}`

const log = (event: 'Deposit' | 'Withdrawal', account: Hex, amount: bigint, address: Hex = wrapped) => ({
  address,
  topics: [toEventSelector(`${event}(address,uint256)`), pad(account)],
  data: encodeAbiParameters([{ type: 'uint256' }], [amount]),
})
const payoutOf = (to: Hex, input: Hex, logs: readonly unknown[]) =>
  readPayout(
    BlockTransaction.parse({ hash, from: me, to, value: '0x0', nonce: '0x0', input }),
    Receipt.parse({ transactionHash: hash, blockHash: hash, status: '0x1', logs }),
    contracts,
  )

const v2Abi = parseAbi([
  'function swapExactTokensForETH(uint256 amountIn, uint256 least, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 least, address[] path, address to, uint256 deadline)',
])
const v3Abi = parseAbi([
  'function multicall(bytes[])',
  'function multicall(uint256, bytes[])',
  'function unwrapWETH9(uint256)',
  'function unwrapWETH9(uint256, address)',
  'function unwrapWETH9WithFee(uint256, address, uint256, address)',
])
const toCoins = (to: Hex) =>
  encodeFunctionData({ abi: v2Abi, functionName: 'swapExactTokensForETH', args: [1n, 1n, [other, wrapped], to, 9n] })
const unwrap = (to: Hex) => encodeFunctionData({ abi: v3Abi, functionName: 'unwrapWETH9', args: [1n, to] })
const own = encodeFunctionData({ abi: v3Abi, functionName: 'unwrapWETH9', args: [1n] })
const withFee = encodeFunctionData({
  abi: v3Abi,
  functionName: 'unwrapWETH9WithFee',
  args: [1n, me, 100n, other],
})
const together = (...calls: Hex[]) => encodeFunctionData({ abi: v3Abi, functionName: 'multicall', args: [9n, calls] })
const out = (router: Hex) => log('Withdrawal', router, 1_000n)

test.each([
  [
    'v2, to the recipient of the call',
    v2Router,
    toCoins(other),
    [out(v2Router)],
    { sender: v2Router, recipient: other, amount: 1_000n },
  ],
  [
    'v3, to the recipient of the call',
    v3Router,
    together('0x12345678', unwrap(me)),
    [out(v3Router)],
    { sender: v3Router, recipient: me, amount: 1_000n },
  ],
  ['v3, to the caller', v3Router, together(own), [out(v3Router)], { sender: v3Router, recipient: me, amount: 1_000n }],
  [
    'v3, without what the operator keeps',
    v3Router,
    together(withFee),
    [out(v3Router)],
    { sender: v3Router, recipient: me, amount: 990n },
  ],
  ['unwrapping', wrapped, '0x2e1a7d4d', [log('Withdrawal', me, 7n)], { sender: wrapped, recipient: me, amount: 7n }],
] as const)('paid out: %s [C180]', (_, to, input, logs, payout) => {
  expect(payoutOf(to, input, logs)).toEqual(payout)
})

test.each([
  ['a contract that is no router', other, together(unwrap(me)), [log('Withdrawal', other, 1_000n)]],
  ['a log of another contract', v2Router, toCoins(me), [log('Withdrawal', v2Router, 1_000n, other)]],
  ['coins of somebody else', v2Router, toCoins(me), [log('Withdrawal', other, 1_000n)]],
  [
    'a swap that pays no coins',
    v2Router,
    encodeFunctionData({ abi: v2Abi, functionName: 'swapExactTokensForTokens', args: [1n, 1n, [], me, 9n] }),
    [out(v2Router)],
  ],
  ['two ends', v3Router, together(unwrap(me), unwrap(other)), [out(v3Router)]],
  ['a token that has called the router in between', v3Router, together(unwrap(me)), [out(v3Router), out(v3Router)]],
  ['an end that is the whole call', v3Router, unwrap(me), [out(v3Router)]],
  ['a list in a list', v3Router, together(together(unwrap(me))), [out(v3Router)]],
  ['a call that cannot be read', v3Router, '0x5ae401dcff', [out(v3Router)]],
  ['nothing', v3Router, together(unwrap(me)), [log('Withdrawal', v3Router, 0n)]],
  ['somebody else who unwraps', wrapped, '0x2e1a7d4d', [log('Withdrawal', other, 7n)]],
  [
    'a log of another form',
    wrapped,
    '0x2e1a7d4d',
    [{ ...log('Withdrawal', me, 7n), data: '0x' }, { ...log('Withdrawal', me, 7n), topics: [] }, null],
  ],
] as const)('not paid out: %s [C180]', (_, to, input, logs) => {
  expect(payoutOf(to, input, logs)).toBeUndefined()
})

test('wrapping mints the token, unwrapping burns it, and logs of other contracts do not count', () => {
  const zeroAddress = `0x${'0'.repeat(40)}`
  const token = { standard: 'erc20', contract: wrapped, tokenId: '', amount: 5n, item: 0 }
  expect(readWrapped(log('Deposit', me, 5n), contracts)).toEqual([{ ...token, sender: zeroAddress, recipient: me }])
  expect(readWrapped(log('Withdrawal', me, 5n), contracts)).toEqual([{ ...token, sender: me, recipient: zeroAddress }])
  expect(readWrapped(log('Deposit', me, 5n, other), contracts)).toEqual([])
})

test('a history shows a swap for coins with both sides', () => {
  const leg = { peer: other, tokenId: '', contract: wrapped, amount: '100' } as const
  const row = {
    txIndex: 0,
    hash,
    sender: me,
    recipient: v3Router,
    isCreate: false,
    isFailed: false,
    value: '0',
    nonce: 1,
    input: '0x5ae401dc',
    height: 1,
    time: 1,
    legs: [
      { ...leg, direction: 'out', standard: 'erc20' },
      { ...leg, direction: 'in', standard: 'native', contract: '', amount: '7' },
    ],
  } as const
  const moves = movesOf(row, me)
  expect(moves).toMatchObject([
    { direction: 'out', token: { contract: wrapped, standard: 'erc20' }, amount: 100n },
    { direction: 'in', token: undefined, amount: 7n },
  ])
  expect(operationOf(row, moves, me)).toBe('trade')
})

test('addresses of a network are compared without their case', () => {
  const swap = { wrapped: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', bases: [] } as const
  expect(coinContractsOf({ ...swap, bases: [] })).toEqual({
    wrapped: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
    v2Router: undefined,
    v3Router: undefined,
  })
  expect(coinContractsOf(undefined)).toBeUndefined()
})
