/** All mutants, the rows of the tables, and the sources that they change. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Source } from '../rewrite/symbols.ts'
import { type Mutant, readTable } from './table.ts'

const tables = resolve(import.meta.dirname, 'tables')

export const mutants: readonly Mutant[] = readdirSync(tables)
  .sort()
  .flatMap((file) => readTable(readFileSync(resolve(tables, file), 'utf8')))

const root = resolve(import.meta.dirname, '../../..')
const folders = [
  'protocol/src',
  'host-sdk/src',
  'host-sdk/engine',
  'frame-app/src',
  'service/src',
  'service/contracts',
  'scripts/pack',
]

/** The files whose code a mutant may change, as they are in the working tree. */
export function readSources(): readonly Source[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', ...folders]
  return (
    execFileSync('git', args, { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter((file) => /\.(tsx?|css|sol)$/.test(file) && !/\.(test|d)\.tsx?$/.test(file))
      // Git lists a file until its removal is committed.
      .filter((file) => existsSync(resolve(root, file)))
      .map((file) => ({ file, text: readFileSync(resolve(root, file), 'utf8') }))
  )
}
