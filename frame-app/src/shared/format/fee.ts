const digits = 3

/**
 * A fee as it is shown: three significant digits, rounded up, so that it never looks smaller than it is. In the smallest unit.
 *
 * @example roundFee(60_709_876_543_210n) // 60_800_000_000_000n
 */
export function roundFee(units: bigint): bigint {
  const surplus = units.toString().length - digits
  if (surplus <= 0) return units
  const step = 10n ** BigInt(surplus)
  return ((units + step - 1n) / step) * step
}
