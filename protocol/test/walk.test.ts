/** The pre-walk against a second implementation, and against what it exists for. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '../src/limits.ts'
import { walk, walkCopy } from '../src/walk.ts'
import { preWalk } from './oracle/pre-walk.ts'

const nest = (depth: number): unknown => {
  let value: unknown = {}
  for (let level = 1; level < depth; level++) value = level % 2 ? [value] : { a: value }
  return value
}

describe('agrees with the second implementation', () => {
  const small = { depth: 4, nodes: 20, size: 220 }

  test.each([
    ['small limits', small],
    ['the real limits', limits],
  ])('on anything, with %s', (_, bounds) => {
    const anything = fc.anything({
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withSparseArray: true,
      withTypedArray: true,
      maxDepth: 6,
    })
    fc.assert(
      fc.property(anything, (value) => {
        expect(walk(value, bounds)).toBe(preWalk(value, bounds).verdict)
      }),
      { numRuns: 5000 },
    )
  })

  test('on JSON, with limits around its size', () => {
    const bounds = fc.record({
      depth: fc.integer({ min: 0, max: 6 }),
      nodes: fc.integer({ min: 0, max: 30 }),
      size: fc.integer({ min: 0, max: 400 }),
    })
    const verdicts = new Set<string>()
    fc.assert(
      fc.property(fc.jsonValue(), bounds, (value, around) => {
        const verdict = walk(value, around)
        verdicts.add(verdict)
        expect(verdict).toBe(preWalk(value, around).verdict)
      }),
      { numRuns: 5000 },
    )
    expect([...verdicts]).toEqual(expect.arrayContaining(['ok', 'TOO_DEEP', 'TOO_LARGE']))
  })

  test('on objects whose keys name prototypes', () => {
    const key = fc.constantFrom('__proto__', 'constructor', 'prototype', 'a', 'toString', 'length', '0')
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.jsonValue())), (entries) => {
        const value = Object.fromEntries(entries)
        expect(walk(value, limits)).toBe(preWalk(value, limits).verdict)
        expect(walk({ a: [value] }, limits)).toBe(preWalk({ a: [value] }, limits).verdict)
      }),
    )
  })
})

test.each([
  [16, 'ok'],
  [17, 'TOO_DEEP'],
  [1000, 'TOO_DEEP'],
  [2000, 'TOO_DEEP'],
  [200_000, 'TOO_DEEP'],
])('%i levels: %s, without recursion [C29]', (depth, verdict) => {
  expect(walk(nest(depth), limits)).toBe(verdict)
})

test('a cycle ends at once, wherever it closes [C30]', () => {
  const self: Record<string, unknown> = {}
  self.self = self
  const list: unknown[] = []
  list.push({ list })
  const long: Record<string, unknown> = {}
  long.a = { b: { c: [long] } }
  for (const value of [self, list, long]) expect(walk(value, limits)).toBe('BAD_SHAPE')
})

test('an object that is reached twice without a cycle counts twice', () => {
  const shared = { a: 1 }
  expect(walk([shared, shared], { depth: 3, nodes: 5, size: 1000 })).toBe('ok')
  expect(walk([shared, shared], { depth: 3, nodes: 4, size: 1000 })).toBe('TOO_LARGE')
})

test('a graph that unfolds to 2^15 values is stopped by the count, not by the memory', () => {
  let bomb: unknown = 'x'
  for (let level = 0; level < 15; level++) bomb = [bomb, bomb]
  expect(walk(bomb, limits)).toBe('TOO_LARGE')
  let wide: unknown = Array.from({ length: 500 }, () => 0)
  for (let level = 0; level < 10; level++) wide = Array.from({ length: 500 }, () => wide)
  expect(walk(wide, limits)).toBe('TOO_LARGE')
})

test('own keys that name prototypes are refused at every level, also with harmless values [C02]', () => {
  for (const key of ['__proto__', 'constructor', 'prototype'])
    for (const text of [`{"${key}":1}`, `{"a":{"${key}":{}}}`, `{"a":[{"${key}":null}]}`])
      expect([text, walk(JSON.parse(text), limits)]).toEqual([text, 'BAD_SHAPE'])
})

test('only plain objects and plain lists pass [C34]', () => {
  class Own {
    a = 1
  }
  const foreign: unknown[] = [
    new Own(),
    Object.create({ a: 1 }) as unknown,
    new Date(),
    new Map(),
    /x/,
    new Error('x'),
    new Uint8Array(1),
  ]
  for (const value of [
    ...foreign,
    Object(1) as unknown,
    Object('x') as unknown,
    class {},
    () => 1,
    Symbol('x'),
    1n,
    undefined,
  ])
    expect(walk({ value }, limits)).toBe('BAD_SHAPE')
  const hidden = Symbol('x')
  expect(Reflect.ownKeys(walkCopy({ [hidden]: 1, a: 2 }, limits).copy)).toEqual(['a'])
  expect(walk(Object.setPrototypeOf([], null), limits)).toBe('BAD_SHAPE')
  expect(walk(Object.create(null), limits)).toBe('ok')
})

test('sparse lists and lists with more properties are refused [C34]', () => {
  const hole: unknown[] = [1, 2, 3]
  Reflect.deleteProperty(hole, '1')
  const swapped: unknown[] = [1, 2]
  Reflect.deleteProperty(swapped, '1')
  Object.assign(swapped, { extra: 1 })
  for (const value of [Object.assign([], { length: 3 }), hole, swapped, Object.assign([1], { extra: 1 })])
    expect(walk(value, limits)).toBe('BAD_SHAPE')
})

test('-0 becomes 0 in place, in objects and lists', () => {
  const value = { a: -0, list: [-0, { b: -0 }] }
  expect(walk(value, limits)).toBe('ok')
  expect(value).toEqual({ a: 0, list: [0, { b: 0 }] })
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('%s is refused', (value) => {
  expect(walk([value], limits)).toBe('BAD_SHAPE')
})

describe('a value that is too large', () => {
  test('a list is refused by its length, before its keys are listed', () => {
    const list = new Proxy(
      Array.from({ length: 400_000 }, () => 0),
      {
        ownKeys: () => {
          throw new Error('keys were listed')
        },
      },
    )
    expect(walk(list, limits)).toBe('TOO_LARGE')
    expect(walk(Object.assign([], { length: 2 ** 32 - 1 }), limits)).toBe('TOO_LARGE')
  })

  test('values, texts and keys count; the limit itself is still allowed', () => {
    const bounds = { depth: 2, nodes: 3, size: 8 + 1 + 8 + 2 }
    expect(walk({ a: 'xx' }, bounds)).toBe('ok')
    expect(walk({ a: 'xxx' }, bounds)).toBe('TOO_LARGE')
    expect(walk({ aa: 'xx' }, bounds)).toBe('TOO_LARGE')
    expect(walk({ a: 1 }, { ...bounds, nodes: 1 })).toBe('TOO_LARGE')
  })

  test('the work is bounded by the limit, not by the message', () => {
    let reads = 0
    const counting = (length: number) =>
      Array.from({ length }, () =>
        Object.defineProperty({}, 'a', {
          enumerable: true,
          get() {
            reads++
            return 1
          },
        }),
      )
    expect(walk({ list: counting(3000) }, limits)).toBe('ok')
    expect(reads).toBe(3000) // each value is read once
    reads = 0
    expect(walk([counting(9000), counting(9000), counting(9000)], limits)).toBe('TOO_LARGE')
    expect(reads).toBeLessThanOrEqual(limits.nodes)
  })
})

describe('the walk that copies', () => {
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 6 }),
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withSparseArray: true }),
  )

  test('judges as the walk does, and its copy is the same tree without a part in common', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const { verdict, copy } = walkCopy(value, limits)
        expect(verdict).toBe(walk(value, limits)) // after the copy: this one replaces -0 in place
        if (verdict !== 'ok') return
        expect(JSON.stringify(copy)).toBe(JSON.stringify(value))
        if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value)
      }),
      { numRuns: 2000 },
    )
  })

  test('reads each property once and keeps what it read', () => {
    let reads = 0
    const value = {
      list: [
        {
          get a() {
            return ++reads
          },
        },
      ],
    }
    const { copy } = walkCopy(value, limits)
    expect(copy).toEqual({ list: [{ a: 1 }] })
    expect(Object.getOwnPropertyDescriptor(copy.list[0], 'a')).toEqual({
      value: 1,
      writable: true,
      enumerable: true,
      configurable: true,
    })
    expect(reads).toBe(1)
  })

  test('a setter on a prototype is not called, and a frozen one does not stop it', () => {
    let calls = 0
    const poisoned = [
      [Object.prototype, 'secret'],
      [Array.prototype, '7'],
    ] as const
    const value = { own: { secret: 1 }, list: [0, 1, 2, 3, 4, 5, 6, 7] }
    for (const [prototype, key] of poisoned)
      Object.defineProperty(prototype, key, {
        configurable: true,
        set() {
          calls++
        },
      })
    const result = walkCopy(value, limits)
    for (const [prototype, key] of poisoned) Reflect.deleteProperty(prototype, key)
    expect(result).toMatchObject({ verdict: 'ok', copy: value })
    expect(calls).toBe(0)
    const { copy } = walkCopy({ toString: 'text' }, limits) // what assigning would do on a frozen prototype, it never does
    expect(Object.hasOwn(copy, 'toString')).toBe(true)
  })
})
