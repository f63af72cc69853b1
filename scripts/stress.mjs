/**
 * `npm run test:stress -- PATTERN`: runs the browser tests of the gate whose file or title matches, 20 times each and
 * without retries, while two loads keep both cores busy. `--unit PATTERN` does the same with unit test files. Needs a
 * build.
 */
import { Worker } from 'node:worker_threads'
import { run } from './install.mjs'
import { ensureChromium } from './testing/browser.mjs'

const repeats = 20
const loads = 2

const given = process.argv.slice(2)
const isUnit = given[0] === '--unit'
const [pattern] = isUnit ? given.slice(1) : given
if (pattern === undefined) {
  console.error('Which tests? npm run test:stress -- connect')
  process.exit(2)
}

// These workers end together with this process.
for (let count = 0; count < loads; count++) new Worker('for (;;) Math.sqrt(2)', { eval: true }).unref()

if (isUnit) for (let count = 0; count < repeats; count++) run('vitest', ['run', '--mode', 'test-full', pattern])
else {
  ensureChromium()
  const grep = `(?=.*@gate)(?=.*${pattern})`
  const options = ['--grep', grep, `--repeat-each=${repeats}`, '--retries=0', '--workers=2', '--reporter=line']
  run('playwright', ['test', '-c', 'e2e/playwright.config.ts', ...options])
}
process.exit(0)
