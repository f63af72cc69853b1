/**
 * Installs pages that others published, and puts our SDK beside them in `dist/libraries/dapps`: the test dapps of MetaMask as they are in the
 * registry, and the template of create-wagmi, built by its own scripts. The set has an empty package in the place of the libraries that
 * the dapp for Solana asks for: they are inside of its files.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { hashOf, installSet, replaceFolder, runTool } from '../sets.ts'

const here = import.meta.dirname
const root = resolve(here, '../../..')
const packed = join(root, 'host-sdk/dist')
export const builtDapps = join(root, 'dist/libraries/dapps')
const setFiles = ['package.json', 'package-lock.json'] as const

/** What a developer adds to a page: a script in the head. The options are set before the page's first script. */
const pageScript = `import { createAirlock } from '/sdk/airlock.js'
const { options, isOffered } = window.dapp
const airlock = createAirlock(options)
Object.assign(window, { airlock })
if (isOffered) {
  const info = { uuid: crypto.randomUUID(), name: 'Airlock', icon: 'data:image/png;base64,iVBORw0KGgo=', rdns: 'example.airlock' }
  const tell = () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider: airlock.provider('eip155') } }))
  addEventListener('eip6963:requestProvider', tell)
  tell()
}
`

/** The wallets of our Wallet Standard entry, or the embedded wallet, which announces itself. */
const solanaScript = `import { createAirlock } from './sdk/index.js'
import { solanaAdapter } from './sdk/solana.js'
const { options, isOffered } = window.dapp
const airlock = createAirlock({ ...options, announce: !isOffered, ...(isOffered && { adapters: [solanaAdapter()] }) })
Object.assign(window, { airlock })
`

/** The dapp enables its buttons only for a provider that calls itself MetaMask; this is all that is changed in its files. */
const onlyMetaMask = ['globalContext.provider.isMetaMask', 'globalContext.provider.request'] as const

/** The template's list of connectors, and ours. */
const connectors = [
  [
    "import { baseAccount, injected, walletConnect } from 'wagmi/connectors'",
    "import { airlock } from '@airlock/host-sdk/wagmi'",
  ],
  [/connectors: \[[\s\S]*?\n {2}\],/, 'connectors: [airlock((globalThis as any).dapp.options)],'],
] as const

/** @throws if the set cannot be installed, a file is not as expected, or the template does not build */
export function prepareDapps(): void {
  const stamp = join(builtDapps, 'inputs')
  const inputs = hashOf([packed, ...['prepare.ts', ...setFiles].map((file) => join(here, file))])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return
  rmSync(builtDapps, { recursive: true, force: true })
  mkdirSync(builtDapps, { recursive: true })
  // Outside of the repository, whose own libraries would answer for those that npm puts where the SDK does not see them.
  const set = mkdtempSync(join(tmpdir(), 'airlock-dapps-'))
  try {
    for (const file of setFiles) cpSync(join(here, file), join(set, file))
    // Its bundler is an optional package.
    installSet(set, [])
    writeFileSync(join(builtDapps, 'page.js'), pageScript)
    rewriteOnce(join(takePage(set, 'test-dapp', 'page.js'), 'main.js'), ...onlyMetaMask)
    writeFileSync(join(builtDapps, 'solana.js'), solanaScript)
    cpSync(packed, join(builtDapps, 'sdk'), { recursive: true })
    takePage(set, 'test-dapp-solana', 'solana.js')
    buildTemplate(set)
    writeFileSync(stamp, inputs)
  } finally {
    rmSync(set, { recursive: true })
  }
}

/** The files of the package, with our script in the head; addresses from the root of the site become relative to the page. */
function takePage(set: string, name: string, script: string): string {
  const folder = join(builtDapps, name)
  cpSync(join(set, 'node_modules/@metamask', name, 'dist'), folder, { recursive: true })
  const page = join(folder, 'index.html')
  const html = readFileSync(page, 'utf8').replaceAll(/ (src|href)="\//g, ' $1="./')
  writeFileSync(page, html.replace('<head>', `<head><script type="module" src="../${script}"></script>`))
  return folder
}

const Manifest = z.looseObject({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
})

/**
 * Beside its libraries, where its compiler and bundler find them. The set has `@types/node` besides: the template does not compile with what
 * it asks for, because it assigns `globalThis.Buffer`.
 */
function buildTemplate(place: string): void {
  const installed = join(place, 'node_modules')
  const folder = join(place, 'app')
  replaceFolder(join(installed, 'create-wagmi/templates/vite-react'), folder)
  const read = (file: string) => Manifest.parse(JSON.parse(readFileSync(file, 'utf8')))
  const [asked, ours] = [read(join(folder, 'package.json')), read(join(place, 'package.json'))]
  const known = { ...ours.dependencies, ...ours.devDependencies }
  for (const [name, version] of Object.entries({ ...asked.dependencies, ...asked.devDependencies }))
    if (known[name] !== version) throw new Error(`The template asks for ${name} ${version}: put that into ${here}`)
  replaceFolder(packed, join(installed, '@airlock/host-sdk'))
  const config = join(folder, 'src/wagmi.ts')
  for (const [from, to] of connectors) rewriteOnce(config, from, to)
  const outDir = join(builtDapps, 'create-wagmi')
  runTool('npm', ['run', '--silent', 'build', '--', '--base=./', `--outDir=${outDir}`, '--logLevel=error'], folder)
}

function rewriteOnce(file: string, from: string | RegExp, to: string): void {
  const text = readFileSync(file, 'utf8')
  if (text.split(from).length !== 2) throw new Error(`${file} does not have exactly one ${from}`)
  writeFileSync(file, text.replace(from, to))
}
