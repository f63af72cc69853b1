/**
 * `npm run size:pages`: what a page becomes larger by when it embeds the packed SDK, as its own bundler emits it: the entry with its static
 * imports, brotli 11, less the same page without the SDK. The bundlers are installed from the registry, at the versions below, and run with
 * their defaults. Compares with the limits of `scripts/size.ts`, and writes the table into docs/installs.md.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import * as z from 'zod'
import { tarball } from '../../scripts/pack/packed.ts'
import { compressed, kB, pageBars } from '../../scripts/size.ts'

const guide = resolve(import.meta.dirname, '../../docs/installs.md')

const versions = {
  esbuild: '0.28.2',
  next: '16.4.6',
  react: '19.3.1',
  'react-dom': '19.3.1',
  vite: '8.3.8',
  webpack: '5.113.0',
  'webpack-cli': '7.3.1',
}

const instance = `import { createAirlock } from '@airlock/host-sdk'
import { mainnet } from '@airlock/host-sdk/networks'
const airlock = createAirlock({
  projectId: 'shop',
  frameUrl: 'https://modal.example/p/shop/',
  networks: [mainnet],
  metadata: { name: 'Shop', url: 'https://shop.example', icons: [] },
})`

/** Each with the SDK or without: a page of its own, and a page of React. */
const scripts = {
  bare: `document.querySelector('button').onclick = () => {}`,
  core: `${instance}
const button = document.querySelector('button')
button.onclick = () => airlock.open()
airlock.subscribe(({ accounts }) => { button.textContent = accounts.eip155?.address ?? 'Connect' })`,
} as const
const components = {
  bare: `import { createElement } from 'react'
export default () => createElement('button', { onClick: () => {} }, 'Connect')`,
  core: `import { createElement } from 'react'
${instance}
export default () => createElement('button', { onClick: () => airlock.open() }, 'Connect')`,
  react: `import { AirlockButton, AirlockProvider } from '@airlock/host-sdk/react'
import { createElement } from 'react'
${instance}
export default () => createElement(AirlockProvider, { airlock }, createElement(AirlockButton))`,
} as const
const mounted = `import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import App from './app.js'
createRoot(document.querySelector('main')).render(createElement(App))`

const html = `<!doctype html><title>Page</title><button>Connect</button><main></main><script type="module" src="/main.js"></script>`
const layout = `import { createElement } from 'react'
export default ({ children }) => createElement('html', null, createElement('body', null, children))`

type Files = Readonly<Record<string, string>>
const plain = (script: string): Files => ({ 'index.html': html, 'main.js': script })
const ofReact = (component: string): Files => ({ ...plain(mounted), 'app.js': component })
const ofNext = (component: string): Files => ({
  'app/layout.js': layout,
  'app/page.js': `'use client'\n${component}`,
  // The bundlers are installed two folders above.
  'next.config.mjs': "export default { turbopack: { root: '../..' } }",
})

interface Bundler {
  readonly name: string
  /** Below `node_modules/.bin`. */
  readonly command: readonly string[]
  /** The files that a browser loads for the page before any lazy part. */
  readonly loaded: (folder: string) => readonly string[]
  readonly pages?: Readonly<Record<'bareOfCore' | 'core' | 'bareOfReact' | 'react', Files>>
}

const own = {
  bareOfCore: plain(scripts.bare),
  core: plain(scripts.core),
  bareOfReact: ofReact(components.bare),
  react: ofReact(components.react),
}

const read = <T>(schema: z.ZodType<T>, file: string): T => schema.parse(JSON.parse(readFileSync(file, 'utf8')))

/** Everything that `first` imports, and what that imports. */
function withImports(first: string, importsOf: (name: string) => readonly string[]): string[] {
  const found = new Set([first])
  for (const name of found) for (const next of importsOf(name)) found.add(next)
  return [...found]
}

const Manifest = z.record(z.string(), z.looseObject({ file: z.string(), imports: z.array(z.string()).default([]) }))
const Meta = z.looseObject({
  outputs: z.record(
    z.string(),
    z.looseObject({ imports: z.array(z.looseObject({ path: z.string(), kind: z.string() })) }),
  ),
})
const Stats = z.looseObject({
  entrypoints: z.looseObject({ main: z.looseObject({ assets: z.array(z.looseObject({ name: z.string() })) }) }),
})

