/** The package as it would be published: its shape, its types, its API, and its side effects on import. */
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sdkVersion } from '../../host-sdk/src/options.ts'
import { entries, fileOf } from './entries.ts'
import { packageJson, workspace } from './manifest.ts'
import { folder, readPacked, root, standIns, tarball } from './packed.ts'

const run = promisify(execFile)
const bytes = new Uint8Array(readFileSync(tarball))

const beside = join(folder, 'node_modules')
beforeAll(() => {
  rmSync(beside, { recursive: true, force: true })
  mkdirSync(beside)
  for (const [peer, installed] of standIns) symlinkSync(join(root, 'node_modules', installed), join(beside, peer))
})
afterAll(() => rmSync(beside, { recursive: true }))

test('the shape of the package has nothing to improve', async () => {
  expect(await publint({ strict: true, pack: { tarball: bytes.buffer } })).toMatchObject({ messages: [] })
})

test('every entry has types, for every way in which a module finds them', async () => {
  const result = await checkPackage(createPackageFromTarballData(bytes))
  if (!result.types) throw new Error('the package has no types')
  expect(Object.keys(result.entrypoints)).toEqual(expect.arrayContaining(entries.map(({ name }) => name)))
  // The package has no `require` form, and none for resolvers that do not read export maps.
  const problems = result.problems.filter(
    (problem) =>
      problem.kind !== 'CJSResolvesToESM' &&
      !(
        'resolutionKind' in problem &&
        (problem.resolutionKind === 'node10' || problem.resolutionKind === 'node16-cjs')
      ),
  )
  expect(problems).toEqual([])
})

test('nothing has to be installed with it, and nothing but an owner’s peer can be', () => {
  const manifest = JSON.parse(packageJson()) as Record<string, object | undefined>
  for (const field of ['private', 'dependencies', 'devDependencies', 'optionalDependencies', 'scripts'])
    expect(manifest).not.toHaveProperty(field)
  const { peerDependencies = {}, peerDependenciesMeta = {} } = manifest
  expect(peerDependenciesMeta).toEqual(
    Object.fromEntries(Object.keys(peerDependencies).map((peer) => [peer, { optional: true }])),
  )
  expect(readPacked('package.json')).toBe(packageJson())
})

test('the SDK tells the frame the version of the package', () => {
  expect(sdkVersion).toBe(workspace().version)
})

test('assignments to an element are in the shipped file too, although the build drops unread schemas', () => {
  const core = readdirSync(join(folder, 'parts'))
    .map((part) => readPacked(`parts/${part}`))
    .join()
  expect(core + readPacked('index.js')).toMatch(/\bparagraph\.role = "status"/)
  expect(readPacked('elements.js')).toMatch(/\.append\(this\.#label, this\.#detail\)/)
})

/**
 * Vite 5 rewrites `const { a } = await import(…)`, and then applies a `.then` behind it a second time, to their own result. The bundler adds
 * one where it has put a module among others.
 */
test('no import is taken apart before it has gone through `then`', () => {
  const wrong = /\}\s*=\s*await import\([^)]*\)\s*\.then/
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((file) => wrong.test(readPacked(file)))).toEqual([])
})

