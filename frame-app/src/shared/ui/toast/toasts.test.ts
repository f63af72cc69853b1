import { beforeEach, expect, test, vi } from 'vitest'
import { createToasts, type Toasts } from './toasts.ts'

let toasts: Toasts
const seen = () => toasts.getSnapshot()?.text

beforeEach(() => {
  vi.useFakeTimers()
  toasts = createToasts()
  return () => vi.useRealTimers()
})

test('shows at once, as a success, and leaves after six seconds', () => {
  toasts.show({ text: 'Address copied' })
  expect(toasts.getSnapshot()).toMatchObject({ text: 'Address copied', variant: 'success' })
  vi.advanceTimersByTime(5999)
  expect(seen()).toBe('Address copied')
  vi.advanceTimersByTime(1)
  expect(seen()).toBeUndefined()
})

test('a new one replaces the old after a gap, and only the newest is shown', () => {
  toasts.show({ text: 'one' })
  toasts.show({ text: 'two' })
  expect(seen()).toBeUndefined()
  vi.advanceTimersByTime(150)
  expect(seen()).toBe('two')
  vi.advanceTimersByTime(6000)
  expect(seen()).toBeUndefined()
})

test('two in the same moment do not both wait', () => {
  toasts.show({ text: 'one' })
  toasts.show({ text: 'two' })
  toasts.show({ text: 'three' })
  vi.advanceTimersByTime(150)
  expect(seen()).toBe('three')
})

test('work in progress and actions do not expire', () => {
  toasts.show({ text: 'Authenticating...', variant: 'loading' })
  vi.advanceTimersByTime(600_000)
  expect(seen()).toBe('Authenticating...')
  toasts.show({ text: 'Failed', variant: 'error', action: { label: 'Try again', onAction: () => {} } })
  vi.advanceTimersByTime(600_000)
  expect(seen()).toBe('Failed')
  toasts.dismiss()
  expect(seen()).toBeUndefined()
})

test('the clock stops while the pointer is on it, and then starts again', () => {
  toasts.show({ text: 'one' })
  vi.advanceTimersByTime(5000)
  toasts.hold()
  vi.advanceTimersByTime(60_000)
  expect(seen()).toBe('one')
  toasts.release()
  vi.advanceTimersByTime(5999)
  expect(seen()).toBe('one')
  vi.advanceTimersByTime(1)
  expect(seen()).toBeUndefined()
})

test('holding in the gap does not lose the next one', () => {
  toasts.show({ text: 'one' })
  toasts.show({ text: 'two' })
  toasts.hold()
  vi.advanceTimersByTime(150)
  expect(seen()).toBe('two')
})

test('dismissing in the gap drops the next one', () => {
  toasts.show({ text: 'one' })
  toasts.show({ text: 'two' })
  toasts.dismiss()
  vi.advanceTimersByTime(1000)
  expect(seen()).toBeUndefined()
})

test('says once that it has gone, by time or by a press, and not when another one replaces it', () => {
  const gone: string[] = []
  const show = (text: string) => toasts.show({ text, onGone: () => gone.push(text) })
  show('one')
  show('two')
  expect(gone).toEqual([])
  vi.advanceTimersByTime(150 + 6000)
  expect(gone).toEqual(['two'])
  show('three')
  toasts.dismiss()
  toasts.dismiss()
  expect(gone).toEqual(['two', 'three'])
})
