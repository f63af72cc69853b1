/** The tarball as a page uses it: installed by itself without a network, type-checked under strict settings, and bundled. */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installBundlers, measurePages, overBars, toldSizes } from '../../e2e/installs/bundles.ts'
import { closure, kB } from '../size.ts'
import { entries, peers } from './entries.ts'
import { root, specifier, standIns, tarball } from './packed.ts'

/** The declarations of other peers are not checked here: `npm run libraries` builds pages with them. */
const typed = entries.filter(({ peers = {} }) => Object.keys(peers).every((peer) => peer === 'react'))

const run = promisify(execFile)
const page = mkdtempSync(join(tmpdir(), 'airlock-page-'))
const write = (file: string, text: string) => writeFileSync(join(page, file), text)

beforeAll(async () => {
  write('package.json', JSON.stringify({ name: 'page', private: true, type: 'module' }))
  await run('npm', ['install', tarball, '--offline', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: page })
})
afterAll(() => rmSync(page, { recursive: true }))

test('nothing else is installed', () => {
  expect(readdirSync(join(page, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@airlock'])
  expect(readdirSync(join(page, 'node_modules/@airlock'))).toEqual(['host-sdk'])
})

/** Adds peers and their types, as installed in this repository. */
function addPeers(): void {
  for (const peer of Object.keys(peers)) for (const name of [peer, `@types/${peer}`]) copy(name)
  for (const [peer, installed] of standIns)
    cpSync(join(root, 'node_modules', installed), join(page, 'node_modules', peer), { recursive: true })
}

/** Copies a package with its dependencies. */
function copy(name: string): void {
  const [source, target] = [root, page].map((at) => join(at, 'node_modules', name)) as [string, string] // as: two in, two out
  if (existsSync(target) || !existsSync(source)) return
  cpSync(source, target, { recursive: true })
  for (const needed of dependenciesOf(target)) copy(needed)
}

/** Dependencies of the package, and of the packages it contains. */
function dependenciesOf(folder: string): readonly string[] {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>
  }
  const held = join(folder, 'node_modules')
  const inner = existsSync(held) ? readdirSync(held).filter((name) => existsSync(join(held, name, 'package.json'))) : []
  return [...Object.keys(dependencies), ...inner.flatMap((name) => dependenciesOf(join(held, name)))]
}

async function load(names: readonly string[]): Promise<void> {
  write('load.js', names.map((name) => `await import('${specifier(name)}')`).join('\n'))
  await run(process.execPath, ['load.js'], { cwd: page })
}

test('every entry loads in Node, by its name', async () => {
  await load(entries.flatMap(({ name, peers }) => (peers ? [] : name)))
  addPeers()
  await load(entries.map(({ name }) => name))
})

const code = `
import { AirlockError, createAirlock, type Airlock, type Network, type Options, type State } from '@airlock/host-sdk'
${typed.map(({ name }, index) => `import * as entry${index} from '${specifier(name)}'`).join('\n')}
export const all = [${typed.map((_, index) => `entry${index}`).join(', ')}]

const network: Network = {
  id: 1, caipNetworkId: 'eip155:1', chainNamespace: 'eip155', name: 'One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, rpcUrls: { default: { http: ['https://rpc.example'] } },
}
const options: Options = { projectId: 'page', frameUrl: 'https://modal.example/p/page/', networks: [network], themeVariables: { accent: '#0a7a4b' } }
export const airlock: Airlock = createAirlock(options)
export const read = ({ accounts }: State): string | undefined => accounts.eip155?.caipAddress
airlock.on('error', (error) => { if (error instanceof AirlockError && error.code === 'FRAME_TIMEOUT') throw error })
export const accounts: Promise<unknown> = airlock.provider('eip155').request({ method: 'eth_accounts' })
// @ts-expect-error: no such option value
createAirlock({ ...options, themeMode: 'blue' })
// @ts-expect-error: no such event
airlock.on('nothing', () => {})
`

/** This repository's compiler, and older ones that tools depend on, because pages may use older compilers. */
function compilers(): readonly (readonly [name: string, path: string])[] {
  const here = createRequire(import.meta.url)
  const within = (tool: string) => createRequire(here.resolve(tool)).resolve('typescript/package.json')
  return [
    here.resolve('typescript/package.json'),
    ...['@microsoft/api-extractor', '@arethetypeswrong/core'].map(within),
  ].map((manifest) => [
    (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version,
    join(dirname(manifest), 'bin/tsc'),
  ])
}

const ways = [
  ['bundler', 'esnext'],
  ['node16', 'node16'],
  ['nodenext', 'nodenext'],
] as const

test.each(compilers().flatMap(([version, tsc]) => ways.map((way) => [version, ...way, tsc] as const)))(
  'TypeScript %s finds the types with moduleResolution %s',
  async (_, moduleResolution, module, tsc) => {
    addPeers()
    write('page.ts', code)
    const settings = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: [],
    }
    write(
      'tsconfig.json',
      JSON.stringify({ compilerOptions: { ...settings, module, moduleResolution }, files: ['page.ts'] }),
    )
    const { stdout } = await run(process.execPath, [tsc, '-p', '.'], { cwd: page }).catch(
      (error: { stdout: string }) => error,
    )
    expect(stdout).toBe('')
  },
)

test('a page’s own bundler makes the core as small as the one that is measured', async () => {
  mkdirSync(join(page, 'src'), { recursive: true })
  write('src/main.js', `import { createAirlock } from '@airlock/host-sdk'\nglobalThis.createAirlock = createAirlock\n`)
  await build({
    configFile: false,
    root: page,
    logLevel: 'silent',
    build: {
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: join(page, 'src/main.js'), output: { entryFileNames: 'main.js' } },
    },
  })
  const bytesOf = (entry: string) =>
    closure(entry).reduce((sum, file) => sum + brotliCompressSync(readFileSync(file)).length, 0)
  const [inPage, measured] = [bytesOf(join(page, 'dist/main.js')), bytesOf(join(root, 'dist/sdk/airlock.js'))]
  console.log(`the core in a page: ${inPage} bytes, as measured: ${measured} bytes`)
  // The page's bundle also contains the bundler's code for lazy parts. `npm run size` limits the core itself.
  expect(inPage / measured).toBeLessThanOrEqual(1.08)
})

test('four bundlers emit a page with the SDK within the limits, and as the guide says', async ({ skip }) => {
  const place = await installBundlers().catch(() => skip('the registry has not all bundlers'))
  try {
    const sizes = await measurePages(place)
    expect(overBars(sizes)).toEqual([])
    for (const { bundler, core, react } of sizes) {
      const [toldCore = 0, toldReact = 0] = toldSizes(bundler)
      // The next release writes them again: `npm run size:pages`.
      expect(Math.abs(toldCore - core / kB), bundler).toBeLessThan(0.3)
      expect(Math.abs(toldReact - react / kB), bundler).toBeLessThan(0.3)
    }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}, 900_000)
