/**
 * Builds every bundle: the host SDK (as modules, as a script and as a package), the frame documents, the demo host, the pages for tests; or
 * only the named ones, or all but one (`--without types`). Skips a bundle whose inputs have not changed since it was built.
 */
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { filesAt, inputs } from './build-inputs.mjs'
import { ensureInstalled, run } from './install.mjs'

/** Built only when named, because nothing else needs it. */
const onDemand = new Set(['gallery', 'service'])
/** Bundles that contain another one: it is built first, also if only they are named. */
const contained = {
  frame: ['tag'],
  wallet: ['kit'],
  demo: ['sdk', 'pack'],
  fixtures: ['sdk', 'pack'],
  conformance: ['sdk', 'pack'],
  types: ['pack'],
}
/** Where a bundle is, if not in the folder of `dist` that has its name. */
const places = { pack: 'host-sdk/dist', types: 'dist/pack' }
const { values: options, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { without: { type: 'string' } },
})
const wanted = new Set(named.flatMap((mode) => [mode, ...(contained[mode] ?? [])]))
const isWanted = (mode) => (named.length === 0 ? !onDemand.has(mode) && mode !== options.without : wanted.has(mode))
/** Frames signed with a different key are built again. */
const signer = process.env.AIRLOCK_SIGNING_KEY ?? process.env.AIRLOCK_SIGNING_KEY_FILE ?? ''

ensureInstalled()
const env = { VITE_BUILD_ID: buildId() }
for (const [mode, files] of Object.entries(inputs)) {
  const stamp = stampOf(mode)
  if (!isWanted(mode)) continue
  const hash = hashOf(files, ['frame', 'wallet', 'service'].includes(mode) ? signer : '')
  if (existsSync(places[mode] ?? `dist/${mode}`) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) continue
  rmSync(stamp, { force: true })
  if (mode === 'pack') {
    // The types are added to what this writes.
    rmSync(stampOf('types'), { force: true })
    run('tsx', ['scripts/pack/main.ts'])
  } else if (mode === 'types') run('tsx', ['scripts/pack/declarations.ts'])
  else if (mode === 'kit') run('tsx', ['scripts/pack/kit.ts'])
  else if (mode === 'service') run('tsx', ['scripts/pack/service.ts'])
  else run('vite', ['build', '--mode', mode, '--logLevel', 'warn'], env)
  if (mode === 'frame') cpSync('dist/tag/airlock.js', `dist/frame/sdk/${sdkVersion()}/airlock.js`)
  // Seals and signs the build.
  if (mode === 'frame' || mode === 'wallet')
    run('tsx', ['service/src/release/main.ts', `dist/${mode}`, env.VITE_BUILD_ID, `dist/${mode}-key.pub`])
  mkdirSync('dist/.inputs', { recursive: true })
  writeFileSync(stamp, hash)
}

/** The id of the frame's build in HELLO. The same sources and dependencies give the same id on any machine. */
function buildId() {
  return hashOf(['package-lock.json', 'vite.config.ts', 'protocol/src', 'frame-app']).slice(0, 16)
}

function sdkVersion() {
  return JSON.parse(readFileSync('host-sdk/package.json', 'utf8')).version
}

function stampOf(mode) {
  return `dist/.inputs/${mode}`
}

function hashOf(files, more = '') {
  const hash = createHash('sha256').update(more)
  for (const file of files.flatMap(filesAt)) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}
