/** The modal follows adapters that the page adds and removes (specification §4). The page's rules: host-sdk/test/adapters.test.ts. */
import { expect, test, vi } from 'vitest'
import { optionsAtom } from '../src/modal/core/options.ts'
import { routeAtom } from '../src/modal/core/router/router.ts'
import { connect } from '../src/modal/features/connect/connect.ts'
import { open } from '../src/modal/features/connect/open.ts'
import { addAdapter, removeAdapter } from '../src/modal/host/adapters.ts'
import { configure } from '../src/modal/host/configure.ts'
import type { Offer } from '../src/modal/session/connector.ts'
import { disconnect } from '../src/modal/session/disconnect.ts'
import { snapshotAtom } from '../src/modal/session/snapshot.ts'
import { connectionsAtom } from '../src/modal/session/state/accounts.ts'
import { connectRowsAtom } from '../src/modal/session/state/connectors.ts'
import { activeNetworkIdAtom, networksAtom } from '../src/modal/session/state/network.ts'
import { plainOptions } from './support/bare-context.ts'
import {
  createSunbird,
  createTestConnector,
  createTestModal,
  mainnet,
  network,
  owner,
  stopTime,
  use,
} from './support/modal.ts'

stopTime()

const solana = network(0, { id: mainnet, name: 'Solana' })
const evm = () => createTestConnector({ name: 'Evm' }).connector
const sol = () => createSunbird({ id: 'sol', name: 'Sol' }).connector

function started(networks = [network(1), network(10)]) {
  const modal = createTestModal({ networks })
  use(modal.store, evm(), sol())
  const rows = () => modal.store.get(connectRowsAtom).map(({ name }) => name)
  const active = () => modal.store.get(activeNetworkIdAtom)
  return { ...modal, rows, active }
}

test('an adapter brings its networks and the rows of its wallets', () => {
  const { context, store, rows } = started()
  store.set(optionsAtom, { ...plainOptions, basic: true })
  expect(rows()).toEqual(['Evm'])
  addAdapter(context, [solana, network(1, { name: 'Renamed' })])
  expect(store.get(networksAtom).map(({ id, name }) => [id, name])).toEqual([
    ['eip155:1', 'Renamed'],
    ['eip155:10', 'Chain 10'],
    [mainnet, 'Solana'],
  ])
  expect(rows()).toEqual(['Evm', 'Sol'])
  expect(store.get(optionsAtom)?.basic).toBe(false)
  expect(store.get(snapshotAtom).networks).toContain(mainnet)
})

test('too many networks: none is added [C255]', () => {
  const { context, store } = started()
  const many = Array.from({ length: 300 }, (_, at) => network(at + 20))
  expect(() => addAdapter(context, many)).toThrow('networks')
  expect(store.get(networksAtom)).toHaveLength(2)
})

test('an adapter takes its networks and its wallets’ rows with it, and the first network of another chain is active', () => {
  const { context, store, rows, active } = started([network(1), solana])
  store.set(activeNetworkIdAtom, mainnet)
  removeAdapter(context, ['solana'])
  expect([active(), rows()]).toEqual(['eip155:1', ['Evm']])
  expect(store.get(networksAtom)).toHaveLength(1)
  expect(() => removeAdapter(context, ['eip155'])).toThrow('Cannot remove the last adapter')
  expect(store.get(networksAtom)).toHaveLength(1)
})

test('an adapter in use stays, whatever the page believes [C256]', async () => {
  const { context, store } = started([network(1), solana])
  open(context)
  await connect(context, 'sol')
  expect(() => removeAdapter(context, ['solana'])).toThrow('while it is connected')
  expect(store.get(networksAtom)).toHaveLength(2)
  expect(store.get(connectionsAtom).solana?.status).toBe('connected')
  await disconnect(context, 'solana')
  removeAdapter(context, ['solana'])
  expect(store.get(networksAtom)).toHaveLength(1)
})

test('the account that stays connected decides the network', async () => {
  const { context, store, active } = started([network(1), network(10), solana])
  open(context)
  const onTen = createTestConnector({ offer: { accounts: [`eip155:10:0x${'ab'.repeat(20)}`], chainId: 'eip155:10' } })
  use(store, onTen.connector)
  await connect(context, 'handle-1')
  store.set(activeNetworkIdAtom, mainnet)
  removeAdapter(context, ['solana'])
  expect(active()).toBe('eip155:10')
})

test('a wallet that is being asked connects nothing any more [C256]', async () => {
  const { context, store } = started([network(1), solana])
  let answer: (offer: Offer) => void = () => {}
  const answered = new Promise<Offer>((resolve) => {
    answer = resolve
  })
  const slow = { ...sol(), connect: () => answered }
  use(store, slow)
  open(context)
  const asked = connect(context, 'sol')
  expect(store.get(routeAtom)?.view).toBe('ConnectingExternal')
  removeAdapter(context, ['solana'])
  expect(store.get(routeAtom)?.view).toBe('Connect')
  answer({ accounts: [`${mainnet}:${owner}`], chainId: mainnet })
  await asked
  expect(store.get(connectionsAtom).solana).toBeUndefined()
})

test('a stored connection is restored with its adapter, and its hint stays until then', async () => {
  const { context, store, told } = started([network(1)])
  const hints = [
    { connectorId: 'sol', connectorType: 'announced', name: 'Sol', namespace: 'solana', network: mainnet } as const,
  ]
  void configure(context, {
    options: { ...plainOptions, networks: [network(1)] },
    hints,
    theme: { mode: 'auto', system: 'light', motion: 'auto', variables: {} },
    locale: { locale: 'en', dir: 'auto', messages: {} },
    dapp: { name: '', icons: [] },
  })
  await vi.dynamicImportSettled()
  expect(store.get(connectionsAtom).solana).toEqual({ status: 'disconnected', hint: hints[0] })
  open(context)
  await connect(context, 'handle-1')
  expect(told.findLast(({ type }) => type === 'SAVE_HINTS')?.payload).toMatchObject({
    hints: [{ namespace: 'eip155' }, { namespace: 'solana' }],
  })
  addAdapter(context, [solana])
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(4000)
  await vi.dynamicImportSettled()
  expect(store.get(connectionsAtom).solana).toMatchObject({ status: 'connected', active: `${mainnet}:${owner}` })
  expect(store.get(activeNetworkIdAtom)).toBe('eip155:1')
})