const bundlers: readonly Bundler[] = [
  {
    name: `Vite ${versions.vite}`,
    command: ['vite', 'build', '--manifest', '--logLevel=error'],
    loaded(folder) {
      const manifest = read(Manifest, join(folder, 'dist/.vite/manifest.json'))
      return withImports('index.html', (name) => manifest[name]?.imports ?? []).map((name) =>
        join(folder, 'dist', manifest[name]?.file ?? name),
      )
    },
  },
  {
    name: `webpack ${versions.webpack}`,
    command: ['webpack', '--mode=production', '--entry=./main.js', '--json=stats.json'],
    loaded: (folder) =>
      read(Stats, join(folder, 'stats.json')).entrypoints.main.assets.map(({ name }) => join(folder, 'dist', name)),
  },
  {
    name: `esbuild ${versions.esbuild}`,
    command: [
      'esbuild',
      'main.js',
      '--bundle',
      '--splitting',
      '--format=esm',
      '--minify',
      '--outdir=dist',
      '--metafile=meta.json',
      '--define:process.env.NODE_ENV="production"',
      '--log-level=error',
    ],
    loaded(folder) {
      const { outputs } = read(Meta, join(folder, 'meta.json'))
      return withImports('dist/main.js', (name) =>
        (outputs[name]?.imports ?? []).filter(({ kind }) => kind === 'import-statement').map(({ path }) => path),
      ).map((name) => join(folder, name))
    },
  },
  {
    name: `Turbopack, Next.js ${versions.next}`,
    command: ['next', 'build'],
    pages: {
      bareOfCore: ofNext(components.bare),
      core: ofNext(components.core),
      bareOfReact: ofNext(components.bare),
      react: ofNext(components.react),
    },
    loaded(folder) {
      const page = readFileSync(join(folder, '.next/server/app/index.html'), 'utf8')
      const named = [...page.matchAll(/<script[^>]* src="\/_next\/([^"?]+)[^>]*>/g)]
      // Browsers that have modules do not load what is for those that have none.
      const files = named.filter(([tag]) => !/nomodule/i.test(tag)).map(([, path = '']) => join(folder, '.next', path))
      return [...new Set(files)]
    },
  },
]

export interface PageSize {
  readonly bundler: string
  readonly core: number
  readonly react: number
}

const execute = promisify(execFile)

/** @throws {Error} with the output of what failed */
async function run(command: string, args: readonly string[], cwd: string): Promise<void> {
  const env = { ...process.env, CI: '1', NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
  await execute(command, args, { cwd, env, timeout: 600_000, maxBuffer: 2 ** 26 })
}

async function sizeOf(place: string, { name, command, loaded }: Bundler, title: string, files: Files): Promise<number> {
  const folder = join(place, 'pages', `${name.replaceAll(/\W+/g, '-')}-${title}`)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const [tool = '', ...args] = command
  await run(join(place, 'node_modules/.bin', tool), args, folder)
  const emitted = loaded(folder).filter((file) => file.endsWith('.js'))
  if (emitted.length === 0) throw new Error(`${name} has emitted no script for ${title}`)
  return emitted.reduce((sum, file) => sum + compressed(file), 0)
}

/** @returns the folder with the bundlers and the SDK, which the caller removes @throws if the registry has not all of them */
export async function installBundlers(): Promise<string> {
  const place = mkdtempSync(join(tmpdir(), 'airlock-bundles-'))
  const dependencies = { '@airlock/host-sdk': `file:${tarball}`, ...versions }
  writeFileSync(join(place, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }))
  const quiet = ['--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['install', ...quiet], place)
  return place
}

/** What the SDK adds to each page, in bytes. */
export async function measurePages(place: string): Promise<readonly PageSize[]> {
  const sizes: PageSize[] = []
  for (const bundler of bundlers) {
    const pages = bundler.pages ?? own
    const size = (title: keyof typeof pages) => sizeOf(place, bundler, title, pages[title])
    sizes.push({
      bundler: bundler.name,
      core: (await size('core')) - (await size('bareOfCore')),
      react: (await size('react')) - (await size('bareOfReact')),
    })
  }
  return sizes
}

const inKb = (bytes: number) => `${(bytes / kB).toFixed(1)} kB`

const mark = /(?<=<!-- sizes -->\n)[\s\S]*?(?=\n<!-- \/sizes -->)/

/** What the guide says, in kB. */
export function toldSizes(bundler: string): readonly number[] {
  const table = mark.exec(readFileSync(guide, 'utf8'))?.[0] ?? ''
  const row = table.split('\n').find((line) => line.startsWith(`| ${bundler} |`)) ?? ''
  return [...row.matchAll(/([\d.]+) kB/g)].map(([, size]) => Number(size))
}

const sizesTable = (sizes: readonly PageSize[]): string =>
  [
    '| | core | with the button of React |',
    '|---|---|---|',
    ...sizes.map(({ bundler, core, react }) => `| ${bundler} | ${inKb(core)} | ${inKb(react)} |`),
    `| limit | ${inKb(pageBars.core)} | ${inKb(pageBars.react)} |`,
  ].join('\n')

export const overBars = (sizes: readonly PageSize[]): readonly string[] =>
  sizes.flatMap(({ bundler, ...size }) =>
    (['core', 'react'] as const).flatMap((kind) =>
      size[kind] > pageBars[kind] ? [`${bundler}, ${kind}: ${inKb(size[kind])} of ${inKb(pageBars[kind])}`] : [],
    ),
  )

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const place = await installBundlers()
  try {
    const sizes = await measurePages(place)
    const table = sizesTable(sizes)
    console.log(table)
    writeFileSync(guide, readFileSync(guide, 'utf8').replace(mark, table))
    const over = overBars(sizes)
    for (const line of over) console.error(`OVER: ${line}`)
    if (over.length > 0) process.exitCode = 1
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
