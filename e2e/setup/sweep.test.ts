import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstWord, swept } from './sweep.ts'

const named = (names: readonly string[]) => names.map((name) => ({ name }))
const kinds = (all: readonly { name: string }[]) => new Set(all.map(firstWord))
const kindOf = firstWord
const things = fc
  .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(40)), { selector: String, minLength: 1 })
  .map((pairs) => named(pairs.map(([kind, number]) => `${kind}-${number}`)))

test('a short sweep has each kind, as many more as were asked for, and the order of all', () => {
  fc.assert(
    fc.property(things, fc.nat(30), fc.integer(), (all, drawn, seed) => {
      const short = swept(all, { isWhole: false, seed, drawn, kindOf })
      expect(kinds(short)).toEqual(kinds(all))
      expect(short).toHaveLength(Math.min(all.length, kinds(all).size + drawn))
      expect(short).toEqual(all.filter((one) => short.includes(one)))
      expect(swept(all, { isWhole: false, seed, drawn, kindOf })).toEqual(short)
    }),
  )
})

test('another seed draws others in the end, and a whole sweep leaves nothing out', () => {
  const all = named(Array.from({ length: 40 }, (_, index) => `a-${index}`))
  const seen = new Set(
    Array.from({ length: 60 }, (_, seed) => swept(all, { isWhole: false, seed, drawn: 8, kindOf })).flatMap((drawn) =>
      drawn.map(({ name }) => name),
    ),
  )
  expect(seen.size).toBe(all.length)
  expect(swept(all, { isWhole: true, drawn: 0, kindOf })).toBe(all)
})
