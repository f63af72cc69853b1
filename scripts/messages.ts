/** Tools for the ICU message catalogues: parses messages at build time (plain texts stay strings) and makes the pseudo-locale. */
import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser'

export type CompiledCatalogue = Record<string, string | MessageFormatElement[]>

const literal = 0

export function compileCatalogue(texts: Record<string, string>): CompiledCatalogue {
  return Object.fromEntries(Object.entries(texts).map(([key, icu]) => [key, flatten(parse(icu, { ignoreTag: true }))]))
}

/**
 * Adds accents to the literal text of an ICU message and lengthens it by about 40 %; arguments, plurals and selects
 * keep working.
 */
export function toPseudo(icu: string): string {
  const accented = Array.from(icu)
    .map((character, index) => (depthAt(icu, index) === 0 ? (accents.get(character) ?? character) : character))
    .join('')
  return `⟦${accented}${' ·'.repeat(Math.ceil(icu.length / 6))}⟧`
}

const plain = 'aceilnorsuyACEILNORSUY'
const marked = 'åçéîļñöŕšûýÅÇÉÎĻÑÖŔŠÛÝ'
const accents = new Map(Array.from(plain).map((character, index) => [character, marked[index] ?? character]))

function depthAt(text: string, end: number): number {
  let depth = 0
  for (let index = 0; index <= end; index++) {
    if (text[index] === '{') depth++
    if (text[index] === '}' && index < end) depth--
  }
  return depth
}

function flatten(tree: MessageFormatElement[]): string | MessageFormatElement[] {
  if (tree.length === 0) return ''
  const [only] = tree
  return tree.length === 1 && only?.type === literal ? only.value : tree
}
