/** The guides name files and commands that exist, and their tables are those of the code. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { facts } from '@airlock/protocol/contracts/analytics-facts.ts'
import { expect, test } from 'vitest'
import { managers, sets } from '../e2e/installs/table.ts'
import { expectedResults, writeMatrix } from '../e2e/matrix/table.ts'
import { groups } from '../frame-app/src/shared/i18n/locked.ts'
import { names, read as readEvents, renew } from '../scripts/events-docs.ts'
import { anchorOf, isThere, write, writeIndex } from '../scripts/statements.ts'
import { sections } from './support/statements.ts'

const root = resolve(import.meta.dirname, '..')
const documents = [
  '.',
  'docs',
  'docs/decisions',
  'protocol',
  'e2e',
  'service',
  'host-sdk',
  'frame-app',
  'examples',
].flatMap((folder) =>
  readdirSync(resolve(root, folder))
    .filter((name) => name.endsWith('.md') && name !== 'THIRD-PARTY-NOTICES.md')
    .map((name) => resolve(root, folder, name)),
)
const scriptsIn = (folder: string) =>
  (JSON.parse(readFileSync(resolve(root, folder, 'package.json'), 'utf8')) as { scripts: object }).scripts // our own file
const scripts = scriptsIn('.')
/** Each example has these scripts of its own. */
const ofExamples = { build: '', ...scriptsIn('examples/vanilla-script-tag') }

const anchorsIn = (path: string) =>
  [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

test.each(documents.map((path) => [relative(root, path), path]))('%s points at what exists', (_, path) => {
  const text = readFileSync(path, 'utf8')
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link]) => link ?? '')
  expect(links.filter((link) => !existsSync(resolve(dirname(path), link)))).toEqual([])
  const anchors = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)]
  expect(
    anchors.filter(([, file, anchor]) => !anchorsIn(file ? resolve(dirname(path), file) : path).includes(anchor ?? '')),
  ).toEqual([])
  const commands = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name ?? '')
  const known = path.includes('/examples/') ? { ...scripts, ...ofExamples } : scripts
  expect(commands.filter((name) => !Object.hasOwn(known, name))).toEqual([])
  const folders = 'docs|e2e|frame-app|host-sdk|protocol|scripts|service'
  const named = [...text.matchAll(new RegExp(`\`((?:${folders})/[\\w/.-]+)\``, 'g'))].map(([, file]) => file ?? '')
  // The recipes of `extending.md` make these; `extending.test.ts` does so.
  const made = [...text.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, file]) => file)
  const isThere = (file: string) =>
    made.includes(file) || [root, dirname(path)].some((from) => existsSync(resolve(from, file)))
  expect(named.filter((file) => !isThere(file))).toEqual([])
})

test('the documents are found', () => {
  expect(documents.map((path) => relative(root, path))).toEqual(
    expect.arrayContaining(['README.md', 'SECURITY.md', 'docs/threat-model.md', 'protocol/README.md']),
  )
})

const read = (guide: string) => readFileSync(resolve(import.meta.dirname, guide), 'utf8')

// The same policies, with what they send and what becomes of them.
test('the guide lists exactly the policies that are tested; `npm run matrix` writes it', () => {
  const guide = read('csp.md')
  expect(guide).toBe(writeMatrix(guide, expectedResults()))
})

// Every set by every package manager, as a run of all wrote it.
test('the table of installs has a result in each cell, and all are fine; `npm run installs` writes it', () => {
  const [, table = ''] = read('installs.md').split('<!-- table -->\n')
  const [head = '', , ...rows] = table
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    )
  expect(head).toEqual(['', ...managers.map(({ name }) => name)])
  expect(rows.map(([name]) => name)).toEqual(sets.map(({ name }) => name))
  for (const [name, ...cells] of rows)
    expect(cells, name).toEqual(managers.map(() => expect.stringMatching(/^ok, \d+ s$/) as unknown))
})

// The texts that a page cannot replace.
test('the documented keys are the locked ones', () => {
  const [, table = ''] = /^\| locked \| groups and keys \|\n(.*?)\n\n/ms.exec(read('embedding.md')) ?? []
  const documented = [...table.matchAll(/`([^`]+)`/g)].map(([, key]) => key)
  const locked = Object.entries(groups).flatMap(([group, rule]) =>
    rule === 'free' ? [] : rule === 'locked' ? [`${group}.`] : rule.locked,
  )
  expect(documented.toSorted()).toEqual(locked.toSorted())
})

// Every statement of the specification has a proof or a ruling.
test('the statements of the specification name tests and decisions that exist', () => {
  const named = sections.flatMap(({ rows }) => rows.flatMap(([, ...evidence]) => evidence))
  expect(named.filter((evidence) => !isThere(evidence))).toEqual([])
  expect(isThere('docs/decisions/wire.md › No such heading')).toBe(false)
  expect(isThere('docs/guides.test.ts › no such title')).toBe(false)
  expect(isThere('docs/absent.test.ts › the documented keys are the locked ones')).toBe(false)
})

test('the page of the statements is that of the table; `npm run statements` writes it', () => {
  expect(read('specification.md')).toBe(write())
})

test('the index of the decisions has the headings of all areas; `npm run statements` writes it', () => {
  expect(read('decisions/README.md')).toBe(writeIndex())
  const files = readdirSync(resolve(root, 'docs/decisions')).filter((name) => name !== 'README.md')
  expect(files.filter((name) => !read('decisions/README.md').includes(`](${name}#`))).toEqual([])
})

test('the table in docs/analytics.md is that of the schemas', () => {
  expect(renew(readEvents())).toBe(readEvents())
  expect(() => renew('no marks')).toThrow('marks')
})

const modal = resolve(root, 'frame-app/src/modal')
const sources = readdirSync(modal, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .map((file) => readFileSync(join(modal, file), 'utf8'))

test.each(names)('%s is sent by the modal if the table says so', (name) => {
  const isSent = sources.some((text) => text.includes(`track(context, '${name}'`) || text.includes(`name: '${name}'`))
  expect(isSent).toBe(!('absent' in facts[name]))
})
