/** Converts base units to decimal text. Amounts are `bigint`, never floating point. */

/**
 * Rounds towards minus infinity, so that a balance never looks larger than it is.
 *
 * @example floorToDecimals(1_234_567_890_000_000_000n, 18) // '1.234'
 */
export function floorToDecimals(value: bigint, decimals: number, places = 3): string {
  const unit = 10n ** BigInt(decimals)
  const scale = 10n ** BigInt(places)
  const product = value * scale
  const quotient = product / unit
  const floored = product % unit < 0n ? quotient - 1n : quotient
  const digits = (floored < 0n ? -floored : floored).toString().padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const text = places === 0 ? whole : `${whole}.${digits.slice(-places)}`
  return floored < 0n ? `-${text}` : text
}

/** All decimals, without trailing zeros. */
export function toExactDecimals(value: bigint, decimals: number): string {
  return withoutZeros(floorToDecimals(value, decimals, decimals))
}

/** Removes trailing zeros from the fraction of decimal text. */
export const withoutZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** The largest of the three text sizes at which the amount fits on one line of the card. */
export function amountSize(text: string): 'large' | 'medium' | 'small' {
  if (text.length <= 10) return 'large'
  return text.length <= 14 ? 'medium' : 'small'
}
