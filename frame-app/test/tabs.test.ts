/** Several tabs of one site: what one connects, switches and disconnects is so in the others, and no wallet is asked for it. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { describe, expect, test, vi } from 'vitest'
import { connect } from '../src/modal/features/connect/connect.ts'
import { open } from '../src/modal/features/connect/open.ts'
import { switchNetwork } from '../src/modal/features/networks/switch-network.ts'
import type { Connector } from '../src/modal/session/connector.ts'
import { disconnect } from '../src/modal/session/disconnect.ts'
import { snapshotAtom } from '../src/modal/session/snapshot.ts'
import { connectionsAtom } from '../src/modal/session/state/accounts.ts'
import { activeNetworkIdAtom } from '../src/modal/session/state/network.ts'
import { createSunbird, createTestConnector, mainnet, network, siteTime } from './support/modal.ts'
import { createSite, type Tab } from './support/site.ts'

const devnet: Caip2 = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const networks = [network(1), network(10), ...[mainnet, devnet].map((id) => network(0, { id, name: id }))]

/** A wallet whose questions fail the test: only the first tab may ask it. */
const silent = {
  connect: () => Promise.reject(new Error('asked')),
  disconnect: () => Promise.reject(new Error('asked')),
  switchNetwork: () => Promise.reject(new Error('asked')),
}
const evm = (more: Partial<Connector> = {}) => createTestConnector({ key: 'evm', handle: 'evm', ...more }).connector
const sol = (more: Partial<Connector> = {}) =>
  createSunbird({ agreedChains: () => [mainnet, devnet], ...more }).connector

const settle = siteTime(5000)
const said = ({ store }: Tab) => {
  const { active, network: at, unsupported, accounts } = store.get(snapshotAtom)
  const connected = accounts.filter(({ status }) => status === 'connected')
  return { active, at, unsupported, accounts: Object.fromEntries(connected.map((one) => [one.namespace, one.active])) }
}
async function connectIn({ context }: Tab, { key }: Connector) {
  open(context)
  await connect(context, key)
  await settle()
}

test('a connection is there in every tab, and in the next one', async () => {
  const site = createSite({ networks })
  const [one, two] = [site.open(evm(), sol()), site.open(evm(silent), sol(silent))]
  await connectIn(one, evm())
  expect(said(two)).toEqual(said(one))
  await connectIn(one, sol())
  expect(said(one).active).toBe('solana')
  expect(Object.keys(said(one).accounts)).toEqual(['eip155', 'solana'])
  expect(said(two)).toEqual(said(one))
  const three = site.open(evm(silent), sol(silent))
  await settle()
  expect(said(three)).toEqual(said(one))
})

test.each([['eip155' as const], ['solana' as const], [undefined]])(
  'a disconnect of %s is one in every tab',
  async (namespace) => {
    const site = createSite({ networks })
    const [one, two] = [site.open(evm(), sol()), site.open(evm(silent), sol(silent))]
    await connectIn(one, evm())
    await connectIn(one, sol())
    await disconnect(one.context, namespace)
    await settle()
    expect(said(two).accounts).toEqual(said(one).accounts)
    expect(Object.keys(said(two).accounts)).toEqual(
      ['eip155', 'solana'].filter((name) => namespace !== undefined && name !== namespace),
    )
    expect(site.hints().map((hint) => hint.namespace)).toEqual(Object.keys(said(two).accounts))
  },
)

test('a switch between chains, and between networks that the wallet need not be asked for, is one in every tab', async () => {
  const site = createSite({ networks })
  const moved = vi.fn(() => Promise.resolve())
  const [one, two] = [site.open(evm(), sol()), site.open(evm(silent), sol({ ...silent, switchNetwork: moved }))]
  await connectIn(one, sol())
  await connectIn(one, evm())
  await switchNetwork(one.context, devnet)
  await settle()
  expect(said(two)).toEqual(said(one))
  expect(said(two)).toMatchObject({ active: 'solana', at: devnet })
  expect(moved).toHaveBeenCalledTimes(1)
  await switchNetwork(one.context, 'eip155:1')
  await settle()
  expect(said(two)).toMatchObject({ active: 'eip155', at: 'eip155:1' })
})

test('a wallet that would ask is not asked: it tells every tab itself [C220]', async () => {
  const site = createSite({ networks })
  const asked = vi.fn(() => Promise.resolve())
  const [one, two] = [site.open(evm()), site.open(evm({ connect: silent.connect, switchNetwork: asked }))]
  await connectIn(one, evm())
  await switchNetwork(one.context, 'eip155:10')
  await settle()
  expect(asked).not.toHaveBeenCalled()
  expect(two.store.get(connectionsAtom).eip155).toMatchObject({ chainId: 'eip155:1' })
})

test('another wallet in the same chain replaces that of every tab', async () => {
  const site = createSite({ networks })
  const other = (more: Partial<Connector> = {}) =>
    evm({ key: 'other', handle: 'other', id: 'com.other', rdns: 'com.other', name: 'Other', ...more })
  const [one, two] = [site.open(evm(), other()), site.open(evm(silent), other(silent))]
  await connectIn(one, evm())
  await connectIn(one, other())
  expect(two.store.get(connectionsAtom).eip155).toMatchObject({ status: 'connected', wallet: { id: 'com.other' } })
})

describe('a tab that does not find the wallet', () => {
  test('says that it is not connected, and takes nothing from the others [C220]', async () => {
    const site = createSite({ networks })
    const [one, two] = [site.open(evm(), sol()), site.open(sol(silent))]
    await connectIn(one, evm())
    expect(said(two).accounts).toEqual({})
    expect(two.told.filter(({ type }) => type === 'SAVE_HINTS')).toEqual([])
    await connectIn(one, sol())
    expect(Object.keys(said(two).accounts)).toEqual(['solana'])
    expect(Object.keys(said(one).accounts)).toEqual(['eip155', 'solana'])
    expect(site.hints()).toHaveLength(2)
  })

  test('when it is opened later, neither disconnects the others nor has their wallet forgotten', async () => {
    const site = createSite({ networks })
    const one = site.open(evm())
    await connectIn(one, evm())
    site.open()
    await settle()
    expect(Object.keys(said(one).accounts)).toEqual(['eip155'])
    expect(site.hints()).toMatchObject([{ namespace: 'eip155' }])
  })

  test('disconnects the others if it is asked to disconnect', async () => {
    const site = createSite({ networks })
    const [one, two] = [site.open(evm()), site.open()]
    await connectIn(one, evm())
    await disconnect(two.context)
    await settle()
    expect(said(one).accounts).toEqual({})
    expect(site.hints()).toEqual([])
  })
})

test('a disconnect and a switch at the same time end disconnected everywhere', async () => {
  const site = createSite({ networks })
  const [one, two] = [site.open(sol()), site.open(sol())]
  await connectIn(one, sol())
  const [switched] = await Promise.allSettled([switchNetwork(two.context, devnet), disconnect(one.context)])
  if (switched.status === 'rejected') expect(switched.reason).toMatchObject({ code: 'DISCONNECTED' })
  await settle()
  expect([said(one).accounts, said(two).accounts]).toEqual([{}, {}])
  expect(site.hints()).toEqual([])
})

test('two tabs that switch at the same time end on one network', async () => {
  const site = createSite({ networks })
  const [one, two] = [site.open(sol()), site.open(sol())]
  await connectIn(one, sol())
  await Promise.all([switchNetwork(one.context, devnet), switchNetwork(two.context, mainnet)])
  await settle()
  expect(said(two)).toEqual(said(one))
  expect(two.store.get(activeNetworkIdAtom)).toBe(said(one).at)
})