test('no declaration needs another package than a peer', () => {
  for (const { peers = {}, ...entry } of entries) {
    const text = readPacked(`${fileOf(entry)}.d.ts`)
    const imported = [...text.matchAll(/\b(?:from|import\()\s*['"]([^'"]+)/g)].map(([, name = '']) => name)
    const allowed = [workspace().name, ...Object.keys(peers)]
    expect(imported.filter((name) => !allowed.some((one) => name === one || name.startsWith(`${one}/`)))).toEqual([])
    expect(text).not.toMatch(/\bzod\b|@airlock\/protocol/)
  }
})

test('an entry for the browser says so in its first line, as server components require', () => {
  expect(entries.filter(({ isClient }) => isClient)).not.toEqual([])
  for (const entry of entries)
    expect(/^['"]use client['"];?\n/.test(readPacked(`${fileOf(entry)}.js`))).toBe(entry.isClient === true)
})

test.each(entries)('$name leaves its peers outside, and has no other package outside', (entry) => {
  const seen = new Set<string>()
  const outside = new Set<string>()
  const read = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const [, name = ''] of readPacked(file).matchAll(/\b(?:from|import)\s*\(?\s*"([^"\s]+)"/g))
      if (name.startsWith('.')) read(join(file, '..', name))
      else outside.add(/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
  }
  read(`${fileOf(entry)}.js`)
  const { types = [] } = entry
  expect([...outside].sort()).toEqual(
    Object.keys(entry.peers ?? {})
      .filter((peer) => !types.includes(peer))
      .sort(),
  )
})

test('the API is the one that was reviewed; `npm run api` takes over a change', () => {
  const report = (place: string) => readFileSync(join(root, place, 'report.md'), 'utf8')
  expect(report('dist/pack/types/api')).toBe(report('host-sdk/api'))
})

const byCode = (a: string, b: string) => (a < b ? -1 : 1)
const importer = join(import.meta.dirname, 'import-entry.mjs')
async function importAlone(url: string, peers: readonly string[] = []): Promise<unknown> {
  const { stdout } = await run(process.execPath, ['--experimental-import-meta-resolve', importer, url, ...peers])
  return JSON.parse(stdout)
}

/** Names of the values that the declarations of a file export. */
function valuesOf(file: string): Set<string> {
  const text = readPacked(`${file}.d.ts`)
  const within = (path: string) => valuesOf(path.slice(1).replaceAll('/', '-') || 'index')
  // A name that is also a browser global is declared under another name and renamed.
  const declared = text.matchAll(
    /^export (?:declare (?:abstract )?(?:function|class|const|let|enum) (\w+)|\{ \w+ as (\w+) \})/gm,
  )
  const names = [...declared].map(([, name = '', renamed = name]) => renamed)
  for (const [, path = ''] of text.matchAll(/^export \* from ['"]@airlock\/host-sdk([^'"]*)/gm))
    names.push(...within(path))
  // The name may be a type in the other entry.
  for (const [, name = '', path = ''] of text.matchAll(/^import \{ (\w+) \} from ['"]@airlock\/host-sdk([^'"]*)/gm))
    if (text.includes(`export { ${name} }`) && within(path).has(name)) names.push(name)
  return new Set(names)
}

test.each(entries)('$name exports what its types say, and importing it changes nothing', async (entry) => {
  const file = fileOf(entry)
  const url = pathToFileURL(join(folder, `${file}.js`)).href
  expect(await importAlone(url, Object.keys(entry.peers ?? {}))).toEqual({
    exported: [...valuesOf(file)].sort(byCode),
    changed: [],
  })
})

const left: readonly (readonly [code: string, trace: RegExp])[] = [
  ['globalThis.left = 1', /^globalThis\.left is new$/],
  ['Array.prototype.left = 1', /Array\.prototype\.left is new$/],
  ['JSON.parse = () => 1', /^globalThis\.JSON\.parse has changed$/],
  ['Object.freeze(Promise)', /^globalThis\.Promise was sealed$/],
  ['delete Array.prototype.at', /Array\.prototype\.at is gone$/],
  ['process.env.LEFT = "1"', /^the environment$/],
  ['const timer = setInterval(() => clearInterval(timer), 10)', /Timeout/],
  ['process.once("exit", () => {})', /"exit",1/],
]

test('all side effects of an import are found', async () => {
  const code = left.map(([line]) => line).join('\n')
  const { changed } = (await importAlone(`data:text/javascript,${encodeURIComponent(code)}`)) as { changed: string[] }
  for (const [, trace] of left) expect(changed).toContainEqual(expect.stringMatching(trace))
})
