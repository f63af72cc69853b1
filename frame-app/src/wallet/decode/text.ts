/**
 * Prepares foreign text that is shown before it is signed. Guarantee: the shown text equals the signed one, code point by code point;
 * otherwise there is a warning. Line ends may be of either kind, a tab is shown as a space, and more than eight spaces as eight.
 */
import { mixesScripts, toVisible } from '../../shared/format/display-text.ts'
import type { Fact, FactLabel, Warning } from './intent.ts'

const maxLines = 60
const maxLine = 400
/** More spaces could push the following text out of sight. */
const manySpaces = /(\p{Zs}{8})\p{Zs}+/gu

export interface ReadText {
  readonly fact: Fact
  readonly warnings: readonly Warning[]
}

/** One line of at most `max` code points, or several lines if the text has several. */
export function readLine(label: FactLabel, signed: string, max: number): ReadText {
  if (signed.includes('\n')) return readLines(label, signed)
  const [text, warnings] = read([signed], { lines: 1, line: max })
  return { fact: { label, value: { type: 'text', text: text || '–' } }, warnings }
}

export function readLines(label: FactLabel, signed: string): ReadText {
  const [text, warnings] = read(signed.split(/\r\n|\n/), { lines: maxLines, line: maxLine })
  return { fact: { label, value: { type: 'lines', text } }, warnings }
}

function read(
  signed: readonly string[],
  most: { lines: number; line: number },
): [text: string, warnings: readonly Warning[]] {
  const visible = signed.map((line) => toVisible(line).replace(manySpaces, '$1'))
  const lines = visible.slice(0, most.lines)
  const shown = lines.map((line) => cut(line, most.line))
  const warnings: Warning[] = []
  if (visible.length > lines.length || shown.some((line, index) => line !== lines[index])) warnings.push('cutShort')
  if (visible.some((line, index) => line !== signed[index]?.replaceAll('\t', ' '))) warnings.push('hiddenText')
  if (mixesScripts(signed.join('\n').slice(0, 10_000))) warnings.push('mixedLetters')
  return [shown.join('\n'), warnings]
}

/** @param max in code points */
function cut(line: string, max: number): string {
  const characters = Array.from(line)
  return characters.length <= max ? line : `${characters.slice(0, max - 1).join('')}…`
}

/** `undefined` for bytes that are not text: not UTF-8, or with control characters. */
export function readText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return /(?![\n\r\t])\p{Cc}/u.test(text) ? undefined : text
  } catch {
    return undefined
  }
}
