/** A copy of an example, outside the repository, that is installed and built against one world. */
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import * as z from 'zod'
import { tarball } from '../../scripts/pack/packed.ts'
import { examplePort, fixedPorts } from '../world/ports.ts'
import type { World } from '../world/world.ts'
import { type Example, made } from './example.ts'

export type Prepared = { readonly folder: string; readonly scripts: Readonly<Record<string, string>> }

/** The copy is the caller's to remove. */
export async function prepare(example: Example, world: World, port: number): Promise<Prepared> {
  const folder = mkdtempSync(join(tmpdir(), `airlock-${example.name}-`))
  cpSync(example.folder, folder, { recursive: true, filter: (path) => !made.has(basename(path)) })
  const ports = portsOf(world, port)
  for (const file of textsIn(folder))
    rewrite(file, (text) => text.replaceAll(address, (all, fixed: string) => ports.get(Number(fixed)) ?? all))
  // A script names the port alone.
  rewrite(join(folder, 'package.json'), (text) =>
    text.replaceAll(new RegExp(`\\b${examplePort}\\b`, 'g'), String(port)),
  )
  takePacked(folder)
  const { scripts = {} } = Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  if (existsSync(join(folder, 'package-lock.json')))
    await runIn(folder, 'npm', ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'])
  if (scripts['build'] !== undefined) await runIn(folder, 'npm', ['run', 'build'])
  return { folder, scripts }
}

const Manifest = z.object({ scripts: z.record(z.string(), z.string()).optional() })

const texts: ReadonlySet<string> = new Set('.ts .tsx .mts .js .jsx .mjs .html .json .css .env'.split(' '))
const address = /\blocalhost:(\d+)\b/g

function textsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => texts.has(extname(file)) || basename(file).startsWith('.env'))
    .map((file) => join(folder, file))
}

function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}

/** `localhost:port` in this world, by the fixed port that stands in the sources. */
function portsOf(world: World, port: number): ReadonlyMap<number, string> {
  const { origins, chains, relay } = world
  const at = (url: string) => `localhost:${new URL(url).port}`
  return new Map([
    [examplePort, `localhost:${port}`],
    [fixedPorts.hosts, at(origins.app)],
    [fixedPorts.modal, at(origins.modal)],
    [fixedPorts.rpc, at(chains[0].rpcUrl)],
    [fixedPorts.wallet, at(origins.wallet)],
    [fixedPorts.relay, at(relay.url)],
    [fixedPorts.mail, at(origins.mail)],
  ])
}

/** The lock file has no hash of the SDK, or an old one: the package is built from these sources. */
function takePacked(folder: string): void {
  const packed = /file:\.\.\/\.\.\/dist\/pack\/airlock-host-sdk-[\w.-]+\.tgz/g
  for (const name of ['package.json', 'package-lock.json']) {
    const file = join(folder, name)
    if (existsSync(file)) rewrite(file, (text) => text.replace(packed, `file:${tarball}`))
  }
  const lock = join(folder, 'package-lock.json')
  if (!existsSync(lock)) return
  rewrite(lock, (text) => {
    const { packages, ...rest } = Lock.parse(JSON.parse(text))
    const sdk = packages['node_modules/@airlock/host-sdk']
    return JSON.stringify({
      ...rest,
      packages: { ...packages, ...(sdk && { 'node_modules/@airlock/host-sdk': { ...sdk, integrity: undefined } }) },
    })
  })
}

const Lock = z.looseObject({ packages: z.record(z.string(), z.looseObject({})) })

/** @throws {Error} with the output, if the command fails. */
function runIn(folder: string, command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    // Not the variables of the runner's own npm, which name its workspaces.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_ENV$/.test(name)))
    const child = spawn(command, args, {
      cwd: folder,
      env: { ...env, NEXT_TELEMETRY_DISABLED: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`${command} ${args.join(' ')} in ${folder}: exit code ${code}\n${output}`)),
    )
  })
}
