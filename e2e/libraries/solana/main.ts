/** `npm run libraries:solana`: installs the libraries, builds their pages with the packed SDK, and plays the rows; `--prepare` only builds. */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { prepareSolana } from './prepare.ts'

await prepareSolana()
if (!process.argv.includes('--prepare')) {
  const root = resolve(import.meta.dirname, '../../..')
  const args = ['test', '-c', 'e2e/playwright.config.ts', 'e2e/specs/solana-libraries.spec.ts']
  process.exitCode = spawnSync('npx', ['playwright', ...args], { cwd: root, stdio: 'inherit' }).status ?? 1
}
