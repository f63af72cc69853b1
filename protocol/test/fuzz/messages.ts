/** Random messages for one end: valid ones, mutations of them, and rubbish. */
import { generate } from '../../../scripts/protocol-docs/generate.ts'
import { foreignValues, misfits, prototypesIn } from '../../../scripts/protocol-docs/hostile.ts'
import { createRandom, type Random } from '../../../scripts/protocol-docs/random.ts'
import { type JsonSchema, toJson } from '../../../scripts/protocol-docs/schemas.ts'
import { type Change, change, decode, type Names, type Tagged } from '../../../scripts/protocol-docs/tagged.ts'
import type { Schema } from '../../src/contracts/define.ts'
import { WireError } from '../../src/contracts/wire-error.ts'
import { type End, ends } from '../support/ends.ts'

export interface Ids {
  /** Calls that the end has open, with their types. */
  open: ReadonlyMap<string, string>
  /** Any id that was ever used in this session. */
  used: readonly string[]
  fresh(): string
}

interface Pool {
  valid: readonly Tagged[]
  changes: readonly Change[]
}

const names: Names = { freshId: () => '00000000-0000-4000-8000-000000000000' }
const pools = new Map<Schema, Pool>()

function poolOf(schema: Schema): Pool {
  const known = pools.get(schema)
  if (known) return known
  const json = toJson(schema)
  const random = createRandom(pools.size + 1)
  const valid = (['full', 'minimal', ...Array.from({ length: 6 }, () => 'random' as const)] as const).map((style) =>
    generate(json, style, random),
  )
  const pool = { valid, changes: changesOf(json, valid[0] ?? {}) }
  pools.set(schema, pool)
  return pool
}

const changesOf = (json: JsonSchema, full: Tagged): Change[] => [
  ...misfits(json, full, ['payload']),
  ...foreignValues(['payload']),
  ...prototypesIn(full, ['payload']),
]

export function createMessages(end: End, epoch: number, random: Random) {
  const everyType = [
    ...new Set(
      ends.flatMap(({ receives }) => [...Object.keys(receives.requests), ...Object.keys(receives.notifications)]),
    ),
  ]
  const received = [...Object.entries(end.receives.requests), ...Object.entries(end.receives.notifications)]

  /** A valid message in the present state; its payload is in the pool of `schema`. */
  function valid(ids: Ids): { message: Tagged; schema: Schema } {
    const open = [...ids.open]
    if (open.length > 0 && (received.length === 0 || random.chance(0.3))) {
      const [id, type] = random.pick(open)
      if (random.chance(0.15)) return { message: { id, epoch, type: 'PROGRESS', payload: {} }, schema: WireError }
      const isOk = random.chance(0.7)
      const schema = (isOk ? end.receives.answers[type] : undefined) ?? WireError
      const payload = random.pick(poolOf(schema).valid)
      return { message: { id, epoch, type: type + (isOk ? '_SUCCESS' : '_ERROR'), payload }, schema }
    }
    if (received.length === 0 || random.chance(0.05)) {
      const id = ids.used.length > 0 ? random.pick(ids.used) : ids.fresh()
      return { message: { id, epoch, type: 'CANCEL', payload: {} }, schema: WireError }
    }
    const [type, schema] = random.pick(received)
    const payload = random.pick(poolOf(schema).valid)
    const isRequest = Object.hasOwn(end.receives.requests, type)
    return { message: isRequest ? { id: ids.fresh(), epoch, type, payload } : { epoch, type, payload }, schema }
  }

  /** One thing wrong, or perhaps still right: the oracle decides. */
  function mutated(ids: Ids): unknown {
    const { message, schema } = valid(ids)
    const at = (path: Change['at'], to?: Tagged) =>
      change(decode(message, names), to === undefined ? { at: path } : { at: path, to }, names)
    switch (random.below(16)) {
      case 0:
        return at(['id'], ids.used.length > 0 ? random.pick(ids.used) : ids.fresh())
      case 1:
        return at(['id'], random.pick<Tagged>([null, '', 7, 'request', {}, ids.fresh().toUpperCase()]))
      case 2:
        return at(['id'], ids.fresh())
      case 3:
        return at(['id'])
      case 4:
        return at(['epoch'], random.pick<Tagged>([0, 1, epoch - 1, epoch + 1, '7', null, 1.5]))
      case 5:
        return at(
          ['type'],
          random.pick(random.chance(0.1) ? everyType : received.map(([type]) => type).concat('PROGRESS')) +
            random.pick(['', '_SUCCESS', '_ERROR', '_success', ' ']),
        )
      case 6:
        return at(['type'], random.pick(Object.keys(end.sends.requests).concat(Object.keys(end.sends.notifications))))
      case 7:
        return at(['payload', random.pick(['unexpected', '__proto__', 'constructor', 'prototype', 'id'])], {})
      case 8:
        return at(['payload'], random.pick<Tagged>([null, [], 'text', {}, { $: 'map' }, { $: 'cycle' }]))
      case 9:
        return at(['payload', 'deep'], { $: 'nest', depth: 10 + random.below(12) })
      case 10:
        return at([random.pick(['extra', '__proto__', 'constructor', 'port'])], { a: 1 })
      case 11:
        return random.chance(0.05)
          ? at(['payload', 'big'], { $: 'repeat', value: 'x', count: 65_000 + random.below(2000) })
          : at(['payload', 'list'], { $: 'fill', value: null, count: 20 })
      default: {
        const { changes, valid: values } = poolOf(schema)
        const base = { ...(message as object), payload: values[0] ?? {} }
        return changes.length > 0 ? change(decode(base as Tagged, names), random.pick(changes), names) : base
      }
    }
  }

  function rubbish(depth = 0): unknown {
    const leaf = [null, true, 0, -0, 1.5, Number.NaN, '', 'text', undefined, 10n, new Date(0), new Map(), /x/]
    if (depth > 4 || random.chance(0.3)) return random.pick<unknown>(leaf)
    if (random.chance(0.3)) return Array.from({ length: random.below(4) }, () => rubbish(depth + 1))
    const keys = ['id', 'epoch', 'type', 'payload', 'a', '__proto__', 'toString', 'constructor']
    const target = {}
    for (let count = random.below(5); count > 0; count--)
      Object.defineProperty(target, random.pick(keys), {
        value: rubbish(depth + 1),
        enumerable: true,
        configurable: true,
        writable: true,
      })
    return target
  }

  return { valid: (ids: Ids) => decode(valid(ids).message, names), mutated, rubbish: () => rubbish() }
}

/** A valid payload for a request of the end's own. */
export const payloadFor = (schema: Schema, random: Random): object =>
  decode(random.pick(poolOf(schema).valid), names) as object
