import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toExactDecimals } from './amount.ts'
import { cleanAmount, readAmount } from './amount-input.ts'
import { fromCents, toCents, toPrice } from './worth.ts'

const decimals = fc.integer({ min: 0, max: 36 })
const units = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
/** Prices as gateways send them: from worthless tokens to bitcoin, in JavaScript's number format. */
const prices = fc.double({ min: 1e-18, max: 1e9, noNaN: true })

test('a price is read exactly', () => {
  expect(toPrice(3052.5)).toEqual({ numerator: 30525n, denominator: 10n })
  expect(toPrice(1.5e-7)).toEqual({ numerator: 15n, denominator: 10n ** 8n })
  expect(toPrice(1e21)).toEqual({ numerator: 10n ** 21n, denominator: 1n })
  for (const none of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) expect(toPrice(none)).toBeUndefined()
})

test('no rounding makes an amount worth more, or a worth buy more', () => {
  fc.assert(
    fc.property(units, decimals, prices, (amount, places, number) => {
      const price = toPrice(number)
      if (!price) return
      const cents = toCents(amount, places, price)
      expect(fromCents(cents, places, price)).toBeLessThanOrEqual(amount)
      const bought = fromCents(cents, places, price)
      expect(toCents(bought, places, price)).toBeLessThanOrEqual(cents)
      // One more unit would exceed the requested worth.
      expect((bought + 1n) * price.numerator * 100n > cents * price.denominator * 10n ** BigInt(places)).toBe(true)
    }),
  )
})

test('an amount survives being written and read, to the last unit', () => {
  fc.assert(
    fc.property(units, decimals, (amount, places) => {
      expect(readAmount(cleanAmount(toExactDecimals(amount, places)), places)).toEqual({ value: amount })
    }),
  )
})
