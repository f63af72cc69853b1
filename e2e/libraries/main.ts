/**
 * `npm run libraries`: installs the libraries, builds their pages with the packed SDK, plays all of them, EVM and Solana, and
 * prints one table. `--prepare` only installs and builds.
 */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { prepareDapps } from './dapps/prepare.ts'
import { prepare } from './sets.ts'
import { prepareSolana } from './solana/prepare.ts'

const root = resolve(import.meta.dirname, '../..')

// In this order: the first empties the folder of all.
await prepare()
await prepareSolana()
prepareDapps()
if (!process.argv.includes('--prepare')) {
  const specs = ['libraries', 'solana-libraries', 'dapps'].map((name) => `e2e/specs/${name}.spec.ts`)
  const args = ['test', '-c', 'e2e/playwright.config.ts', ...specs, '--reporter=./e2e/libraries/reporter.ts']
  const playwright = resolve(root, 'node_modules/.bin/playwright')
  process.exitCode = spawnSync(playwright, args, { cwd: root, stdio: 'inherit' }).status ?? 1
}
