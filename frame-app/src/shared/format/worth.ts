/** What an amount is worth, and which amount is worth that much: exact fractions, never floating point. */

/** Of one whole unit of the token, as a fraction of one unit of the currency. */
export interface Price {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** Places of the currencies in which worth is shown and typed. */
export const fiatPlaces = 2
/** The smallest number that JavaScript has is above 10^-324; a price beyond these bounds is a mistake. */
const maxExponent = 330

/** The price as the number is written; `undefined` for zero, for what is no number, and for what is below zero. */
export function toPrice(price: number): Price | undefined {
  const [, whole = '', fraction = '', exponent = '0'] = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(price)) ?? []
  const shift = Number(exponent) - fraction.length
  if (whole === '' || Math.abs(shift) > maxExponent) return undefined
  const digits = BigInt(whole + fraction)
  if (digits === 0n) return undefined
  const scale = 10n ** BigInt(Math.abs(shift))
  return shift < 0 ? { numerator: digits, denominator: scale } : { numerator: digits * scale, denominator: 1n }
}

/** Worth in the smallest part of the currency, such as cents, never rounded up. @param units in the token's smallest unit */
export const toCents = (units: bigint, decimals: number, { numerator, denominator }: Price): bigint =>
  (units * numerator * 10n ** BigInt(fiatPlaces)) / (denominator * 10n ** BigInt(decimals))

/** The largest amount in the token's smallest unit that is worth no more than this. */
export const fromCents = (cents: bigint, decimals: number, { numerator, denominator }: Price): bigint =>
  (cents * denominator * 10n ** BigInt(decimals)) / (numerator * 10n ** BigInt(fiatPlaces))
