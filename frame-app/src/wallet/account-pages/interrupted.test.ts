import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createInterrupted } from './interrupted.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a page is taken up once, by the user who has left it, within ten minutes', () => {
  let user: string | undefined = 'ada'
  const pages = createInterrupted<string>(() => user)
  expect(pages.takeUp()).toBeUndefined()

  pages.leave('export')
  expect(pages.takeUp()).toBe('export')
  expect(pages.takeUp()).toBeUndefined()

  pages.leave('export')
  user = 'bob'
  expect(pages.takeUp()).toBeUndefined()
  user = 'ada'
  expect(pages.takeUp()).toBeUndefined()

  pages.leave('export')
  pages.leave(undefined)
  expect(pages.takeUp()).toBeUndefined()

  pages.leave('export')
  vi.advanceTimersByTime(10 * 60_000)
  expect(pages.takeUp()).toBeUndefined()

  user = undefined
  pages.leave('export')
  expect(pages.takeUp()).toBeUndefined()
})
