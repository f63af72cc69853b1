/** What the documents point at is there: files, and commands. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const documents = ['.', 'docs', 'protocol', 'e2e', 'service', 'host-sdk', 'frame-app', 'examples'].flatMap((folder) =>
  readdirSync(resolve(root, folder))
    .filter((name) => name.endsWith('.md') && name !== 'THIRD-PARTY-NOTICES.md')
    .map((name) => resolve(root, folder, name)),
)
const scriptsIn = (folder: string) =>
  (JSON.parse(readFileSync(resolve(root, folder, 'package.json'), 'utf8')) as { scripts: object }).scripts // our own file
const scripts = scriptsIn('.')
/** Each example has these scripts of its own. */
const ofExamples = { build: '', ...scriptsIn('examples/vanilla-script-tag') }

test.each(documents.map((path) => [relative(root, path), path]))('%s points at what exists', (_, path) => {
  const text = readFileSync(path, 'utf8')
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link]) => link ?? '')
  expect(links.filter((link) => !existsSync(resolve(dirname(path), link)))).toEqual([])
  const commands = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name ?? '')
  const known = path.includes('/examples/') ? { ...scripts, ...ofExamples } : scripts
  expect(commands.filter((name) => !Object.hasOwn(known, name))).toEqual([])
  if (path.endsWith('extending.md')) return // its files are to be made; `extending.test.ts` makes them
  const folders = 'docs|e2e|frame-app|host-sdk|protocol|scripts|service'
  const named = [...text.matchAll(new RegExp(`\`((?:${folders})/[\\w/.-]+)\``, 'g'))].map(([, file]) => file ?? '')
  const isThere = (file: string) => [root, dirname(path)].some((from) => existsSync(resolve(from, file)))
  expect(named.filter((file) => !isThere(file))).toEqual([])
})

test('the documents are found', () => {
  expect(documents.map((path) => relative(root, path))).toEqual(
    expect.arrayContaining(['README.md', 'SECURITY.md', 'docs/threat-model.md', 'protocol/README.md']),
  )
})
