/** Bytes as text, if they are text. Characters that reorder or hide other characters are spelled out. */
import type { Hex } from '../../parse.ts'

/** C0/C1 controls except tab and newline, zero-width and bidirectional controls, the byte order mark, tag characters. */
const invisible = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

export function toReadable(bytes: Hex): string | undefined {
  const raw = Uint8Array.from(bytes.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw)
    if (text.includes('\0')) return undefined
    return spellOut(text)
  } catch {
    return undefined
  }
}

/** Spells out characters by which a foreign text could imitate another. */
export const spellOut = (text: string): string =>
  text.replace(invisible, (char) => (char === '\n' || char === '\t' ? char : spell(char)))

const spell = (char: string) => `[U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
