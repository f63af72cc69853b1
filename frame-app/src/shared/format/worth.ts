/** Converts between amounts and their worth in a currency, with exact fractions, never floating point. */

/** Price of one whole token, as a fraction of one unit of the currency. */
export interface Price {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** Decimal places of currencies, for worth that is shown or typed. */
export const fiatPlaces = 2
/** JavaScript's smallest number is above 10^-324; prices beyond these bounds are errors. */
const maxExponent = 330

/** The exact price from the number's text; `undefined` for zero, negative numbers and invalid text. */
export function toPrice(price: number): Price | undefined {
  const [, whole = '', fraction = '', exponent = '0'] = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(price)) ?? []
  const shift = Number(exponent) - fraction.length
  if (whole === '' || Math.abs(shift) > maxExponent) return undefined
  const digits = BigInt(whole + fraction)
  if (digits === 0n) return undefined
  const scale = 10n ** BigInt(Math.abs(shift))
  return shift < 0 ? { numerator: digits, denominator: scale } : { numerator: digits * scale, denominator: 1n }
}

/**
 * Worth in the currency's smallest unit, such as cents, rounded down.
 * @param units in the token's smallest unit
 */
export const toCents = (units: bigint, decimals: number, { numerator, denominator }: Price): bigint =>
  (units * numerator * 10n ** BigInt(fiatPlaces)) / (denominator * 10n ** BigInt(decimals))

/** The largest amount, in the token's smallest unit, that is worth at most this. */
export const fromCents = (cents: bigint, decimals: number, { numerator, denominator }: Price): bigint =>
  (cents * denominator * 10n ** BigInt(decimals)) / (numerator * 10n ** BigInt(fiatPlaces))
