import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Judged, maxOf, missingForGas, problemOf } from './send-rules.ts'

const fine: Judged = {
  hasToken: true,
  isCurrency: true,
  amount: { value: 5n },
  balance: 10n,
  currency: 10n,
  fee: 2n,
  isSponsored: false,
  recipient: 'valid',
}
const judge = (part: Partial<Judged>) => problemOf({ ...fine, ...part })

test('each problem has its label, and the last of several is shown', () => {
  expect(judge({})).toBeUndefined()
  const steps: readonly [Partial<Judged>, ReturnType<typeof problemOf>][] = [
    [{ recipient: 'looking' }, 'looking'],
    [{ recipient: 'invalid' }, 'invalidAddress'],
    [{ recipient: 'none' }, 'addAddress'],
    [{ currency: 6n }, 'gas'],
    [{ amount: { value: 11n } }, 'funds'],
    [{ amount: { problem: 'empty' } }, 'addAmount'],
    [{ amount: { problem: 'precision' } }, 'incorrectValue'],
    [{ hasToken: false }, 'selectToken'],
  ]
  let all: Partial<Judged> = {}
  for (const [part, problem] of steps) {
    expect(judge(part)).toBe(problem)
    all = { ...all, ...part }
    expect(judge(all)).toBe(problem)
  }
})

test('a zero is an incorrect value, and an empty field is none', () => {
  expect(judge({ amount: { value: 0n } })).toBe('incorrectValue')
  expect(judge({ amount: { problem: 'empty' } })).toBe('addAmount')
})

test('gas: unknown and empty balances count as none, smart accounts are exempt', () => {
  expect(judge({ currency: undefined, isCurrency: false })).toBe('gas')
  expect(judge({ currency: 0n, isCurrency: false, fee: undefined })).toBe('gas')
  expect(judge({ currency: 0n, isCurrency: false, isSponsored: true })).toBeUndefined()
  expect(judge({ currency: 2n, isCurrency: false })).toBeUndefined()
  expect(missingForGas({ ...fine, amount: { value: 9n } })).toBe(1n)
  expect(missingForGas(fine)).toBe(0n)
})

test('the whole balance never lacks gas, and one unit more does', () => {
  const amount = fc.bigInt({ min: 0n, max: 2n ** 200n })
  fc.assert(
    fc.property(amount, amount, fc.boolean(), fc.boolean(), (balance, fee, isCurrency, isSponsored) => {
      const currency = isCurrency ? balance : fee
      const max = maxOf({ balance, fee, isCurrency, isSponsored })
      expect(max).toBeLessThanOrEqual(balance)
      if (max === 0n) return
      const judged = { ...fine, balance, currency, fee, isCurrency, isSponsored }
      const atMax = problemOf({ ...judged, amount: { value: max } })
      expect(atMax).toBe(!isSponsored && currency === 0n ? 'gas' : undefined)
      expect(problemOf({ ...judged, amount: { value: max + 1n } })).toMatch(/^(gas|funds)$/)
    }),
  )
})
