/**
 * Names that strangers chose (wallets, tokens, networks, apps) made safe to stand in a sentence of ours. Promises: one line, no
 * control or direction marks, nothing invisible, at most `max` characters.
 */

export interface DisplayTextOptions {
  max?: number | undefined
  fallback?: string | undefined
}

export function toDisplayText(foreign: string, { max = 48, fallback = '' }: DisplayTextOptions = {}): string {
  // The cut before normalising bounds the work: one character can grow to eighteen.
  const text = strip(strip(foreign.slice(0, max * 8)).normalize('NFKC'))
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

/** Letters of two scripts in one word, as in "Рaypal": the usual way to copy a name. Digits and marks count for neither. */
export function mixesScripts(text: string): boolean {
  return text.split(/[\s.-]+/u).some((word) => alphabets.filter((script) => script.test(word)).length > 1)
}

/** How to show a host name that the browser reported. It is always ASCII; `xn--` labels hide other letters. */
export function inspectHost(host: string): 'plain' | 'international' {
  return host.split('.').some((label) => label.startsWith('xn--')) ? 'international' : 'plain'
}

const alphabets = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u]

// Fillers are letters by category but draw nothing.
const fillers = /[\u115f\u1160\u2800\u3164\uffa0]/gu
const selectors = /[\ufe00-\ufe0e\u{e0100}-\u{e01ef}]/gu
const joinedEmoji = /(?<=\p{Extended_Pictographic}|\ufe0f)\u200d(?=\p{Extended_Pictographic})/u

function strip(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(fillers, '')
    .replace(selectors, '')
    .split(joinedEmoji)
    .map((part) => part.replace(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, ''))
    .join('\u200d')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
}
