import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { createStorage } from './storage.ts'

/** Like the browser's: items are own properties, methods are not. */
class MemoryStorage {
  getItem(key: string): unknown {
    return Object.hasOwn(this, key) ? Reflect.get(this, key) : null
  }
  setItem(key: string, value: string): void {
    Reflect.set(this, key, value)
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key)
  }
}

const events = new EventTarget()
let partition: MemoryStorage
beforeEach(() => {
  partition = new MemoryStorage()
  vi.stubGlobal('localStorage', partition)
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
})
afterEach(() => void vi.unstubAllGlobals())

const project = { projectId: 'one' }
const origin = 'https://app.example'
/** All of them may share one partition of the browser: a subdomain, another port, a site inside the same page, a second project. */
const others = [
  ['another origin of the site', project, 'https://blog.app.example'],
  ['another port', project, 'https://app.example:8443'],
  ['another site inside the same top-level page', project, 'https://other.example'],
  ['another project', { projectId: 'two' }, origin],
] as const

test.each(others)(
  'values stored for one host page are not read, listed or removed for %s [C55, T22]',
  (_, ...where) => {
    const own = createStorage(project, origin)
    own.write('pairing/session', 'secret')
    const other = createStorage(...where)
    expect(other.persistence).toBe('local')
    expect(other.read('pairing/session', z.string())).toBeUndefined()
    expect(other.keys()).toEqual([])
    other.write('pairing/session', 'of the other')
    other.remove('pairing/session')
    expect(own.read('pairing/session', z.string())).toBe('secret')
    expect(createStorage(project, origin).keys()).toEqual(['pairing/session'])
  },
)

test.each(others)('a write of another tab is noticed, but not one of %s [C55]', (_, ...where) => {
  const heard = vi.fn()
  createStorage(project, origin).watch('ended', heard)
  const lastKey = () => Object.keys(partition).at(-1)
  const tell = () => events.dispatchEvent(Object.assign(new Event('storage'), { key: lastKey() }))
  createStorage(...where).write('ended', 1)
  tell()
  expect(heard).not.toHaveBeenCalled()
  createStorage(project, origin).write('ended', 2)
  tell()
  expect(heard).toHaveBeenCalledOnce()
})

test('a value that an earlier version stored without a host is not read [C55]', () => {
  partition.setItem('@airlock/pairing/session', '"secret"')
  const storage = createStorage(project, origin)
  expect(storage.read('pairing/session', z.string())).toBeUndefined()
  expect(storage.keys()).toEqual([])
})
