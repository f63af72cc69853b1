import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchTyped, nextIndex, type RovingLayout } from './next-index.ts'

const list: RovingLayout = { count: 4, orientation: 'vertical', rtl: false }
const strip: RovingLayout = { ...list, orientation: 'horizontal' }
const grid: RovingLayout = { count: 7, orientation: 'grid', columns: 3, rtl: false }

test.each<[string, number, RovingLayout, number | undefined]>([
  ['ArrowDown', 0, list, 1],
  ['ArrowUp', 0, list, 0],
  ['ArrowDown', 3, list, 3],
  ['End', 1, list, 3],
  ['Home', 3, list, 0],
  ['ArrowRight', 0, list, undefined],
  ['Enter', 0, list, undefined],
  ['ArrowRight', 0, strip, 1],
  ['ArrowDown', 0, strip, undefined],
  ['ArrowRight', 1, { ...strip, rtl: true }, 0],
  ['ArrowLeft', 1, { ...strip, rtl: true }, 2],
  ['ArrowDown', 1, grid, 4],
  ['ArrowDown', 5, grid, 5],
  ['ArrowUp', 4, grid, 1],
  ['ArrowLeft', 3, grid, 2],
  ['ArrowLeft', 3, { ...grid, rtl: true }, 4],
  ['End', 0, { ...list, count: 0 }, undefined],
])('%s from %d', (key, from, layout, to) => expect(nextIndex(key, from, layout)).toBe(to))

test('the focus never leaves the list', () => {
  const keys = fc.constantFrom('ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End')
  const orientations = fc.constantFrom('vertical', 'horizontal', 'grid')
  const sizes = fc.integer({ min: 1, max: 50 })
  fc.assert(
    fc.property(
      keys,
      orientations,
      sizes,
      fc.nat(),
      sizes,
      fc.boolean(),
      (key, orientation, count, seed, columns, rtl) => {
        const to = nextIndex(key, seed % count, { count, orientation, columns, rtl }) ?? 0
        return to >= 0 && to < count
      },
    ),
  )
})

describe('typing', () => {
  const labels = ['Base', 'Bitcoin', 'Ethereum', 'BNB Smart Chain']
  test('a letter walks through its matches', () => {
    expect(matchTyped(labels, 'b', 0)).toBe(1)
    expect(matchTyped(labels, 'bb', 1)).toBe(3)
    expect(matchTyped(labels, 'b', 3)).toBe(0)
  })
  test('more letters narrow it down, without moving away from a match', () => {
    expect(matchTyped(labels, 'bi', 1)).toBe(1)
    expect(matchTyped(labels, 'eth', 0)).toBe(2)
    expect(matchTyped(labels, 'q', 0)).toBeUndefined()
  })
})
