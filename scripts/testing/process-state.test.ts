import { expect, test } from 'vitest'
import { rememberProcess } from './process-state.ts'

const name = 'AIRLOCK_TEST_LEFTOVER'
const read = (key: string): unknown => Reflect.get(globalThis, key)

test('globals and variables that were added, changed or removed are as before', () => {
  Object.assign(globalThis, { changed: 1, removed: 2 })
  process.env[name] = 'before'
  const restore = rememberProcess()

  Object.assign(globalThis, { changed: 3, added: 4 })
  Reflect.deleteProperty(globalThis, 'removed')
  process.env[name] = 'after'
  process.env[`${name}_2`] = 'new'
  restore()

  expect([read('changed'), read('removed'), 'added' in globalThis]).toEqual([1, 2, false])
  expect([process.env[name], process.env[`${name}_2`]]).toEqual(['before', undefined])
})

test.each([
  { owner: Date, key: 'now' },
  { owner: Math, key: 'random' },
  { owner: performance, key: 'now' },
  { owner: Array.prototype, key: 'map' },
  { owner: crypto, key: 'getRandomValues' },
  { owner: Crypto.prototype, key: 'randomUUID' },
])('a changed member of a global is as before: $key', ({ owner, key }) => {
  const before = Object.getOwnPropertyDescriptor(owner, key)
  const restore = rememberProcess()
  Object.defineProperty(owner, key, { value: () => 'changed', configurable: true, writable: true })
  restore()
  expect(Object.getOwnPropertyDescriptor(owner, key)).toEqual(before)
})

test('a member that a library adds stays', () => {
  const restore = rememberProcess()
  Object.assign(Reflect, { addedByLibrary: true })
  restore()
  expect(Reflect.deleteProperty(Reflect, 'addedByLibrary')).toBe(true)
  expect('addedByLibrary' in Reflect).toBe(false)
})
