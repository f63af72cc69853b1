/** The tables of `docs/custody.md`, from the registry. Written by `npm run attack:docs`. */
import { renewParts } from '../attack/marks.ts'
import { type Entry, registry } from './registry.ts'

export const document = 'docs/custody.md'

export const renew = (text: string): string =>
  renewParts(document, text, 'npm run attack:docs', { attacks: table('A'), faults: table('F') })

function table(kind: 'A' | 'F'): string {
  const rows = registry.filter(({ id }) => id.startsWith(kind)).map(rowOf)
  const header = ['', kind === 'A' ? 'attack' : 'fault', 'what holds', 'shown by']
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function rowOf({ id, title, holds, proof, corpus = [], needs }: Entry): readonly string[] {
  const isOpen = proof.length + corpus.length === 0
  const waits = needs === undefined ? '' : `<br>**${isOpen ? 'Not shown yet' : 'Partly'}**: waits for ${needs}.`
  const links = proof.map((file) => `[${file.slice(file.lastIndexOf('/') + 1)}](../${file})`)
  return [id, `${title}${waits}`, holds, [...corpus, ...links].join(', ') || '–']
}
