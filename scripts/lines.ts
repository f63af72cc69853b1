/**
 * `npm run lines`: how much code decides what crosses an origin. Counts `protocol/src` without blank lines and comments, and
 * without what only states: contracts, allowlist, scalars, and the tables of errors, limits and states.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const source = resolve(import.meta.dirname, '../protocol/src')
const tables = /^(contracts|allowlist|scalars)\/|^(errors|limits|channel\/call-state|channel\/serving-state)\.ts$/

/** The design's bar, and where we stand: over it. The ceiling goes down with the code, and up only for a reason. */
export const lines = { bar: 1000, ceiling: 1140 } as const

/** A line counts if anything stands on it besides a comment. Comments begin their line: the formatter sees to it. */
export function countLines(text: string): number {
  let isInComment = false
  return text.split('\n').filter((line) => {
    const code = line.trim()
    if (isInComment || code.startsWith('/*')) {
      isInComment = !code.includes('*/')
      return false
    }
    return code !== '' && !code.startsWith('//')
  }).length
}

/** Files that decide, longest first. */
export function countProtocol(): readonly (readonly [file: string, count: number])[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !tables.test(file))
    .map((file) => [file, countLines(readFileSync(join(source, file), 'utf8'))] as const)
    .sort(([a, left], [b, right]) => right - left || a.localeCompare(b))
}

export const total = (): number => countProtocol().reduce((sum, [, count]) => sum + count, 0)

if (process.argv[1]?.endsWith('lines.ts')) {
  for (const [file, count] of countProtocol()) console.log(`${file.padEnd(28)} ${String(count).padStart(5)}`)
  const verdict = total() <= lines.bar ? 'ok' : `over, ceiling ${lines.ceiling}`
  console.log(`${'protocol, without tables'.padEnd(28)} ${String(total()).padStart(5)}  of ${lines.bar}  ${verdict}`)
}
