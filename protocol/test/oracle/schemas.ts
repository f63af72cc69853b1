/** The published JSON Schemas, compiled by a validator that shares no code with the ends. */
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

// as: the validator checks each of them
const file = JSON.parse(readFileSync(new URL('../../../docs/protocol/schemas.json', import.meta.url), 'utf8')) as {
  $defs: Record<string, object>
}
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
  Object.entries(file.$defs).map(([name, schema]) => [name, ajv.compile(schema)]),
)

export function accepts(name: string, value: unknown): boolean {
  const validate = published.get(name)
  if (!validate) throw new RangeError(`no published schema ${name}`)
  return validate(value)
}
