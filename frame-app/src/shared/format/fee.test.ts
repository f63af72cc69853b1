import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toExactDecimals } from './amount.ts'
import { roundFee } from './fee.ts'

test.each([
  ['a range that three digits do not tell apart', 60_701_000_000_000n, '0.0000608'],
  ['its other end', 60_799_999_999_999n, '0.0000608'],
  ['what carries', 99_950_000_000_000_000n, '0.1'],
  ['a fee of few digits', 5n, '0.000000000000000005'],
  ['none', 0n, '0'],
])('%s', (_what, units, text) => expect(toExactDecimals(roundFee(units), 18)).toBe(text))

test('a fee has at most three digits, and is less than a hundredth larger, never smaller', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n }), (units) => {
      const shown = roundFee(units)
      expect(shown.toString().replace(/0+$/, '').length).toBeLessThanOrEqual(3)
      expect(shown >= units && (shown - units) * 100n <= units).toBe(true)
    }),
  )
})
