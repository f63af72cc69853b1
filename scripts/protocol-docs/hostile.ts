/** All invalid variants of a schema's value, as single changes to a full valid value. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonSchema } from './schemas.ts'
import { type Change, change, decode, type Tagged } from './tagged.ts'

export interface Hostile extends Change {
  name: string
}
type Path = readonly (string | number)[]

/** Values that no schema of ours accepts anywhere, because they are not JSON. */
const foreign: readonly [string, Tagged][] = [
  ['undefined', { $: 'undefined' }],
  ['NaN', { $: 'number', value: 'NaN' }],
  ['Infinity', { $: 'number', value: 'Infinity' }],
  ['a bigint', { $: 'bigint', value: '1' }],
  ['a boxed string', { $: 'boxed', value: 'text' }],
  ['a boxed number', { $: 'boxed', value: 1 }],
  ['a date', { $: 'date', value: 0 }],
  ['a map', { $: 'map' }],
  ['a set', { $: 'set' }],
  ['an error', { $: 'error', value: 'text' }],
  ['a regular expression', { $: 'regexp' }],
  ['bytes', { $: 'bytes', value: 8 }],
  ['a cycle', { $: 'cycle' }],
  ['a sparse list', { $: 'sparse', length: 3 }],
  ['a list with a property', { $: 'extended' }],
]

/** Changes that are not JSON: the pre-walk refuses them anywhere. */
export function* foreignValues(at: Path): Generator<Hostile> {
  for (const [name, to] of foreign) yield { name: `${name} as ${nameOf(at)}`, at, to }
}

/** Keys that name prototypes: the pre-walk refuses them in every object. */
export function* prototypesIn(value: Tagged, at: Path): Generator<Hostile> {
  if (!isRecord(value)) return
  for (const key of ['__proto__', 'constructor', 'prototype'])
    yield { name: `own ${key} in ${nameOf(at)}`, at: [...at, key], to: { polluted: true } }
}

/** Values that are JSON but do not fit the schema. */
export function* misfits(schema: JsonSchema, value: Tagged, at: Path): Generator<Hostile> {
  const here = nameOf(at)
  if (schema.anyOf) {
    yield { name: `${here} fits no choice`, at, to: { nothing: 'of this' } }
    const chosen = schema.anyOf[0]
    if (chosen) yield* misfits(chosen, value, at)
    return
  }
  if (schema.const !== undefined) {
    yield { name: `${here} is another constant`, at, to: 'SOMETHING_ELSE' }
    return
  }
  if (schema.enum) {
    yield { name: `${here} is not in the list`, at, to: 'NOT_LISTED' }
    yield { name: `${here} is an inherited name`, at, to: 'toString' }
    return
  }
  switch (schema.type) {
    case 'string':
      yield { name: `${here} is a number`, at, to: 7 }
      yield { name: `${here} is null`, at, to: null }
      if (schema.pattern) yield { name: `${here} breaks its pattern`, at, to: '\u0000<>' }
      if (schema.pattern?.endsWith('$') && typeof value === 'string')
        yield { name: `${here} ends with a line break`, at, to: `${value}\n` }
      if (schema.maxLength !== undefined) {
        // Only the length is wrong: the text starts like a valid one.
        const prefix = typeof value === 'string' ? value : ''
        const count = schema.maxLength - prefix.length + 1
        yield { name: `${here} is too long`, at, to: { $: 'repeat', prefix, value: 'x', count } }
      }
      return
    case 'integer':
    case 'number':
      yield { name: `${here} is a text`, at, to: JSON.stringify(value) }
      if (schema.type === 'integer') yield { name: `${here} has a fraction`, at, to: 1.5 }
      if (schema.minimum !== undefined && schema.minimum > Number.MIN_SAFE_INTEGER)
        yield { name: `${here} is too small`, at, to: schema.minimum - 1 }
      if (schema.exclusiveMinimum !== undefined) yield { name: `${here} is too small`, at, to: schema.exclusiveMinimum }
      if (schema.maximum !== undefined) yield { name: `${here} is too large`, at, to: schema.maximum + 1 }
      return
    case 'boolean':
      yield { name: `${here} is a text`, at, to: 'true' }
      yield { name: `${here} is a number`, at, to: 1 }
      return
    case 'null':
      yield { name: `${here} is not null`, at, to: false }
      return
    case 'array':
      yield* arrayMisfits(schema, value, at)
      return
    case 'object':
      yield* objectMisfits(schema, value, at)
      return
    case undefined:
      return
  }
}

function* arrayMisfits(schema: JsonSchema, value: Tagged, at: Path): Generator<Hostile> {
  const here = nameOf(at)
  if (!Array.isArray(value)) return
  yield { name: `${here} is an object`, at, to: { length: 0 } }
  yield { name: `${here} is a text`, at, to: 'text' }
  const [item] = value
  if (schema.maxItems !== undefined && item !== undefined && !schema.prefixItems)
    yield { name: `${here} has too many items`, at, to: { $: 'fill', count: schema.maxItems + 1, value: item } }
  if (schema.minItems) yield { name: `${here} has too few items`, at, to: [] }
  if (schema.prefixItems) yield { name: `${here} has one item more`, at, to: [...value, null] }
  for (const [index, part] of value.entries()) {
    const inner = schema.prefixItems?.[index] ?? schema.items
    if (inner) yield* misfits(inner, part, [...at, index])
  }
}

function* objectMisfits(schema: JsonSchema, value: Tagged, at: Path): Generator<Hostile> {
  const here = nameOf(at)
  if (!isRecord(value)) return
  if (at.length > 0) {
    yield { name: `${here} is a list`, at, to: [] }
    yield { name: `${here} is a text`, at, to: 'text' }
  }
  if (schema.additionalProperties === false)
    yield { name: `unknown field in ${here}`, at: [...at, 'unexpected'], to: true }
  if (schema.propertyNames?.pattern)
    yield { name: `a key of ${here} breaks its pattern`, at: [...at, '<key>'], to: 'text' }
  for (const key of schema.required ?? []) yield { name: `${[...at, key].join('.')} is missing`, at: [...at, key] }
  for (const [key, part] of Object.entries(value)) {
    const inner = schema.properties?.[key] ?? schema.additionalProperties
    if (inner) yield* misfits(inner, part, [...at, key])
  }
}

/** Every object of a value, with its path. */
export function* objectsIn(value: Tagged, at: Path): Generator<[Tagged, Path]> {
  if (typeof value !== 'object' || value === null) return
  if (isRecord(value)) yield [value, at]
  for (const [key, part] of Object.entries(value))
    yield* objectsIn(part, [...at, Array.isArray(value) ? Number(key) : key])
}

const nameOf = (at: Path): string => at.join('.') || 'the message'
const isRecord = (value: Tagged): value is { [key: string]: Tagged } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const ajv = new Ajv2020({
  unicode: false,
  logger: false,
  unicodeRegExp: false,
  strictTypes: false,
  strictTuples: false,
})
const compiled = new Map<JsonSchema, ValidateFunction>()
const noNames = { freshId: () => '' }

/**
 * Whether a changed value still fits its schema: nullable fields and free JSON accept some of the generated changes.
 * @param under path of the schema's value inside `message`; must be a prefix of the change's path
 */
export function stillFits(schema: JsonSchema, value: Tagged, difference: Change, under: readonly string[]): boolean {
  const validate = compiled.get(schema) ?? ajv.compile(schema)
  compiled.set(schema, validate)
  return validate(change(decode(value, noNames), { ...difference, at: difference.at.slice(under.length) }, noNames))
}
