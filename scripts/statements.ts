/**
 * `npm run statements`: writes docs/specification.md, the statements of the specification with the tests that prove them or the decisions
 * that rule them, from `docs/support/statements.ts`; and the index of the decisions, from their headings. `-- --check` only compares, and
 * exits with 1 if a page is stale.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Evidence, sections } from '../docs/support/statements.ts'

const root = resolve(import.meta.dirname, '..')
const pages = { 'docs/specification.md': write, 'docs/decisions/README.md': writeIndex }

const texts = new Map<string, string>()
function textOf(file: string): string {
  const path = resolve(root, file)
  const text = texts.get(file) ?? (existsSync(path) ? readFileSync(path, 'utf8').replaceAll("\\'", "'") : '')
  texts.set(file, text)
  return text
}

/**
 * Whether the evidence exists: `<test file> › <title>`, as it is written in the file, with `…` for any part of it, or `<document> ›
 * <heading>`. Says nothing about what the test proves.
 */
export function isThere(evidence: Evidence): boolean {
  const [file = '', title = ''] = evidence.split(' › ')
  if (title === '') return false
  if (file.endsWith('.md')) return textOf(file).split('\n').includes(`## ${title}`)
  const quoted = ["'", '"', '`'].map((quote) => `${quote}${title}${quote}`.split('…'))
  return textOf(file)
    .split('\n')
    .some((line) => quoted.some((parts) => hasInOrder(line, parts)))
}

/** Whether the text has all parts, each after the one before. */
function hasInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0
  for (const part of parts) {
    const at = text.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return true
}

const inCell = (text: string) => text.replaceAll('|', '\\|')

function toCell(evidence: Evidence): string {
  const [file = '', title = ''] = evidence.split(' › ')
  if (!file.endsWith('.md')) return inCell(`\`${file}\`: ${title}`)
  return inCell(toLink(file.replace('docs/', ''), title))
}

/** The anchor that GitHub gives a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')

const toLink = (file: string, heading: string) => `[${heading}](${file}#${anchorOf(heading)})`

export function write(): string {
  const tables = sections.flatMap(({ title, rows }) => [
    `## ${title}`,
    '',
    '| statement | proof, or decision |',
    '|---|---|',
    ...rows.map(([statement, ...evidence]) => `| ${inCell(statement)} | ${evidence.map(toCell).join('<br>')} |`),
    '',
  ])
  return [
    '# The specification, statement by statement',
    '',
    'Written by `npm run statements` from `docs/support/statements.ts`. Each row is one statement with a name, a number or a text, and the',
    'tests that prove it. A link leads to the decision why it is done in another way, or not at all. A test fails if a row names nothing that',
    'exists.',
    '',
    ...tables,
  ].join('\n')
}

const areas = ['wire', 'sdk', 'connecting', 'modal', 'approvals', 'custody', 'service', 'build']

/** The index of the decisions: their headings, by area. */
export function writeIndex(): string {
  const lists = areas.flatMap((area) => {
    const [title = '', ...headings] = [...textOf(`docs/decisions/${area}.md`).matchAll(/^##? (.+)$/gm)].map(
      ([, text = '']) => text,
    )
    return [
      `## ${title.replace('Decisions: the', 'The').replace('Decisions: ', '')}`,
      '',
      ...headings.map((it) => `* ${toLink(`${area}.md`, it)}`),
      '',
    ]
  })
  return [
    '# Decisions',
    '',
    'What differs from the obvious choice, from our first design, from the [specification](../specification.md) or from AppKit, whose behaviour',
    'the specification describes: what we do, why, and what we rejected. `npm run statements` writes this index from the headings.',
    '',
    ...lists,
  ].join('\n')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const [file, write] of Object.entries(pages)) {
    const path = resolve(root, file)
    if (!process.argv.includes('--check')) writeFileSync(path, write())
    else if (readFileSync(path, 'utf8') !== write()) {
      process.stderr.write(`stale: ${file}\n`)
      process.exitCode = 1
    }
  }
}
