import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createChance } from './chance.ts'
import { rankTest } from './rank-test.ts'

const counted = (length: number, of: (index: number) => number) => Array.from({ length }, (_, index) => of(index))

test('two samples have the effect and the p value of scipy', () => {
  // scipy.stats.mannwhitneyu of 1..20 and 6..25, asymptotic: U = 112.5.
  const { effect, p } = rankTest(
    counted(20, (index) => index + 1),
    counted(20, (index) => index + 6),
  )
  expect(effect).toBe(0.28125)
  expect(p).toBeCloseTo(0.0184, 3)
})

test('equal samples are not significant, shifted samples are', () => {
  const chance = createChance('ranks')
  const draw = (more: number) => counted(1000, () => chance.below(1_000) + more)
  const same = rankTest(draw(0), draw(0))
  expect(same.effect).toBeCloseTo(0.5, 1)
  expect(same.p).toBeGreaterThan(0.01)
  const apart = rankTest(draw(100), draw(0))
  expect(apart.effect).toBeCloseTo(0.6, 1)
  expect(apart.p).toBeCloseTo(0, 6)
  const tied = rankTest([1, 1, 1], [1, 1, 1])
  expect(tied.effect).toBe(0.5)
  expect(tied.p).toBeCloseTo(1, 6)
})

test('swapped samples have the opposite effect and the same p value', () => {
  const values = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(values, values, (first, second) => {
      const [there, back] = [rankTest(first, second), rankTest(second, first)]
      expect(there.effect + back.effect).toBeCloseTo(1, 9)
      expect(there.p).toBeCloseTo(back.p, 9)
      expect(there.p).toBeGreaterThanOrEqual(0)
      expect(there.p).toBeLessThanOrEqual(1)
    }),
  )
})
