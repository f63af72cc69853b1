/** Parses typed amounts exactly: integers of the smallest unit, never floating point. */

/** Maximum digits in a field; more than any 256-bit amount with 36 decimals has. */
const maxLength = 120

/**
 * Cleans typed or pasted text (behaviour facts §7.5): keeps digits and one separator, which becomes a dot. A lone separator becomes `0.`,
 * and a digit typed over a zero replaces it.
 */
export function cleanAmount(text: string): string {
  const [whole = '', ...rest] = text
    .slice(0, maxLength)
    .replaceAll(',', '.')
    .replaceAll(/[^\d.]/g, '')
    .split('.')
  const units = whole.replace(/^0+(?=\d)/, '')
  return rest.length === 0 ? units : `${units || '0'}.${rest.join('')}`
}

export type ReadAmount =
  | { readonly value: bigint }
  /** `precision`: more decimals than the currency has. */
  | { readonly problem: 'empty' | 'form' | 'precision' }

/** @param text from `cleanAmount`; any other text is refused */
export function readAmount(text: string, decimals: number): ReadAmount {
  if (text === '') return { problem: 'empty' }
  const [, whole = '', fraction = ''] = text.length <= maxLength ? (/^(\d+)(?:\.(\d*))?$/.exec(text) ?? []) : []
  if (whole === '') return { problem: 'form' }
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > decimals) return { problem: 'precision' }
  return { value: BigInt(whole + significant.padEnd(decimals, '0')) }
}
