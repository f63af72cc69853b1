/** Every example of the guides works as it stands: code compiles, data is accepted, commands exist. */
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ConfigFile } from '../../service/src/config/file.ts'
import { root, type Snippet, snippets, snippetsIn, toModule } from './snippets.ts'

const of = (...kinds: readonly string[]) => snippets.filter(({ kind }) => kinds.includes(kind))
const run = promisify(execFile)

/** What the compiler says, with the place in the guide instead of the file. */
async function compile(code: readonly Snippet[]): Promise<string> {
  const folder = resolve(root, 'dist/snippets')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const files = code.map((snippet, index) => {
    const file = join(folder, `${index}.${snippet.kind}`)
    writeFileSync(file, toModule(snippet))
    return file
  })
  const project = join(folder, 'tsconfig.json')
  writeFileSync(
    project,
    JSON.stringify({
      extends: resolve(root, 'tsconfig.json'),
      compilerOptions: { noUnusedLocals: false, noUnusedParameters: false },
      include: [],
      exclude: [],
      files: [...files, ...['context.d.ts', 'rainbowkit.d.ts'].map((name) => resolve(import.meta.dirname, name))],
    }),
  )
  const { stdout } = await run(resolve(root, 'node_modules/.bin/tsc'), ['-p', project, '--pretty', 'false'], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error)
  return stdout.replace(
    /^(\d+)\.tsx?\((\d+)/gm,
    (_, index: string, line: string) => `${code[Number(index)]?.place} +${line}`,
  )
}

test('all guides are read', () => {
  const names = new Set(snippets.map(({ place }) => place.replace(/:\d+$/, '')))
  for (const name of ['README.md', 'docs/embedding.md', 'docs/hosting.md', 'host-sdk/README.md', 'examples/README.md'])
    expect(names).toContain(name)
  const known = ['ts', 'tsx', 'html', 'json', 'jsonc', 'sh', 'http', 'diff', 'mermaid']
  expect([...new Set(snippets.map(({ kind }) => kind))].filter((kind) => !known.includes(kind))).toEqual([])
})

test('code compiles against the types of the package', { timeout: 120_000 }, async () => {
  expect(of('ts', 'tsx').length).toBeGreaterThan(20)
  expect(await compile(of('ts', 'tsx'))).toBe('')
})

test('code with an option or a name that is none does not', { timeout: 120_000 }, async () => {
  const wrong = snippetsIn(
    'guide.md',
    [
      "```ts\nimport { createAirlock } from '@airlock/host-sdk'\ncreateAirlock({ ..., themMode: 'dark' })\n```",
      "```ts\nimport { useNothing } from '@airlock/host-sdk/react'\n```",
      '```ts\nairlock.opne()\n```',
    ].join('\n\n'),
  )
  const said = await compile(wrong)
  for (const part of ['guide.md:1 +2', 'themMode', 'guide.md:6 +1', 'useNothing', 'guide.md:10 +1', 'opne'])
    expect(said).toContain(part)
})

test.each(of('json').map(({ place, text }) => [place, text]))('%s is accepted', (_, text) => {
  const data: unknown = JSON.parse(text)
  if (Array.isArray(data)) z.parse(z.array(ProjectRecord), data)
  else if (typeof data === 'object' && data !== null && 'projectId' in data) z.parse(ProjectRecord, data)
  else z.parse(z.partial(ConfigFile), data)
})

test('JSON with comments is JSON', () => {
  for (const { text } of of('jsonc')) expect(JSON.parse(text.replace(/\/\/.*$/gm, ''))).toBeTypeOf('object')
})

test('a script tag has only attributes that the script reads', () => {
  const source = readFileSync(resolve(root, 'host-sdk/src/tag/attributes.ts'), 'utf8')
  const names = [...source.matchAll(/^ {2}(\w+)(?:: (?:text|flag|list|json))?,$/gm)].map(([, name = '']) => name)
  expect(names).toContain('projectId')
  const known = new Set(names.map((name) => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`))
  const tags = of('html').flatMap(({ text }) => [...text.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag))
  expect(tags.length).toBeGreaterThan(0)
  for (const tag of tags)
    expect([...tag.matchAll(/\bdata-[\w-]+/g)].map(([name]) => name).filter((name) => !known.has(name))).toEqual([])
})

test('the program has every command that a guide names, and the packages have these names', () => {
  const source = readFileSync(resolve(root, 'service/src/cli/run.ts'), 'utf8')
  const commands = [...source.matchAll(/^ {2}(\w+): \['/gm)].map(([, name]) => name)
  expect(commands).toContain('start')
  for (const { place, text } of snippets.filter(({ kind }) => kind === 'sh'))
    for (const [, name] of text.matchAll(/\bairlock ([a-z]+)/g)) expect(commands, place).toContain(name)
  const packed = ['dist/pack/airlock-host-sdk-0.1.0.tgz', 'dist/service/airlock-service-0.1.0.tgz']
  for (const { place, text } of of('sh'))
    for (const [, path] of text.matchAll(/(dist\/\S+\.tgz)/g)) expect(packed, place).toContain(path)
})
