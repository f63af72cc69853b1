/**
 * Adding and removing adapters: the rules of the page, and the messages to the modal. The modal's own rules:
 * frame-app/test/adapters.test.ts.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { expect, test, vi } from 'vitest'
import { type Adaptable, addAdapter, removeAdapter } from '../src/adapters.ts'
import { createNetworks } from '../src/networks.ts'
import type { Page } from '../src/page.ts'
import { createStore } from '../src/store/store.ts'
import type { AccountState, Adapter, Airlock, Network } from '../src/types.ts'
import { bitcoin, emptyState, ethereum, optimism, solana } from './support.ts'

const adapterOf = (namespace: Adapter['namespace']) => {
  const detach = vi.fn()
  return { adapter: { namespace, attach: vi.fn(() => detach) }, detach }
}
const account = (namespace: AccountState['namespace'], status: AccountState['status']): AccountState => ({
  namespace,
  status,
  restoring: false,
  accounts: [],
})

function start({
  networks = [ethereum, solana],
  adapters,
  accounts = {},
}: {
  networks?: readonly Network[]
  adapters?: readonly Adapter[]
  accounts?: Record<string, AccountState>
} = {}) {
  const request = vi.fn((_type: string, _payload: object) => Promise.resolve({}))
  const refresh = vi.fn()
  const page = { connection: { live: { app: { request } } }, relay: { refresh } } as unknown as Page // the used parts
  const held: Adaptable = {
    airlock: {} as Airlock, // only passed on
    networks: createNetworks(networks, adapters),
    transports: { 'bip122:000000000019d6689c085ae165831e93': 'https://own.example' },
    store: createStore({ ...emptyState, accounts }),
    attached: new Map(),
    page: () => page,
  }
  const ids = () => held.networks.list.map(({ caipNetworkId }) => caipNetworkId)
  return { held, request, refresh, ids }
}
const [evmId, solanaId, bitcoinId] = [ethereum, solana, bitcoin].map(({ caipNetworkId }) => caipNetworkId)

test('an adapter is attached with its networks, and the modal gets them in its own form', async () => {
  const { held, request, refresh, ids } = start()
  const { adapter } = adapterOf('bip122')
  await addAdapter(held, adapter, [bitcoin])
  expect(adapter.attach).toHaveBeenCalledWith(held.airlock)
  expect(ids()).toEqual([evmId, solanaId, bitcoinId])
  expect(request.mock.calls).toEqual([
    [
      'ADD_ADAPTER',
      {
        networks: [expect.objectContaining({ id: bitcoinId, rpcUrls: ['https://own.example', 'https://rpc.example'] })],
      },
    ],
  ])
  expect(refresh).toHaveBeenCalledTimes(1)
  // Now its networks can also be added one by one.
  held.networks.add({ ...bitcoin, id: 'other', caipNetworkId: 'bip122:other' })
  expect(ids()).toContain('bip122:other')
})

test.each<[string, Adapter, readonly Network[], string]>([
  ['a network of another namespace', adapterOf('bip122').adapter, [optimism], 'another namespace'],
  ['no network at all', adapterOf('bip122').adapter, [], 'needs a network'],
  ['an unknown namespace', adapterOf('cosmos' as never).adapter, [], 'adapter'],
  ['no function', { namespace: 'bip122' } as never, [bitcoin], 'adapter'],
  ['an invalid network', adapterOf('bip122').adapter, [{ ...bitcoin, name: 'x'.repeat(500) }], 'name'],
])('%s is refused and changes nothing [C255]', async (_, adapter, networks, text) => {
  const { held, request, ids } = start()
  await expect(addAdapter(held, adapter, networks)).rejects.toThrow(text)
  expect(ids()).toEqual([evmId, solanaId])
  expect([request.mock.calls.length, held.attached.size]).toEqual([0, 0])
})

test('more networks than the modal takes are refused before anything changes [C255]', async () => {
  const { held, ids } = start()
  const many = Array.from({ length: 300 }, (_, at) => ({
    ...ethereum,
    id: at + 2,
    caipNetworkId: `eip155:${at + 2}` as const,
  }))
  await expect(addAdapter(held, adapterOf('eip155').adapter, many)).rejects.toMatchObject({ code: 'TOO_LARGE' })
  expect(ids()).toEqual([evmId, solanaId])
})

test('the networks of a namespace go with its last adapter', async () => {
  const own = adapterOf('solana')
  const { held, request, ids } = start()
  await addAdapter(held, own.adapter, [])
  await removeAdapter(held, 'solana')
  expect(ids()).toEqual([evmId])
  expect(own.detach).toHaveBeenCalledTimes(1)
  expect(request.mock.lastCall).toEqual(['REMOVE_ADAPTER', { namespaces: ['solana'] }])
  await expect(removeAdapter(held, 'solana')).rejects.toThrow('Chain adapter not found')
  expect(() => held.networks.add(solana)).toThrow("Adapter for namespace solana doesn't exist")
})

test('networks that the universal adapter serves too stay', async () => {
  const [universal, evm] = [adapterOf('universal'), adapterOf('eip155')]
  const { held, request, ids } = start({ adapters: [universal.adapter, evm.adapter] })
  await removeAdapter(held, 'eip155')
  expect(ids()).toEqual([evmId, solanaId])
  expect(request).not.toHaveBeenCalled()
  await expect(removeAdapter(held, 'universal')).rejects.toThrow('last adapter')
  expect(ids()).toEqual([evmId, solanaId])
})

test.each(['connected', 'connecting'] as const)('an adapter in use stays: %s', async (status) => {
  const { held, request, ids } = start({ accounts: { solana: account('solana', status) } })
  await expect(removeAdapter(held, 'solana')).rejects.toMatchObject({
    code: 'NOT_AVAILABLE',
    message: 'Cannot remove the adapter of solana while it is connected',
  })
  expect(ids()).toEqual([evmId, solanaId])
  expect(request).not.toHaveBeenCalled()
  await removeAdapter(held, 'eip155')
  expect(ids()).toEqual([solanaId])
})

test('if the modal has just connected one, the page keeps the adapter', async () => {
  const { held, request, ids } = start()
  request.mockRejectedValueOnce(new AirlockError('NOT_AVAILABLE', { message: 'connected' }))
  await expect(removeAdapter(held, 'solana')).rejects.toThrow('connected')
  expect(ids()).toEqual([evmId, solanaId])
  held.networks.add({ ...solana, id: 'other', caipNetworkId: 'solana:other' })
})

test('a frame that is lost meanwhile is configured again, so it is no failure', async () => {
  const { held, request, ids } = start()
  request.mockRejectedValue(new AirlockError('PEER_GONE'))
  await removeAdapter(held, 'solana')
  await addAdapter(held, adapterOf('bip122').adapter, [bitcoin])
  expect(ids()).toEqual([evmId, bitcoinId])
})
