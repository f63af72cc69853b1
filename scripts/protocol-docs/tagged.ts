/**
 * Tagged JSON: how conformance vectors represent values that JSON cannot. Every JSON value stands for itself, except an
 * object with the key `$`, whose meaning is in the table of `protocol/README.md`. The table and `decode` define the
 * whole format.
 */
export type Tagged = null | boolean | number | string | Tagged[] | { [key: string]: Tagged }

export interface Names {
  /** Id of the call that the receiver has open. */
  pendingId?: string | undefined
  /** A new id at each use. */
  freshId(): string
}

/** The kinds of tags and the meaning of each; the README contains this table. */
export const tags = {
  undefined: 'the value `undefined`, as an own property',
  number: '`value`: `NaN`, `Infinity`, `-Infinity` or `-0`',
  bigint: 'a bigint of `value`',
  boxed: 'a wrapper object (`new Number`, `new String`, `new Boolean`) around `value`',
  date: 'a `Date` at `value` milliseconds',
  map: 'an empty `Map`',
  set: 'an empty `Set`',
  error: 'an `Error` with the text `value`',
  regexp: 'a `RegExp`',
  bytes: 'an `ArrayBuffer` of `value` bytes',
  cycle: 'an object whose only field, `self`, is the object itself',
  shared: 'a list that holds one and the same object `count` times (no cycle)',
  nest: '`depth` objects inside each other, `{ "a": { "a": … {} } }`',
  sparse: 'a list of length `length` without elements',
  extended: 'a list with an extra property `extra`',
  fill: 'a list that holds `count` times the `value`',
  repeat: 'a string: `prefix`, if there is one, then `count` times the text `value`',
  own: 'an object whose own property `key` holds `value`, defined without running any setter',
  pendingId: 'the id of the call that the receiver has open',
  freshId: 'a new random id at each delivery',
} as const
type Tag = keyof typeof tags

export function decode(value: Tagged, names: Names): unknown {
  if (Array.isArray(value)) return value.map((item) => decode(item, names))
  if (typeof value !== 'object' || value === null) return value
  if (typeof value.$ === 'string') return decodeTag(value.$ as Tag, value, names)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, decode(item, names)]))
}

function decodeTag(tag: Tag, fields: { [key: string]: Tagged }, names: Names): unknown {
  const value = fields.value ?? null
  const count = Number(fields.count ?? 0)
  switch (tag) {
    case 'undefined':
      return undefined
    case 'number':
      return Number(value)
    case 'bigint':
      return BigInt(textOf(value))
    case 'boxed':
      return Object(value) as object
    case 'date':
      return new Date(Number(value))
    case 'map':
      return new Map()
    case 'set':
      return new Set()
    case 'error':
      return new Error(textOf(value))
    case 'regexp':
      return /x/
    case 'bytes':
      return new ArrayBuffer(Number(value))
    case 'cycle': {
      const self: Record<string, unknown> = {}
      self.self = self
      return self
    }
    case 'shared': {
      const one = {}
      return Array.from({ length: count }, () => one)
    }
    case 'nest': {
      let nested: object = {}
      for (let level = 1; level < Number(fields.depth); level++) nested = { a: nested }
      return nested
    }
    case 'sparse':
      return Object.assign([], { length: Number(fields.length) })
    case 'extended':
      return Object.assign([], { extra: true })
    case 'fill':
      return Array.from({ length: count }, () => decode(value, names))
    case 'repeat':
      return textOf(fields.prefix ?? '') + textOf(value).repeat(count)
    case 'own':
      return define({}, String(decode(fields.key ?? '', names)), decode(value, names))
    case 'pendingId':
      return names.pendingId
    case 'freshId':
      return names.freshId()
  }
}

/** One change to a valid message; hostile vectors are written only in this form. */
export interface Change {
  /** Path from the message's root. */
  at: readonly (string | number)[]
  /** Absent: the property is removed. */
  to?: Tagged
}

/** A copy of `message` with the change; `__proto__` becomes an own property like any other. */
export function change(message: unknown, { at, to }: Change, names: Names): unknown {
  const [key, ...rest] = at
  if (key === undefined) return to === undefined ? undefined : decode(to, names)
  const copy: Record<string, unknown> | unknown[] = Array.isArray(message)
    ? [...(message as unknown[])]
    : { ...(message as Record<string, unknown>) }
  const here = Reflect.get(copy, key) as unknown
  if (rest.length > 0) return define(copy, key, change(here, to === undefined ? { at: rest } : { at: rest, to }, names))
  if (to !== undefined) return define(copy, key, decode(to, names))
  if (Array.isArray(copy)) copy.splice(Number(key), 1)
  else Reflect.deleteProperty(copy, key)
  return copy
}

const textOf = (value: Tagged): string => (typeof value === 'string' ? value : JSON.stringify(value))

const define = (target: object, key: string | number, value: unknown): object =>
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true })
