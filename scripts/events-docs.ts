/**
 * `npm run events:docs`: writes the table of usage events in docs/analytics.md from the schemas and `analytics-facts.ts`. `-- --check` only
 * compares, and exits with 1 if the table is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type EventName, events, typeOfEvent } from '@airlock/protocol/contracts/analytics.ts'
import { type Absent, absentEvents, facts } from '@airlock/protocol/contracts/analytics-facts.ts'
import * as z from 'zod/mini'

const path = resolve(import.meta.dirname, '../docs/analytics.md')
const marks = ['<!-- events: written by npm run events:docs -->', '<!-- end of events -->'] as const

export const names = Object.keys(events) as EventName[] // as: the keys of the table

/** The kind of a value, without the lengths and patterns of its schema. */
function kindOf(value: unknown): string {
  const {
    enum: choices,
    type,
    anyOf,
    items,
  } = z
    .object({
      enum: z.optional(z.array(z.string())),
      type: z.optional(z.string()),
      anyOf: z.optional(z.array(z.unknown())),
      items: z.optional(z.unknown()),
    })
    .check()
    .parse(value)
  if (choices) return choices.map((one) => (one === '' ? 'empty' : one)).join(', ')
  if (anyOf?.[0] !== undefined) return kindOf(anyOf[0])
  if (items !== undefined) return `list of ${kindOf(items)}`
  return type ?? 'text'
}

function propertiesOf(name: EventName): string {
  const { properties = {}, required = [] } = z
    .object({ properties: z.optional(z.record(z.string(), z.unknown())), required: z.optional(z.array(z.string())) })
    .parse(z.toJSONSchema(events[name], { unrepresentable: 'any' }))
  const listed = Object.entries(properties).map(
    ([key, value]) => `\`${key}\`${required.includes(key) ? '' : '?'}: ${kindOf(value).replace('string', 'text')}`,
  )
  return listed.join('; ') || 'none'
}

const isAbsent = (one: object): one is Absent => 'absent' in one

export function table(): string {
  const sent = names.flatMap((name) => {
    const fact = facts[name]
    if (isAbsent(fact)) return []
    const left = fact.without === undefined ? '' : `. Left out: ${fact.without}`
    return `| \`${name}\` | ${propertiesOf(name)} | ${fact.when}${left} |`
  })
  const absent = [...Object.entries(facts), ...Object.entries(absentEvents)].flatMap(([name, fact]) =>
    isAbsent(fact) ? `| \`${name}\` | ${fact.absent} |` : [],
  )
  const errors = names.filter((name) => typeOfEvent(name) === 'error').map((name) => `\`${name}\``)
  return [
    `Type \`track\`; ${errors.join(', ')} has the type \`error\`.`,
    '',
    '| event | properties | sent when |',
    '|---|---|---|',
    ...sent,
    '',
    'Not sent:',
    '',
    '| event | why |',
    '|---|---|',
    ...absent,
  ].join('\n')
}

export function renew(text: string): string {
  const [start, end] = marks.map((mark) => text.indexOf(mark))
  if (start === undefined || end === undefined || start < 0 || end < start)
    throw new Error('docs/analytics.md has lost its marks')
  return `${text.slice(0, start)}${marks[0]}\n${table()}\n${text.slice(end)}`
}

export const read = (): string => readFileSync(path, 'utf8')

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const text = read()
  const renewed = renew(text)
  if (!process.argv.includes('--check')) writeFileSync(path, renewed)
  else if (renewed !== text) {
    process.stderr.write('stale: docs/analytics.md\n')
    process.exitCode = 1
  }
}
