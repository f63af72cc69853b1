/** Checks whether a changed value still fits its schema: nullable fields and free JSON accept some of the generated changes. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonSchema } from './schemas.ts'
import { type Change, change, decode, type Tagged } from './tagged.ts'

const ajv = new Ajv2020({
  unicode: false,
  logger: false,
  unicodeRegExp: false,
  strictTypes: false,
  strictTuples: false,
})
const compiled = new Map<JsonSchema, ValidateFunction>()
const names = { freshId: () => '' }

/** @param under path of the schema's value inside `message`; must be a prefix of the change's path */
export function stillFits(schema: JsonSchema, value: Tagged, difference: Change, under: readonly string[]): boolean {
  const validate = compiled.get(schema) ?? ajv.compile(schema)
  compiled.set(schema, validate)
  return validate(change(decode(value, names), { ...difference, at: difference.at.slice(under.length) }, names))
}
