import { expect, test, vi } from 'vitest'
import { createScrollRest } from './scroll-rest.ts'

test('in a list at rest work runs at once, in a moving one when it rests, and once', () => {
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

test('what has left before the list rests never runs', () => {
  const rest = createScrollRest()
  const gone = vi.fn()
  rest.onScroll()
  const takeBack = rest.whenAtRest(gone)
  takeBack()
  rest.onScrollEnd()
  expect(gone).not.toHaveBeenCalled()
})
