/**
 * `npm run attack`: runs the attack corpus against the build in `dist/`, unit tests first, and prints one line per
 * number. `-- C12 T7` runs only these. `-- --mutants` switches each defence off in turn and expects its case to fail
 * (`mutants/main.ts`); `-- --mutants --shard 1/3` a third of them.
 */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { carriesNumber } from './numbers.ts'
import { isUnitProof } from './registry/case.ts'
import { registry } from './registry.ts'

const root = resolve(import.meta.dirname, '../..')
const config = 'e2e/playwright.config.ts'
const given = process.argv.slice(2)

process.exit(given[0] === '--mutants' ? await mutants(given.slice(1)) : attack(given))

async function mutants(rest: readonly string[]): Promise<number> {
  const { runMutants } = await import('./mutants/main.ts')
  const { values, positionals } = parseArgs({
    args: [...rest],
    options: { shard: { type: 'string', default: '1/1' } },
    allowPositionals: true,
  })
  const [index = 0, count = 0] = values.shard.split('/').map(Number)
  if (index >= 1 && index <= count) return runMutants(positionals, [index, count])
  process.stderr.write(`Not a shard: ${values.shard}\n`)
  return 2
}

function attack(ids: readonly string[]): number {
  const unknown = ids.filter((id) => !/^[CT]\d{1,3}$/.test(id))
  if (unknown.length > 0) {
    process.stderr.write(`What is ${unknown.join(', ')}? Numbers of cases, or --mutants.\n`)
    return 2
  }
  const unitReport = runUnitTests(ids)
  const grep = ids.length > 0 ? `(@|\\[|, )(${ids.join('|')})\\b` : carriesNumber.source
  const reporter = resolve(import.meta.dirname, 'reporter.ts')
  const args = [
    'playwright',
    'test',
    '-c',
    config,
    '--grep',
    grep,
    '--reporter',
    reporter,
    '--retries=0',
    '--pass-with-no-tests',
  ]
  return spawn(args, { ATTACK_UNIT_REPORT: unitReport, ...(ids.length > 0 && { ATTACK_ONLY: ids.join(' ') }) })
}

/** Runs the unit tests of the corpus, or of these numbers. Returns the path of the report; the reporter reads it and decides. */
function runUnitTests(ids: readonly string[]): string {
  const report = resolve(root, 'test-results/attack-unit.json')
  rmSync(report, { force: true })
  const cases = registry.filter(({ id }) => ids.length === 0 || ids.includes(id))
  const files = [...new Set(cases.flatMap(({ proof }) => proof.filter(isUnitProof)))]
  const pattern = `\\[[^\\]]*\\b(${cases.map(({ id }) => id).join('|')})\\b`
  if (files.length > 0)
    spawn([
      'vitest',
      'run',
      '--mode',
      'test-full',
      ...files,
      '-t',
      pattern,
      '--silent',
      '--reporter=json',
      `--outputFile=${report}`,
    ])
  return report
}

function spawn(args: readonly string[], env: NodeJS.ProcessEnv = {}): number {
  return spawnSync('npx', args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1
}
