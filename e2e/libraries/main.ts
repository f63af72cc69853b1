/** `npm run libraries`: installs the libraries, builds their pages with the packed SDK, plays all of them, and prints the table. */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { prepare } from './sets.ts'

const root = resolve(import.meta.dirname, '../..')
const run = (command: string, args: readonly string[]): number =>
  spawnSync(resolve(root, 'node_modules/.bin', command), args, { cwd: root, stdio: 'inherit' }).status ?? 1

await prepare()
if (!process.argv.includes('--prepare'))
  process.exitCode = run('playwright', [
    'test',
    '-c',
    'e2e/playwright.config.ts',
    'e2e/specs/libraries.spec.ts',
    '--reporter=./e2e/libraries/reporter.ts',
  ])
