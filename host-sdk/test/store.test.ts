import type { Account, Snapshot } from '@airlock/protocol/contracts/shapes/account.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { createHintStore } from '../src/store/hints.ts'
import { readHints } from '../src/store/read-hints.ts'
import { readSnapshot } from '../src/store/snapshot.ts'
import { createStore } from '../src/store/store.ts'
import type { State } from '../src/types.ts'
import { connectedAccount as account, address, emptyState, ethereum } from './support.ts'

const initial: State = { ...emptyState, ready: false }
const snapshot: Snapshot = {
  open: true,
  view: 'Account',
  active: 'eip155',
  network: 'eip155:1',
  unsupported: null,
  networks: ['eip155:1'],
  accounts: [account],
  session: null,
  theme: 'light',
  health: 'ok',
}
const find = (id: string) => (id === 'eip155:1' ? ethereum : undefined)

test('a snapshot becomes public state, without handle and connector type', () => {
  expect(readSnapshot(snapshot, { accounts: {} }, find)).toMatchObject({
    ready: true,
    view: 'Account',
    network: ethereum,
    accounts: {
      eip155: { status: 'connected', address, caipAddress: `eip155:1:${address}`, wallet: { id: 'w', name: 'W' } },
    },
  })
  expect(JSON.stringify(readSnapshot(snapshot, { accounts: {} }, find))).not.toContain('"handle"')
})

test('an account has the page of its explorer, on its own network, and who is signed in', () => {
  const blockExplorers = { default: { name: 'Scan', url: 'https://scan.example/' } }
  const scanned = (id: string) => (id === 'eip155:1' ? { ...ethereum, blockExplorers } : undefined)
  const read = (changed: Partial<Account>) =>
    readSnapshot({ ...snapshot, accounts: [{ ...account, ...changed }] }, { accounts: {} }, scanned).accounts?.eip155
  const user = { email: 'ada@engines.example' }
  expect(read({ user })).toMatchObject({ user, addressExplorerUrl: `https://scan.example/address/${address}` })
  expect(read({ active: `eip155:10:${address}` })).not.toHaveProperty('addressExplorerUrl')
  expect(read({ active: null })).not.toHaveProperty('addressExplorerUrl')
})

test('restoring accounts are not ready', () => {
  expect(readSnapshot({ ...snapshot, accounts: [{ ...account, restoring: true }] }, { accounts: {} }, find).ready).toBe(
    false,
  )
})

test('a connection that is being found again stays as it was', () => {
  const { accounts } = readSnapshot(snapshot, { accounts: {} }, find)
  const restoring: Account = {
    ...account,
    status: 'connecting',
    restoring: true,
    active: null,
    accounts: [],
    wallet: null,
  }
  const next = readSnapshot({ ...snapshot, accounts: [restoring] }, { accounts: accounts ?? {} }, find)
  expect(next.ready).toBe(false)
  expect(next.accounts?.eip155).toBe(accounts?.eip155)
  const lost = readSnapshot(
    { ...snapshot, accounts: [{ ...restoring, status: 'disconnected', restoring: false }] },
    { accounts: accounts ?? {} },
    find,
  )
  expect(lost.accounts?.eip155?.status).toBe('disconnected')
})

test('the same state keeps its identity and notifies no listener', () => {
  const store = createStore(initial)
  const listener = vi.fn()
  store.subscribe(listener)
  store.set(readSnapshot(snapshot, store.getState(), find))
  const first = store.getState()
  store.set(readSnapshot(structuredClone(snapshot), first, find))
  expect(store.getState()).toBe(first)
  expect(listener).toHaveBeenCalledTimes(1)
  store.set({ open: true })
  expect(store.getState()).not.toBe(first)
  expect(store.getState().accounts).toBe(first.accounts)
  expect(Object.isFrozen(store.getState())).toBe(true)
})

test('an account that did not change keeps its identity beside one that did', () => {
  const solana: Account = { ...account, namespace: 'solana', active: null, accounts: [], wallet: null }
  const before = readSnapshot({ ...snapshot, accounts: [account, solana] }, { accounts: {} }, find).accounts
  const after = readSnapshot(
    { ...snapshot, accounts: [account, { ...solana, status: 'connecting' }] },
    { accounts: before ?? {} },
    find,
  ).accounts
  expect(after?.eip155).toBe(before?.eip155)
  expect(after?.solana).not.toBe(before?.solana)
})

