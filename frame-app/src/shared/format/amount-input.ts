/** Parses typed amounts exactly: integers of the smallest unit, never floating point. */

/** Maximum digits in a field; more than any 256-bit amount with 36 decimals has. */
const maxLength = 120

/**
 * The text of the field after an edit. A typed key is cleaned. What comes at once, as by pasting, is read exactly; if that is not possible, it
 * stays as it is, and `readAmount` refuses it. It never becomes another number.
 *
 * @param before the text of the field so far
 * @param symbol of the currency, which may follow the number
 */
export function enterAmount(before: string, text: string, symbol?: string): string {
  if (cleanAmount(before) === before && isOneKey(before, text)) return cleanAmount(text)
  return readPasted(text, symbol) ?? text.slice(0, maxLength)
}

/**
 * Cleans a typed text: keeps digits and one separator, which becomes a dot. A lone separator becomes `0.`, and a digit
 * typed over a zero replaces it.
 */
export function cleanAmount(text: string): string {
  const [whole = '', ...rest] = toLatin(text.slice(0, maxLength))
    .replaceAll(',', '.')
    .replaceAll(/[^\d.]/g, '')
    .split('.')
  const units = whole.replace(/^0+(?=\d)/, '')
  return rest.length === 0 ? units : `${units || '0'}.${rest.join('')}`
}

/** At most one character is new. */
function isOneKey(before: string, text: string): boolean {
  const shorter = Math.min(before.length, text.length)
  let start = 0
  while (start < shorter && before[start] === text[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === text.at(-1 - end)) end++
  return text.length - start - end <= 1
}

/** Digits of other scripts and of full width, the separators that are written with them, and all kinds of spaces. */
const toLatin = (text: string): string =>
  text
    .replaceAll(/\p{Nd}/gu, latinDigit)
    .replaceAll(/[\u066b\uff0e]/g, '.')
    .replaceAll('\uff0c', ',')
    .replaceAll('\u066c', '\u2019')
    .replaceAll(/\p{Zs}/gu, ' ')

/** The digits of a script follow each other from zero to nine. */
function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let below = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - below - 1))) below++
  return String(below % 10)
}

const withExponent = /^(?<number>[\d.,'\u2019 ]+)(?:e(?<exponent>[+-]?\d{1,3}))?$/i
const plain = /^(?<whole>\d*)(?:(?<mark>[.,])(?<fraction>\d*))?$/
const grouped =
  /^(?<whole>\d{1,3}(?:(?<group>[.,'\u2019 ])\d{3})(?:\k<group>\d{3})*)(?:(?<mark>[.,])(?<fraction>\d*))?$/

/** @returns digits with at most one dot; `undefined` if the text has no or more than one meaning */
function readPasted(text: string, symbol = ''): string | undefined {
  const trimmed = toLatin(text).trim()
  const hasSymbol = symbol !== '' && trimmed.toLowerCase().endsWith(` ${symbol.toLowerCase()}`)
  const bare = hasSymbol ? trimmed.slice(0, -symbol.length).trim() : trimmed
  const { number = '', exponent = '0' } = withExponent.exec(bare)?.groups ?? {}
  const parts = readParts(number)
  if (!parts) return undefined
  const digits = parts.whole + parts.fraction
  const point = parts.whole.length + Number(exponent)
  if (digits === '' || Math.abs(point) > maxLength) return undefined
  const padded = digits.padEnd(point, '0')
  const written = point > 0 ? `${padded.slice(0, point)}.${padded.slice(point)}` : `0.${'0'.repeat(-point)}${padded}`
  const exact = written.replace(/^0+(?=\d)/, '').replace(/\.$/, '')
  return exact.length > maxLength ? undefined : exact
}

/** With two kinds of separators, the last one is that of the fraction. One comma before three digits means a thousand or a fraction. */
function readParts(number: string): { readonly whole: string; readonly fraction: string } | undefined {
  const { whole = '', mark, fraction = '' } = plain.exec(number)?.groups ?? {}
  if (plain.test(number)) {
    const isAmbiguous = mark === ',' && fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
    return isAmbiguous ? undefined : { whole, fraction }
  }
  const groups = grouped.exec(number)?.groups
  if (!groups || groups['group'] === groups['mark']) return undefined
  return { whole: (groups['whole'] ?? '').replaceAll(/\D/g, ''), fraction: groups['fraction'] ?? '' }
}

export type ReadAmount =
  | { readonly value: bigint }
  /** `precision`: more decimals than the currency has. */
  | { readonly problem: 'empty' | 'form' | 'precision' }

/** @param text from `enterAmount`; what is no amount is refused */
export function readAmount(text: string, decimals: number): ReadAmount {
  if (text === '') return { problem: 'empty' }
  const [, whole = '', fraction = ''] = text.length <= maxLength ? (/^(\d+)(?:\.(\d*))?$/.exec(text) ?? []) : []
  if (whole === '') return { problem: 'form' }
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > decimals) return { problem: 'precision' }
  return { value: BigInt(whole + significant.padEnd(decimals, '0')) }
}
