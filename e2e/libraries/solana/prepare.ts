/** Installs the Solana libraries with their lock file, and builds their pages with the packed SDK into `dist/libraries/solana`. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'

const here = import.meta.dirname
const root = resolve(here, '../../..')
const sources = join(here, 'page')
const packed = join(root, 'host-sdk/dist')
const lock = join(here, 'package-lock.json')

const pages = ['wallet-adapter', 'standards'] as const
export const builtSolana = join(root, 'dist/libraries/solana')

/** @throws if the libraries cannot be installed or a page does not compile */
export async function prepareSolana(): Promise<void> {
  const stamp = join(builtSolana, 'inputs')
  const inputs = hashOf([packed, sources, join(here, 'prepare.ts'), lock])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return
  install()
  // In a copy beside the libraries, so that compiler and bundler find those as in any app.
  replace(packed, join(here, 'node_modules/@airlock/host-sdk'))
  run(join(root, 'node_modules/.bin/tsc'), ['-p', sources])
  const work = join(here, 'dist')
  replace(sources, work)
  for (const page of pages) writeFileSync(join(work, `${page}.html`), html(page))
  await build({
    configFile: false,
    root: work,
    base: './',
    logLevel: 'error',
    define: { global: 'globalThis', 'process.env': '{}' },
    build: {
      target: 'es2022',
      outDir: builtSolana,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: { input: pages.map((page) => join(work, `${page}.html`)) },
    },
  })
  mkdirSync(builtSolana, { recursive: true })
  writeFileSync(stamp, inputs)
}

function install(): void {
  const mark = join(here, 'node_modules/.locked')
  const hash = hashOf([lock])
  if (existsSync(mark) && readFileSync(mark, 'utf8') === hash) return
  run('npm', [
    'ci',
    '--ignore-scripts',
    '--omit=optional',
    '--legacy-peer-deps',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  writeFileSync(mark, hash)
}

function replace(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true })
}

const html = (page: (typeof pages)[number]): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${page}</title>
    <script type="module" src="./${page}.${page === 'standards' ? 'ts' : 'tsx'}"></script>
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>
`

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { cwd: here, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status} in ${here}`)
}

function hashOf(places: readonly string[]): string {
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
