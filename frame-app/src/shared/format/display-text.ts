/**
 * Makes foreign names (wallets, tokens, networks, apps) safe to use in our own sentences. Guarantees: one line, no control or
 * direction marks, nothing invisible, at most `max` characters.
 */

export interface DisplayTextOptions {
  max?: number | undefined
  fallback?: string | undefined
}

export function toDisplayText(foreign: string, { max = 48, fallback = '' }: DisplayTextOptions = {}): string {
  // Cutting before NFKC limits the work: one character can become eighteen.
  const text = toVisible(toVisible(foreign.slice(0, max * 8)).normalize('NFKC'))
    .replace(/\s+/gu, ' ')
    .trim()
  const characters = Array.from(text)
  if (characters.length === 0) return fallback
  if (characters.length <= max) return text
  return `${characters
    .slice(0, max - 1)
    .join('')
    .trimEnd()}…`
}

/** Whether a word contains letters of two scripts, as in "Рaypal", the usual way to imitate a name. Digits and marks are ignored. */
export function mixesScripts(text: string): boolean {
  return text.split(/[\s.-]+/u).some((word) => alphabets.filter((script) => script.test(word)).length > 1)
}

/** How to show a host name that the browser reported. It is always ASCII; `xn--` labels hide other letters. */
export function inspectHost(host: string): 'plain' | 'international' {
  return host.split('.').some((label) => label.startsWith('xn--')) ? 'international' : 'plain'
}

const alphabets = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u]

/**
 * Group 1 is kept: invisible parts of emoji (variation selector, also of a keycap, and the joiner between two emoji). The rest is
 * removed: default-ignorable code points, the blank Braille pattern, format controls, surrogates, private and unassigned code points,
 * and characters that fonts leave blank although Unicode does not say so (joiners and fillers of old scripts, the object replacement
 * character, a note without a head).
 */
const unseen =
  /((?<=\p{ExtPict})\ufe0f|(?<=[0-9#*])\ufe0f(?=\u20e3)|(?<=\p{ExtPict}[\ufe0f\p{EMod}]?)\u200d(?=\p{ExtPict}))|[\p{DI}\u2800\u2d7f\ufffc\u{1107f}\u{11a47}\u{11a99}\u{13441}\u{13442}\u{16fe4}\u{1d159}\u{1da9b}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu

/** Replaces control characters and line ends by spaces, removes invisible characters, and keeps at most two combining marks in a row. */
export const toVisible = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(unseen, '$1')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
