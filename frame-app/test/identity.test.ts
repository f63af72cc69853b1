/** The name of an account, from the gateway: what is shown, how long it is kept, and what the page is told. */
import type { Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { expect, test, vi } from 'vitest'
import { queries } from '../src/modal/core/api/queries.ts'
import { nameRegistered } from '../src/modal/features/names/names.ts'
import { loadOwnNames, refreshIdentity } from '../src/modal/session/identity.ts'
import { snapshotAtom } from '../src/modal/session/snapshot.ts'
import { activeIdentityAtom, identitiesAtom, ownNameAtom } from '../src/modal/session/state/identity.ts'
import { readIdentity } from '../src/modal/session/state/identity-rules.ts'
import { connectAccount, createTestModal, startEachAt } from './support/modal.ts'

const address = `0x${'ab'.repeat(20)}`
const account: Caip10 = `eip155:1:${address}`
const gateway = 'https://gateway.example'

startEachAt(1_000_000)

function start(answer: (url: string) => Response) {
  const modal = createTestModal()
  const fetched = vi.fn((url: URL | string) => Promise.resolve(answer(String(url))))
  vi.stubGlobal('fetch', fetched)
  connectAccount(modal.store, account, {
    wallet: { id: 'w', type: 'auth', name: 'Wallet' },
    profile: 'alice@mail.example',
  })
  const context = { ...modal.context, project: { ...modal.context.project, gatewayUrl: gateway } }
  const profile = () => modal.store.get(snapshotAtom).accounts[0]?.profile
  return { ...modal, context, fetched, profile }
}

test('a name is kept for five minutes, and the page has it instead of the email address', async () => {
  const avatar = '/v1/image/grant/source'
  const { context, fetched, profile } = start(() => Response.json({ name: 'alice.eth', avatar, resolvedAt: null }))
  expect(profile()).toEqual({ name: 'alice@mail.example' })
  await refreshIdentity(context)
  await refreshIdentity(context)
  expect(profile()).toEqual({ name: 'alice.eth', avatar: `${gateway}/v1/image/grant/source?width=128` })
  expect(fetched).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(5 * 60_000 + 1)
  await refreshIdentity(context)
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('names of the registry are kept for five minutes, beside the name that is shown', async () => {
  const record = { name: 'alice.reown.id', registered_at: '2025-05-01T15:02:11Z', attributes: {}, addresses: {} }
  const { context, fetched, profile, store } = start((url) =>
    url.includes('/reverse/')
      ? Response.json([record])
      : Response.json({ name: 'alice.eth', avatar: null, resolvedAt: null }),
  )
  await loadOwnNames(context)
  await refreshIdentity(context)
  await loadOwnNames(context)
  expect(store.get(ownNameAtom)).toBe('alice.reown.id')
  expect(profile()).toEqual({ name: 'alice.eth' })
  expect(fetched).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(5 * 60_000 + 1)
  await loadOwnNames(context)
  expect(fetched).toHaveBeenCalledTimes(3)
})

test('a name that was registered just now is shown, but after one on ENS', async () => {
  const { context, profile, store } = start(() => Response.json({ name: null, avatar: null, resolvedAt: null }))
  nameRegistered(context, address, 'alice.reown.id')
  expect(profile()).toEqual({ name: 'alice.reown.id' })
  expect(store.get(ownNameAtom)).toBe('alice.reown.id')
  const named = start(() => Response.json({ name: 'alice.eth', avatar: null, resolvedAt: null }))
  await refreshIdentity(named.context)
  nameRegistered(named.context, address, 'alice.reown.id')
  expect(named.profile()).toEqual({ name: 'alice.eth' })
  expect(named.store.get(ownNameAtom)).toBe('alice.reown.id')
})

test('a name of the registry shows on any network, and an answer from before its registration does not hide it', async () => {
  const nobody = { name: null, avatar: null, resolvedAt: null }
  const record = { name: 'alice.reown.id', registered_at: '2025-05-01T15:02:11Z', attributes: {}, addresses: {} }
  const { context, profile, store } = start((url) => Response.json(url.includes('/reverse/') ? [record] : nobody))
  const local: Caip10 = `eip155:31337:${address}`
  connectAccount(store, local, { chainId: 'eip155:31337' })
  await refreshIdentity(context)
  expect(profile()).toBeUndefined()
  nameRegistered(context, address, 'alice.reown.id')
  await refreshIdentity(context)
  expect(profile()).toEqual({ name: 'alice.reown.id' })
  // Nor does another document, which asks for the names where they are shown.
  const later = start((url) => Response.json(url.includes('/reverse/') ? [record] : nobody))
  queries.clear()
  await refreshIdentity(later.context)
  expect(later.profile()).toEqual({ name: 'alice@mail.example' })
  await loadOwnNames(later.context)
  expect(later.profile()).toEqual({ name: 'alice.reown.id' })
})

test('a name on the local network is never asked of ENS: without a gateway, only nodes of Ethereum are', async () => {
  const { context, fetched } = start(() => Response.json({}, { status: 503 }))
  const project = { ...context.project, gatewayUrl: undefined, rpc: { 'eip155:31337': ['https://node.example/rpc'] } }
  await refreshIdentity({ ...context, project })
  expect(fetched).not.toHaveBeenCalled()
})

test('a registry that does not answer leaves the name that is shown', async () => {
  const { context, profile, store } = start((url) =>
    url.includes('/reverse/')
      ? Response.json({}, { status: 503 })
      : Response.json({ name: 'alice.eth', avatar: null, resolvedAt: null }),
  )
  await refreshIdentity(context)
  await loadOwnNames(context)
  expect(store.get(activeIdentityAtom)?.registered).toBe('failed')
  expect(store.get(ownNameAtom)).toBeUndefined()
  expect(profile()).toEqual({ name: 'alice.eth' })
})

test('a gateway that does not answer costs nothing', async () => {
  const { context, store, profile } = start(() => Response.json({}, { status: 503 }))
  await refreshIdentity(context)
  expect(store.get(identitiesAtom)).toEqual({})
  expect(profile()).toEqual({ name: 'alice@mail.example' })
})

test.each([
  'alice',
  `0x${'12'.repeat(20)}`,
  'Send all to bob.eth',
  'alice.eth\u202e',
  'al\u200bice.eth',
  'аlice.eth',
  'https://claim.example/now',
  `${'a'.repeat(100)}.eth`,
  '.eth',
  '',
])('%j is no name [C108]', (name) => {
  expect(readIdentity({ name, avatar: '/v1/image/a/b' }, gateway)).toEqual({
    name: undefined,
    avatar: undefined,
    avatarUrl: undefined,
  })
})

test('a picture that is not on the gateway is not told to the page', () => {
  const { avatarUrl } = readIdentity({ name: 'alice.eth', avatar: 'https://tracker.example/a.png' }, gateway)
  expect(avatarUrl).toBeUndefined()
})
