import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toExactDecimals } from './amount.ts'
import { cleanAmount, readAmount } from './amount-input.ts'

describe('cleaning a typed amount', () => {
  test.each([
    ['', ''],
    ['1', '1'],
    ['1,5', '1.5'],
    ['.', '0.'],
    [',5', '0.5'],
    ['05', '5'],
    ['00', '0'],
    ['0.05', '0.05'],
    ['1.2.3', '1.23'],
    ['1e18', '118'],
    ['-1', '1'],
    [' 12 ETH', '12'],
    ['١٢', ''],
  ])('%j becomes %j', (typed, kept) => {
    expect(cleanAmount(typed)).toBe(kept)
  })

  test('whatever is typed: digits with at most one dot, and cleaning again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (typed) => {
        const kept = cleanAmount(typed)
        expect(kept).toMatch(/^(\d+(\.\d*)?)?$/)
        expect(kept.length).toBeLessThanOrEqual(121)
        expect(cleanAmount(kept)).toBe(kept)
      }),
    )
  })
})

describe('reading an amount', () => {
  test('is exact for every amount of 256 bits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.nat(36), (value, decimals) => {
        expect(readAmount(toExactDecimals(value, decimals), decimals)).toEqual({ value })
      }),
    )
  })

  test('agrees with the digits for every text of the field', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.string({ unit: fc.nat(9).map(String), maxLength: 18 }),
        (whole, fraction) => {
          const read = readAmount(`${whole}.${fraction}`, 18)
          expect(read).toEqual({ value: whole * 10n ** 18n + BigInt(fraction.padEnd(18, '0')) })
        },
      ),
    )
  })

  test('does not round: one decimal too many is refused, zeros at the end are not', () => {
    expect(readAmount('0.000000000000000001', 18)).toEqual({ value: 1n })
    expect(readAmount('0.0000000000000000001', 18)).toEqual({ problem: 'precision' })
    expect(readAmount('1.50000000000000000000000', 18)).toEqual({ value: 15n * 10n ** 17n })
    expect(readAmount('1.5', 0)).toEqual({ problem: 'precision' })
    expect(readAmount('7', 0)).toEqual({ value: 7n })
  })

  test.each(['1e18', '-1', '+1', '0x10', '.5', '1 000', '1,5', 'Infinity', '١', '1'.repeat(121)])(
    'refuses %j',
    (text) => {
      expect(readAmount(text, 18)).toEqual({ problem: 'form' })
    },
  )
})
