import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toExactDecimals } from './amount.ts'
import { cleanAmount, enterAmount, readAmount } from './amount-input.ts'

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
    ['1x', '1'],
    ['-', ''],
    ['½', ''],
    ['١٢', '12'],
  ])('%j becomes %j', (typed, kept) => {
    expect(cleanAmount(typed)).toBe(kept)
  })

  test('any typed text becomes digits with at most one dot, and cleaning again changes nothing', () => {
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

describe('an amount that comes at once', () => {
  test.each([
    ['1,234.5', '1234.5'],
    ['1.234,5', '1234.5'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['1 234,5', '1234.5'],
    ['1\u202f234\u00a0567', '1234567'],
    ['1’234.50', '1234.50'],
    ['12,34', '12.34'],
    ['0,125', '0.125'],
    ['1.234', '1.234'],
    ['1234,567', '1234.567'],
    ['1e-7', '0.0000001'],
    ['1E3', '1000'],
    ['12.5e1', '125'],
    ['.5', '0.5'],
    ['007', '7'],
    [' 12 ETH', '12'],
    ['1,234.560000 eth', '1234.560000'],
    ['١٫٥', '1.5'],
    ['١٬٢٣٤٫٥', '1234.5'],
    ['१२', '12'],
    ['１２', '12'],
  ])('%j is read as %j', (pasted, kept) => {
    expect(enterAmount('', pasted, 'ETH')).toBe(kept)
    expect(enterAmount('77', pasted, 'ETH')).toBe(kept)
  })

  test.each([
    '1,234',
    '-5',
    '+5',
    '0x10',
    '1e',
    '1e9999',
    '12,34,56',
    '1.234.5',
    '1,234,5',
    '10 wei',
    '1e300',
    'ETH',
    ', .',
    '½1',
    '5²',
    '①②',
    '1⁄2',
    '一二',
    '0x',
  ])('%j stays, and is refused', (pasted) => {
    const kept = enterAmount('', pasted, 'ETH')
    expect(kept).toBe(pasted)
    expect(readAmount(kept, 18)).toEqual({ problem: 'form' })
    // Also with one more key: the digits in it are no number.
    expect(readAmount(enterAmount(kept, `${kept}x`, 'ETH'), 18)).toEqual({ problem: 'form' })
  })

  test.each(['en-US', 'de-DE', 'fr-FR', 'de-CH', 'en-IN', 'ar-EG', 'fa-IR', 'hi-IN-u-nu-deva', 'pl-PL'])(
    'written as in %s, it is that number or refused',
    (locale) => {
      const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
      fc.assert(
        fc.property(fc.nat(999_999_999), fc.nat(999), (whole, thousandths) => {
          const read = readAmount(enterAmount('', format.format(whole + thousandths / 1000)), 3)
          if (!('problem' in read)) expect(read.value).toBe(BigInt(whole) * 1000n + BigInt(thousandths))
        }),
      )
    },
  )

  test('key by key, it is what was typed', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...Array.from('0123456789.,')), { maxLength: 30 }), (keys) => {
        const typed = keys.reduce((text, key) => enterAmount(text, text + key), '')
        expect(typed).toBe(cleanAmount(typed))
        expect(typed.replaceAll('.', '').replace(/^0+/, '')).toBe(
          keys.join('').replaceAll(/[.,]/g, '').replace(/^0+/, ''),
        )
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
