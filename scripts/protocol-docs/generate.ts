/** Valid values for a JSON Schema: with all fields, with as few as possible, or random ones from a seed. */
import { examplesOf } from './examples.ts'
import type { Random } from './random.ts'
import type { JsonSchema } from './schemas.ts'
import type { Tagged } from './tagged.ts'

/** `full` has every field and one item per list, so that every nested object occurs. */
export type Style = 'full' | 'minimal' | 'random'

const json: readonly Tagged[] = [{ a: [1, 'b', null, true] }, 'text', 42, null, [], {}, ['0x1']]
const plain: readonly string[] = ['Example', 'a', '', 'Straße 東京', 'x y']

function textsOf({ pattern, allOf = [], maxLength = Number.POSITIVE_INFINITY }: JsonSchema): readonly string[] {
  const texts = pattern ? examplesOf(pattern, maxLength) : plain.filter((text) => text.length <= maxLength)
  return texts.filter((text) => allOf.every((also) => new RegExp(also.pattern ?? '').test(text)))
}

export function generate(schema: JsonSchema, style: Style, random: Random): Tagged {
  const one = <T>(items: readonly T[]): T => (style === 'random' ? random.pick(items) : (items[0] as T)) // as: lists here are not empty
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return one(schema.enum)
  if (schema.anyOf) {
    const options = schema.anyOf
    const last = options[options.length - 1]
    return generate(style === 'minimal' && last ? last : one(options), style, random)
  }
  switch (schema.type) {
    case 'string':
      return one(textsOf(schema))
    case 'integer':
    case 'number':
      return numberOf(schema, style, random)
    case 'boolean':
      return one([true, false])
    case 'null':
      return null
    case 'array':
      return arrayOf(schema, style, random)
    case 'object':
      return objectOf(schema, style, random)
    default:
      return one(json)
  }
}

function numberOf({ type, minimum, exclusiveMinimum, maximum }: JsonSchema, style: Style, random: Random): number {
  const step = type === 'integer' ? 1 : 0.5
  const lowest = exclusiveMinimum === undefined ? Math.max(minimum ?? 0, -1000) : exclusiveMinimum + step
  const highest = Math.min(maximum ?? lowest + 1000, lowest + 1000)
  if (style === 'minimal') return lowest
  return style === 'full' ? highest : lowest + random.below(Math.floor((highest - lowest) / step) + 1) * step
}

function arrayOf(schema: JsonSchema, style: Style, random: Random): Tagged[] {
  if (schema.prefixItems) return schema.prefixItems.map((item) => generate(item, style, random))
  const { items } = schema
  if (!items || items.not) return []
  const least = schema.minItems ?? 0
  const most = Math.min(schema.maxItems ?? 3, 3)
  const length =
    style === 'minimal' ? least : style === 'full' ? Math.max(1, least) : least + random.below(most - least + 1)
  return Array.from({ length }, () => generate(items, style, random))
}

function objectOf(schema: JsonSchema, style: Style, random: Random): { [key: string]: Tagged } {
  const entries: [string, Tagged][] = []
  for (const [key, field] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(key)
    if (isRequired || style === 'full' || (style === 'random' && random.chance(0.5)))
      entries.push([key, generate(field, style, random)])
  }
  if (schema.additionalProperties && style !== 'minimal') {
    const key = schema.propertyNames?.pattern ? (examplesOf(schema.propertyNames.pattern)[0] ?? 'a') : 'a'
    entries.push([key, generate(schema.additionalProperties, style, random)])
  }
  return Object.fromEntries(entries)
}
