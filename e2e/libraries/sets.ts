/** Installs the libraries, each set with its own lock file, and builds their pages with the packed SDK. Also the steps of other sets. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { build } from 'vite'
import { libraries, pathOf } from './libraries.ts'

const here = import.meta.dirname
const root = resolve(here, '../..')
export const built = join(root, 'dist/libraries')

const sets = [...new Set(libraries.map(({ set }) => set))]
const folderOf = (set: string) => join(here, 'sets', set)

/** @throws if a set cannot be installed or a page does not compile */
export async function prepare(): Promise<void> {
  const stamp = join(built, 'inputs')
  const inputs = hashOf([
    join(root, 'host-sdk/dist'),
    join(here, 'pages'),
    join(here, 'sets.ts'),
    join(here, 'libraries.ts'),
    ...sets.map((set) => join(folderOf(set), 'package-lock.json')),
  ])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return
  rmSync(built, { recursive: true, force: true })
  for (const set of sets) {
    installSet(folderOf(set))
    await buildPages(set)
  }
  writeFileSync(stamp, inputs)
}

/** With the peers that npm adds by itself, so that a set which people could not install fails here too. */
export function installSet(folder: string, left: readonly string[] = ['--omit=optional']): void {
  const mark = join(folder, 'node_modules/.locked')
  const lock = hashOf([join(folder, 'package-lock.json')])
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return
  console.log(`installs ${basename(folder)}`)
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  // A build before it has set NODE_ENV to production, for which npm leaves out the types.
  runTool('npm', ['ci', '--ignore-scripts', '--include=dev', ...left, ...quiet], folder)
  writeFileSync(mark, lock)
}

/** The pages are copied beside the libraries, so that the compiler and the bundler find them as in any app. */
async function buildPages(set: string): Promise<void> {
  const folder = folderOf(set)
  const sources = join(folder, 'dist')
  replaceFolder(join(here, 'pages'), sources)
  replaceFolder(join(root, 'host-sdk/dist'), join(folder, 'node_modules/@airlock/host-sdk'))
  const own = libraries.filter((library) => library.set === set)
  compile(sources, [...new Set(own.map(({ page }) => page))])
  for (const library of own) {
    const name = pathOf(library).replace(/^.*\//, '')
    writeFileSync(join(sources, name), libraryDocument(library.page))
    await bundle(sources, name, join(built, set))
  }
}

function compile(folder: string, files: readonly string[]): void {
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: join(here, 'tsconfig.page.json'), files }))
  runTool(join(root, 'node_modules/.bin/tsc'), ['-p', folder], folder)
}

const bundle = (folder: string, page: string, outDir: string) =>
  build({
    configFile: false,
    root: folder,
    base: './',
    logLevel: 'error',
    build: {
      target: 'es2022',
      outDir,
      emptyOutDir: false,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: { input: join(folder, page) },
    },
  })

export const libraryDocument = (script: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${script}</title>
    <script type="module" src="./${script}"></script>
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>
`

export function replaceFolder(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true })
}

export function runTool(command: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status} in ${cwd}`)
}

export function hashOf(places: readonly string[]): string {
  const hash = createHash('sha256')
  for (const place of places) for (const file of filesAt(place)) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

function filesAt(place: string): string[] {
  if (!existsSync(place)) throw new Error(`${place} is missing: run npm run build`)
  if (!statSync(place).isDirectory()) return [place]
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
