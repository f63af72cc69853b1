/**
 * `npm run installs`: takes the packed SDK into the examples as people install it: each in an empty folder, by each package manager, from the
 * registry, with the newest versions of the same major, no lock file and no forced peers. Then it builds them. Prints one table, and writes it
 * into docs/installs.md. Needs the network. `-- wagmi pnpm` limits it to what holds one of the words in its row and column.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import * as z from 'zod'
import { tarball } from '../../scripts/pack/packed.ts'
import { made } from '../examples/example.ts'
import { type Cell, managers, sets, tableOf } from './table.ts'

const root = resolve(import.meta.dirname, '../..')
/** A copy, so that a build beside this run changes nothing. */
const packed = join(mkdtempSync(join(tmpdir(), 'airlock-packed-')), basename(tarball))
cpSync(tarball, packed)
/** Yarn has a setting of its own for what npm is set to. */
const registry = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).stdout.trim()
const words = process.argv.slice(2)
const isMeant = (...names: readonly string[]) => words.every((word) => names.some((name) => name.includes(word)))

const Versions = z.record(z.string(), z.string())
const Manifest = z.looseObject({
  scripts: Versions,
  dependencies: Versions.optional(),
  devDependencies: Versions.optional(),
})

/** The newest of the same major version; below 1.0.0, of the same minor one. */
const loosened = (versions: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(Object.entries(versions).map(([name, version]) => [name, `^${version}`]))

function play(set: (typeof sets)[number], manager: (typeof managers)[number]): Cell {
  const folder = mkdtempSync(join(tmpdir(), 'airlock-install-'))
  const run = (command: readonly string[]) => {
    const [name = '', ...args] = command
    const npmSettings = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_ignore_scripts: 'false' }
    const env = { ...process.env, CI: '1', ...npmSettings, YARN_NPM_REGISTRY_SERVER: registry }
    return spawnSync(name, args, { cwd: folder, env, encoding: 'utf8', timeout: 600_000 })
  }
  try {
    const isOurs = (path: string) => !made.has(basename(path)) && !/lock/.test(basename(path))
    cpSync(join(root, 'examples', set.example), folder, { recursive: true, filter: isOurs })
    const manifest = Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
    const { '@airlock/host-sdk': _, ...others } = manifest.dependencies ?? {}
    const dependencies = {
      '@airlock/host-sdk': `file:${packed}`,
      ...loosened(Object.fromEntries(Object.entries({ ...others, ...set.versions }).filter(([, one]) => one !== ''))),
    }
    const devDependencies = loosened({ ...manifest.devDependencies, ...set.devVersions })
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ ...manifest, ...manager.manifest, dependencies, devDependencies }, null, 2),
    )
    for (const [file, text] of Object.entries(manager.files ?? {})) writeFileSync(join(folder, file), text)
    const began = Date.now()
    const installed = run(manager.install)
    const seconds = Math.round((Date.now() - began) / 1000)
    if (installed.status !== 0) return failed('install', `${installed.stdout}\n${installed.stderr}`)
    const built = run(manager.build)
    if (built.status !== 0) return failed('build', `${built.stdout}\n${built.stderr}`)
    return { outcome: 'ok', seconds }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function failed(step: 'install' | 'build', output: string): Cell {
  console.log(output.trim().split('\n').slice(-25).join('\n'))
  return { outcome: `${step} fails` }
}

const cells = new Map<string, Cell>()
for (const set of sets)
  for (const manager of managers) {
    if (!isMeant(set.name, manager.name)) continue
    const cell = play(set, manager)
    cells.set(`${set.name} | ${manager.name}`, cell)
    console.log(
      `${set.name}, ${manager.name}: ${cell.outcome}${cell.seconds === undefined ? '' : `, ${cell.seconds} s`}`,
    )
  }
const table = tableOf(cells)
console.log(table)
if (words.length === 0) {
  const guide = join(root, 'docs/installs.md')
  const text = readFileSync(guide, 'utf8')
  writeFileSync(guide, text.replace(/(?<=<!-- table -->\n)[\s\S]*/, `${table}\n`))
}
rmSync(dirname(packed), { recursive: true })
process.exitCode = [...cells.values()].every(({ outcome }) => outcome === 'ok') ? 0 : 1
