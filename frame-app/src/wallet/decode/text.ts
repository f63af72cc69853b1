/** Text of several lines that a stranger chose, to be read before it is signed. */
import { mixesScripts, toDisplayText } from '../../shared/format/display-text.ts'
import type { Fact, FactLabel, Warning } from './intent.ts'

const maxLines = 60
const maxLine = 400

/** Control characters but line ends and tabs, direction marks, what is invisible. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\u115f\u1160\u2800\u3164\uffa0]/u
const joinedEmoji = /\p{Extended_Pictographic}\ufe0f?\u200d/gu

/** The text as it may stand on the screen, and what has to be said of the difference. */
export function readLines(label: FactLabel, foreign: string): { fact: Fact; warnings: Warning[] } {
  const all = foreign.split(/\r\n|\n/)
  const shown = all.slice(0, maxLines).map((text) => toDisplayText(text.replaceAll('\t', ' '), { max: maxLine }))
  const warnings: Warning[] = []
  if (all.length > maxLines || all.some((text) => text.length > maxLine)) warnings.push('cutShort')
  if (hidden.test(foreign.replace(/[\n\r\t]/g, '').replace(joinedEmoji, ''))) warnings.push('hiddenText')
  if (mixesScripts(foreign.slice(0, 10_000))) warnings.push('mixedLetters')
  return { fact: { label, value: { type: 'lines', text: shown.join('\n') } }, warnings }
}

/** `undefined` for bytes that are no text: not UTF-8, or with control characters that no text has. */
export function readText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return /(?![\n\r\t])\p{Cc}/u.test(text) ? undefined : text
  } catch {
    return undefined
  }
}
