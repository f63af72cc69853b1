import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feeOf } from '../../../../shared/chains/eip155/fees.ts'
import { maxOf } from '../../send/state/send-rules.ts'
import { withMargin } from './swap-form.ts'
import {
  defaultSlippageBps,
  impactToneOf,
  type JudgedSwap,
  keptGas,
  readSlippage,
  swapProblemOf,
  toPercent,
} from './swap-rules.ts'

const ready = { status: 'ready', quote: {} as never } as const // as: only that there is one counts
const whole: JudgedSwap = {
  hasBoth: true,
  isCurrency: true,
  amount: { value: 5n },
  balance: 10n,
  currency: 10n,
  fee: 2n,
  isSponsored: false,
  areDecimalsKnown: true,
  isNetworkGone: false,
  quoted: ready,
}

describe('the words of the button', () => {
  test.each([
    ['nothing is wrong', {}, undefined],
    ['a token is missing before all', { hasBoth: false, amount: { problem: 'empty' } }, 'selectToken'],
    ['no amount', { amount: { problem: 'empty' } }, 'enterAmount'],
    ['zero is none', { amount: { value: 0n } }, 'enterAmount'],
    ['no number', { amount: { problem: 'precision' } }, 'incorrectValue'],
    ['more than there is', { amount: { value: 11n }, quoted: { status: 'failed', why: 'noRoute' } }, 'funds'],
    ['all of it, and nothing for the fee', { amount: { value: 9n } }, 'gas'],
    ['a token, and no coins for the fee', { isCurrency: false, currency: 1n }, 'gas'],
    ['a token, and enough', { isCurrency: false, currency: 2n }, undefined],
    ['whoever does not pay needs no coins', { amount: { value: 10n }, isSponsored: true }, undefined],
    ['what is not known is not missing', { balance: undefined, currency: undefined }, undefined],
    ['no route', { quoted: { status: 'failed', why: 'noRoute' } }, 'noRoute'],
    ['a quote on its way', { quoted: { status: 'loading' } }, 'loading'],
    ['a quote of a token whose decimals are not known yet', { areDecimalsKnown: false }, 'loading'],
    ['a quote, and no node that knows the decimals', { areDecimalsKnown: false, isNetworkGone: true }, 'network'],
    ['an amount that cannot be read yet', { amount: undefined }, 'loading'],
  ] as const)('%s', (_, part, problem) => {
    expect(swapProblemOf({ ...whole, ...part })).toBe(problem)
  })
})

test('everything never lacks gas, whatever the route costs, as long as the price holds', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 30n }),
      fc.bigInt({ min: 0n, max: 3_000_000n }),
      fc.bigInt({ min: 0n, max: 10n ** 12n }),
      fc.boolean(),
      (balance, gas, price, isSponsored) => {
        const fee = keptGas(gas) * price
        const maxAmount = maxOf({ balance, fee, isCurrency: true, isSponsored })
        expect(maxAmount).toBeLessThanOrEqual(balance)
        if (maxAmount === 0n) return
        const real = feeOf({ kind: 'legacy', most: price }, withMargin(gas, { route: [] })).most
        const judged = { ...whole, amount: { value: maxAmount }, balance, currency: balance, fee: real, isSponsored }
        expect(swapProblemOf(judged)).toBeUndefined()
      },
    ),
  )
})

test('a price that changes a little does not change the gas that is kept', () => {
  expect(keptGas(undefined)).toBe(400_000n)
  expect(new Set([300_000n, 310_000n, 320_000n, 330_000n].map(keptGas)).size).toBe(1)
})

test('slippage is read exactly, and only where it makes sense', () => {
  expect(toPercent(defaultSlippageBps)).toBe('1')
  expect(['0.5', '1', '3.25', '50', '0.01'].map(readSlippage)).toEqual([50, 100, 325, 5_000, 1])
  expect(['', '0', '0.00', '50.01', '100', '1.234', '-1', '1e1', '.5', 'x'].map(readSlippage)).toEqual(
    Array(10).fill(undefined),
  )
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000 }), (bps) => {
      expect(readSlippage(toPercent(bps))).toBe(bps)
    }),
  )
})

test('a large impact is shown, a ruinous one with a warning', () => {
  expect([undefined, 0, 299, 300, 999, 1_000, 10_000].map(impactToneOf)).toEqual([
    undefined,
    undefined,
    undefined,
    'caution',
    'caution',
    'negative',
    'negative',
  ])
})
