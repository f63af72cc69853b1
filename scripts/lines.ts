/**
 * `npm run lines`: counts the code that decides what crosses an origin: `protocol/src` without blank lines and
 * comments, without pure tables (contracts, allowlist, scalars, the services over HTTP, errors, limits and
 * states), without the texts of sign-in messages, without the supervision of frames, which reads no message, and without type
 * declarations, which do not exist at run time.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const source = resolve(import.meta.dirname, '../protocol/src')
const tables =
  /^(contracts|allowlist|scalars|sign-in|wallet-service|gateway|frames)\/|^(errors|limits|channel\/call-state|channel\/serving-state)\.ts$/

/** The limit, and the ceiling of each count. Lower the ceilings when the code shrinks; raise them only for a reason. */
export const lines = { bar: 1000, ceiling: 995, withTypes: 1180 } as const

/**
 * Counts the lines that contain code. Relies on the formatter: a comment starts its own line, and the later lines of a
 * declaration are indented or close it.
 */
export function countLines(text: string): { code: number; types: number } {
  const count = { code: 0, types: 0 }
  let isInComment = false
  let isInType = false
  for (const line of text.split('\n')) {
    const code = line.trim()
    if (isInComment || code.startsWith('/*')) {
      isInComment = !code.includes('*/')
      continue
    }
    if (code === '' || code.startsWith('//')) continue
    isInType = isInType && /^[\s})>]/.test(line) ? true : /^(export )?(interface|type) /.test(line)
    count[isInType ? 'types' : 'code']++
  }
  return count
}

export interface Counted {
  readonly file: string
  readonly code: number
  readonly types: number
}

/** The counted files, longest first. */
export function countProtocol(): readonly Counted[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !tables.test(file))
    .map((file) => ({ file, ...countLines(readFileSync(join(source, file), 'utf8')) }))
    .sort((a, b) => b.code - a.code || a.file.localeCompare(b.file))
}

const sum = (of: 'code' | 'types') => countProtocol().reduce((total, counted) => total + counted[of], 0)

export const total = () => ({ code: sum('code'), withTypes: sum('code') + sum('types') })

if (process.argv[1]?.endsWith('lines.ts')) {
  const row = (name: string, code: string | number, types: string | number) =>
    console.log(`${name.padEnd(28)} ${String(code).padStart(5)} ${String(types).padStart(6)}`)
  row('', 'code', 'types')
  for (const { file, code, types } of countProtocol()) row(file, code, types)
  row('together', sum('code'), sum('types'))
  console.log(
    `bar ${lines.bar} for code: ${total().code <= lines.bar ? 'ok' : 'over'}; with types ${total().withTypes}`,
  )
}
