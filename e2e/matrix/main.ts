/** `npm run matrix`, after the build: runs every policy in Chromium and writes the results into `docs/csp.md`. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod'
import { matrix } from './policies.ts'
import { writeMatrix } from './table.ts'

const at = (path: string) => resolve(import.meta.dirname, '../..', path)

const spec = 'strict-host/policies.spec.ts'
const run = spawnSync(at('node_modules/.bin/playwright'), ['test', '-c', 'e2e/playwright.config.ts', spec], {
  cwd: at('.'),
  stdio: 'inherit',
  env: { ...process.env, AIRLOCK_SWEEP: 'whole' },
})
if (run.status !== 0) process.exit(1)

const Result = z.object({ id: z.string(), headers: z.array(z.string()), result: z.string(), violations: z.number() })
const Annotations = z.array(z.object({ type: z.string(), description: z.string().optional() }))
const Spec = z.object({ tests: z.array(z.object({ annotations: Annotations })) })
const Report = z.object({ suites: z.array(z.object({ specs: z.array(Spec) })) })

const { suites } = Report.parse(JSON.parse(readFileSync(at('test-results/e2e.json'), 'utf8')))
const results = suites
  .flatMap(({ specs }) => specs.flatMap(({ tests }) => tests.flatMap(({ annotations }) => annotations)))
  .filter(({ type }) => type === 'matrix')
  .map(({ description }) => Result.parse(JSON.parse(description ?? '')))
const order = Object.keys(matrix)
results.sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id))
const guide = at('docs/csp.md')
writeFileSync(guide, writeMatrix(readFileSync(guide, 'utf8'), results))
