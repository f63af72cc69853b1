/**
 * `npm run attack:docs`: updates the tables in docs/threat-model.md and docs/custody.md. `-- --check` only compares
 * them, and exits with 1 if they differ.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as custody from '../custody/index-table.ts'
import * as threats from './threat-table.ts'

for (const { document, renew } of [threats, custody]) {
  const path = resolve(import.meta.dirname, '../..', document)
  const text = readFileSync(path, 'utf8')
  const renewed = renew(text)
  if (!process.argv.includes('--check')) writeFileSync(path, renewed)
  else if (renewed !== text) {
    process.stderr.write(`stale: ${document}\n`)
    process.exitCode = 1
  }
}
