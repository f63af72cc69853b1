/** `npm run standards`: plays every rule of the standards with every kind of wallet, and prints the table. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod'
import { prepareSolana } from '../libraries/solana/prepare.ts'
import { notPlayed } from './eip1193.ts'

const Verdicts = z.array(
  z.object({ standard: z.string(), source: z.string(), rule: z.string(), broken: z.string().optional() }),
)

const root = resolve(import.meta.dirname, '../..')
const reports = resolve(root, 'test-results/provider-standards')
rmSync(reports, { recursive: true, force: true })
await prepareSolana()
const args = ['playwright', 'test', '-c', 'e2e/playwright.config.ts', 'e2e/specs/provider-standards.spec.ts']
process.exitCode = spawnSync('npx', args, { cwd: root, stdio: 'inherit' }).status ?? 1

for (const subject of ['injected', 'paired', 'embedded']) {
  const file = resolve(reports, `${subject}.json`)
  console.log(`\n${subject}`)
  if (!existsSync(file)) console.log('  not played')
  else
    for (const { standard, source, rule, broken } of Verdicts.parse(JSON.parse(readFileSync(file, 'utf8'))))
      console.log(`  ${broken === undefined ? 'ok    ' : 'BROKEN'}  ${standard}, ${source}: ${rule}`)
}
for (const [source, reason] of Object.entries(notPlayed)) console.log(`\nnot played: ${source}: ${reason}`)
