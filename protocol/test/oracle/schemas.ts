/** The published JSON Schemas, compiled by a validator that shares no code with the ends. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

const folder = join(import.meta.dirname, '../../../docs/protocol/schemas')
// Lengths count UTF-16 units and patterns have no `u` flag, as docs/protocol.md says.
const ajv = new Ajv2020({
  unicode: false,
  logger: false,
  unicodeRegExp: false,
  strict: true,
  strictTypes: false,
  strictTuples: false,
})

export const published: ReadonlyMap<string, ValidateFunction> = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .map((path) => [
      path.slice(0, -'.json'.length),
      ajv.compile(JSON.parse(readFileSync(join(folder, path), 'utf8')) as object),
    ]),
)

export function accepts(name: string, value: unknown): boolean {
  const validate = published.get(name)
  if (!validate) throw new RangeError(`no published schema ${name}`)
  return validate(value)
}
