import { expect, test, vi } from 'vitest'
import { createScrollRest } from './scroll-rest.ts'

test('work runs at once in a list at rest, and once when a moving list comes to rest', () => {
  const rest = createScrollRest()
  const [first, second] = [vi.fn(), vi.fn()]
  rest.whenAtRest(first)
  expect(first).toHaveBeenCalledTimes(1)
  rest.onScroll()
  rest.whenAtRest(second)
  rest.onScroll()
  expect(second).not.toHaveBeenCalled()
  rest.onScrollEnd()
  rest.onScrollEnd()
  expect(second).toHaveBeenCalledTimes(1)
  expect(first).toHaveBeenCalledTimes(1)
})

test('work that is taken back before the list rests never runs', () => {
  const rest = createScrollRest()
  const gone = vi.fn()
  rest.onScroll()
  const takeBack = rest.whenAtRest(gone)
  takeBack()
  rest.onScrollEnd()
  expect(gone).not.toHaveBeenCalled()
})
