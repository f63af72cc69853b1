import { atom, createStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import { stillStore } from './still-store.ts'

test('values that were read stay once the store is held, and the store itself goes on', () => {
  const store = createStore()
  const count = atom(1)
  const double = atom((get) => get(count) * 2)
  const unread = atom((get) => get(count) + 100)
  const { shown, hold } = stillStore(store)
  const listener = vi.fn()
  shown.sub(double, listener)
  store.set(count, 2)
  expect([shown.get(double), listener.mock.calls.length]).toEqual([4, 1])
  hold()
  shown.set(count, 3)
  expect([shown.get(double), listener.mock.calls.length]).toEqual([4, 1])
  expect(store.get(double)).toBe(6)
  expect([shown.get(unread), shown.get(unread)]).toEqual([103, 103])
})
