/** The threat table of `docs/threat-model.md`, from the registry and the texts in `threats.ts`. */
import { renewParts } from './marks.ts'
import { pathOfProof } from './registry/case.ts'
import { registry } from './registry.ts'
import { actors, assets, subjects, type Threat, threats } from './threats.ts'

export const document = 'docs/threat-model.md'

/** The document with its generated parts updated; the rest is written by hand. */
export const renew = (text: string): string =>
  renewParts(document, text, 'npm run attack:docs', {
    actors: listOf(actors),
    assets: listOf(assets),
    threats: threatTable(),
    subjects: subjectTable(),
  })

export function threatTable(): string {
  const rows = registry.flatMap(({ id, title, defence, proof, needs }) => {
    const threat = threats[id as keyof typeof threats] // as: a test checks that both lists are equal
    if (!threat) return []
    const { by, against, remains } = threat
    const waits =
      needs === undefined ? '' : `<br>**${proof.length === 0 ? 'Not built yet' : 'Partly'}**: waits for ${needs}.`
    const what = `${title}<br>${by.join(', ')} → ${against.join(', ')}${waits}`
    const where = defence.map(linkToPlace).join(', ')
    const defended = where ? `${threat.defence}<br>${where}` : threat.defence
    return [[id, what, defended, proofOf(threat, proof), remains]]
  })
  const header = ['', 'threat: by → against', 'what defends, and where', 'shown by', 'what remains']
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const subjectTable = (): string =>
  ['| subject | cases |', '| --- | --- |']
    .concat(Object.entries(subjects).map(([subject, cases]) => `| ${subject} | ${cases.join(', ')} |`))
    .join('\n')

const proofOf = ({ cases }: Threat, proof: readonly string[]): string =>
  [...cases, ...proof.map((file) => `[${nameOf(file)}](../${pathOfProof(file)})`)].join(', ') || '–'

function linkToPlace(place: string): string {
  const [file = '', name = ''] = place.split('#')
  return `[${nameOf(file)}](../${file}) \`${name}\``
}

const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1)

const listOf = (table: Readonly<Record<string, string>>): string =>
  Object.entries(table)
    .map(([id, text]) => `* **${id}** ${text}`)
    .join('\n')
