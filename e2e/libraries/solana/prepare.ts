/** Installs the Solana libraries with their lock file, and builds their pages with the packed SDK into `dist/libraries/solana`. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { hashOf, installSet, libraryDocument, replaceFolder, runTool } from '../sets.ts'

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
  installSet(here)
  // In a copy beside the libraries, so that compiler and bundler find those as in any app.
  replaceFolder(packed, join(here, 'node_modules/@airlock/host-sdk'))
  runTool(join(root, 'node_modules/.bin/tsc'), ['-p', sources], here)
  const work = join(here, 'dist')
  replaceFolder(sources, work)
  for (const page of pages)
    writeFileSync(join(work, `${page}.html`), libraryDocument(`${page}.${page === 'standards' ? 'ts' : 'tsx'}`))
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
