/**
 * `npm run attack`: the attack corpus against the build in `dist/`, one line per number. `-- C12 T7` runs only these.
 * `-- --mutants` switches each defence off in turn and expects its case to notice (`mutants/main.ts`).
 */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { carriesNumber } from './numbers.ts'

const root = resolve(import.meta.dirname, '../..')
const only = process.argv.slice(2).filter((argument) => /^[CT]\d{1,2}$/.test(argument))
const unknown = process.argv.slice(2).filter((argument) => !only.includes(argument))
if (unknown.length > 0) {
  process.stderr.write(`What is ${unknown.join(', ')}? Numbers of cases, or --mutants.\n`)
  process.exit(2)
}
const grep = only.length > 0 ? `(@|\\[|, )(${only.join('|')})\\b` : carriesNumber.source
const config = 'e2e/playwright.config.ts'
const { status } = spawnSync(
  'npx',
  ['playwright', 'test', '-c', config, '--grep', grep, '--reporter', resolve(import.meta.dirname, 'reporter.ts')],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ...(only.length > 0 && { ATTACK_ONLY: only.join(' ') }) } },
)
process.exit(status ?? 1)
