/**
 * `npm run attack`: the attack corpus against the build in `dist/`, one line per number. `-- C12 T7` runs only these.
 * `-- --mutants` switches each defence off in turn and expects its case to notice (`mutants/main.ts`).
 */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { carriesNumber } from './numbers.ts'

const root = resolve(import.meta.dirname, '../..')
const config = 'e2e/playwright.config.ts'
const given = process.argv.slice(2)

process.exit(given[0] === '--mutants' ? await mutants(given.slice(1)) : attack(given))

async function mutants(filters: readonly string[]): Promise<number> {
  const { runMutants } = await import('./mutants/main.ts')
  return runMutants(filters)
}

function attack(ids: readonly string[]): number {
  const unknown = ids.filter((id) => !/^[CT]\d{1,2}$/.test(id))
  if (unknown.length > 0) {
    process.stderr.write(`What is ${unknown.join(', ')}? Numbers of cases, or --mutants.\n`)
    return 2
  }
  const grep = ids.length > 0 ? `(@|\\[|, )(${ids.join('|')})\\b` : carriesNumber.source
  const reporter = resolve(import.meta.dirname, 'reporter.ts')
  const { status } = spawnSync('npx', ['playwright', 'test', '-c', config, '--grep', grep, '--reporter', reporter], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...(ids.length > 0 && { ATTACK_ONLY: ids.join(' ') }) },
  })
  return status ?? 1
}