test('view and network that the snapshot drops are gone from the state', () => {
  const store = createStore(initial)
  store.set(readSnapshot(snapshot, { accounts: {} }, find))
  store.set(readSnapshot({ ...snapshot, view: null, network: null }, { accounts: {} }, find))
  expect(store.getState().view).toBeUndefined()
  expect(store.getState().network).toBeUndefined()
})

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(globalThis, 'localStorage')
})

test('a listener that throws or leaves does not disturb the others', () => {
  const report = vi.fn()
  vi.stubGlobal('queueMicrotask', report)
  const store = createStore(initial)
  const seen: string[] = []
  store.subscribe(() => {
    throw new Error('mine')
  })
  const leave = store.subscribe(() => {
    seen.push('a')
    leave()
  })
  store.subscribe(() => seen.push('b'))
  store.set({ open: true })
  store.set({ open: false })
  expect(report).toHaveBeenCalledTimes(2)
  expect(seen).toEqual(['a', 'b', 'b'])
})

const hint = {
  connectorId: 'w',
  connectorType: 'injected',
  name: 'W',
  namespace: 'eip155',
  network: 'eip155:1',
} as const

function withStorage(storage: Partial<Storage> | undefined) {
  vi.stubGlobal('document', {})
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get() {
      if (!storage) throw new Error('blocked')
      return storage
    },
  })
}

test('hints are kept, found again, removed', () => {
  const items = new Map<string, string>()
  withStorage({
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  })
  createHintStore('p', 'local').write([hint])
  expect([...items.keys()]).toEqual(['@airlock/p/hints'])
  expect(createHintStore('p', 'local').read()).toEqual([hint])
  createHintStore('p', 'local').write([])
  expect(items.size).toBe(0)
  const memory = createHintStore('p', 'memory')
  memory.write([hint])
  expect(items.size).toBe(0)
  expect(memory.read()).toEqual([hint])
})

test.each([
  '{',
  '1',
  '[{"connectorId":"w"}]',
  JSON.stringify(hint),
  JSON.stringify([{ ...hint, token: 'x' }]),
  JSON.stringify([hint, { ...hint, network: 'x' }]),
  JSON.stringify([hint, hint, hint, hint, hint]),
])('stored hints of another form are ignored: %s [C220]', (text) => {
  withStorage({ getItem: () => text })
  expect(readHints(createHintStore('p', 'local').read())).toEqual([])
})

test('blocked storage degrades to memory', () => {
  withStorage(undefined)
  const hints = createHintStore('p', 'local')
  hints.write([hint])
  expect(hints.persistence).toBe('memory')
  expect(hints.read()).toEqual([hint])
})

test('hints that another tab saves are reported once; a page that comes back looks for them', () => {
  const items = new Map<string, string>()
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
  withStorage(storage)
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  const hints = createHintStore('p', 'local')
  const heard = vi.fn()
  const stop = hints.watch(heard)
  const others = () => createHintStore('p', 'local')
  others().write([hint])
  window.dispatchEvent(new Event('storage'))
  expect(hints.read()).toEqual([hint])
  window.dispatchEvent(new Event('storage'))
  expect(heard).toHaveBeenCalledTimes(1)
  others().write([])
  window.dispatchEvent(new Event('pageshow'))
  expect(heard).toHaveBeenCalledTimes(2)
  expect(hints.read()).toBeNull()
  hints.write([hint])
  window.dispatchEvent(new Event('storage'))
  expect(heard).toHaveBeenCalledTimes(2)
  stop()
  others().write([])
  window.dispatchEvent(new Event('storage'))
  expect(heard).toHaveBeenCalledTimes(2)
})

test('a page that keeps its hints in memory follows no tab', () => {
  withStorage({ getItem: () => JSON.stringify([hint]) })
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  const heard = vi.fn()
  createHintStore('p', 'memory').watch(heard)
  window.dispatchEvent(new Event('storage'))
  expect(heard).not.toHaveBeenCalled()
})
