/** Networks of namespaces with and without a connection, and networks that come and go beneath a wallet. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Caip2, Namespace } from '@airlock/protocol/scalars/caip.ts'
import { encodeAddress } from '@polkadot/util-crypto'
import { expect, test, vi } from 'vitest'
import { optionsAtom } from '../src/modal/core/options.ts'
import { routeAtom } from '../src/modal/core/router/router.ts'
import { connect } from '../src/modal/features/connect/connect.ts'
import { open } from '../src/modal/features/connect/open.ts'
import { addNetwork, removeNetwork } from '../src/modal/features/networks/networks.ts'
import { chooseNetwork, chooseWalletFor, switchNetwork } from '../src/modal/features/networks/switch-network.ts'
import { configure } from '../src/modal/host/configure.ts'
import type { restoreAll } from '../src/modal/host/restore.ts'
import type { Connector, Offer } from '../src/modal/session/connector.ts'
import { disconnect } from '../src/modal/session/disconnect.ts'
import { snapshotAtom } from '../src/modal/session/snapshot.ts'
import { connectionsAtom, setConnectionAtom } from '../src/modal/session/state/accounts.ts'
import { servesAtom } from '../src/modal/session/state/approved.ts'
import { connectRowsAtom } from '../src/modal/session/state/connectors.ts'
import { activeNetworkIdAtom } from '../src/modal/session/state/network.ts'
import { addressOn } from '../src/shared/chains/polkadot/ss58.ts'
import { createSunbird, createTestConnector, createTestModal, mainnet, network, owner, use } from './support/modal.ts'
import { kusama, polkadot } from './support/polkadot.ts'

const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const [alice, bob] = [
  '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
  '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty',
]
const networks = [network(1), network(10), ...[mainnet, devnet].map((id) => network(0, { id: id as Caip2, name: id }))]

const evm = (more: Parameters<typeof createTestConnector>[0] = {}) => createTestConnector({ key: 'evm', ...more })

async function start(connected: readonly Connector[], others: readonly Connector[] = []) {
  const modal = createTestModal({ networks })
  use(modal.store, ...connected, ...others)
  open(modal.context)
  for (const { key } of connected) await connect(modal.context, key)
  return modal
}
type Modal = Awaited<ReturnType<typeof start>>
test('on Polkadot another network writes the accounts in its own way, and the chosen one stays the chosen one', async () => {
  const others = [polkadot, kusama].map((id) => network(0, { id, name: id }))
  const { connector, emit } = createTestConnector({
    key: 'dot',
    handle: 'dot',
    namespace: 'polkadot',
    offer: { chainId: polkadot, accounts: [alice, bob].map((one) => `${polkadot}:${encodeAddress(one, 0)}` as const) },
    switchNetwork: () => Promise.resolve(),
  })
  const modal = createTestModal({ networks: [network(1), ...others] })
  const wallet: Connector = { ...connector, addressOn: (address, chainId) => addressOn(chainId, address) ?? address }
  use(modal.store, wallet)
  open(modal.context)
  await connect(modal.context, 'dot')
  const onPolkadot = stands(modal, 'polkadot')
  if (onPolkadot?.status !== 'connected') throw new Error('not connected')
  modal.store.set(setConnectionAtom, 'polkadot', { ...onPolkadot, active: `${polkadot}:${encodeAddress(bob, 0)}` })
  await switchNetwork(modal.context, kusama)
  const onKusama = {
    chainId: kusama,
    active: `${kusama}:${encodeAddress(bob, 2)}`,
    accounts: [alice, bob].map((one) => `${kusama}:${encodeAddress(one, 2)}`),
  }
  expect(stands(modal, 'polkadot')).toMatchObject(onKusama)
  emit({ type: 'chain', chainId: polkadot })
  expect(stands(modal, 'polkadot')).toMatchObject({ active: `${polkadot}:${encodeAddress(bob, 0)}` })
})

const stands = ({ store }: Modal, namespace: Namespace) => store.get(connectionsAtom)[namespace]

test('a chain without a connection needs another wallet: its wallets are offered, and the other connection stays', async () => {
  const modal = await start([evm().connector], [createSunbird().connector])
  open(modal.context, { view: 'Networks' })
  await chooseNetwork(modal.context, devnet)
  expect(modal.store.get(routeAtom)).toEqual({ view: 'SwitchActiveChain', chainId: devnet })
  expect(modal.store.get(activeNetworkIdAtom)).toBe('eip155:1')
  chooseWalletFor(modal.context, devnet)
  expect(modal.store.get(routeAtom)).toEqual({ view: 'Connect' })
  expect(modal.store.get(connectRowsAtom).map(({ name }) => name)).toEqual(['Sunbird'])
  await connect(modal.context, 'sol')
  expect(stands(modal, 'eip155')).toMatchObject({ status: 'connected' })
  expect(stands(modal, 'solana')).toMatchObject({ status: 'connected' })
})

test('a wallet of the page that works there as well is connected there without a choice', async () => {
  const both = createSunbird({ id: 'Example Wallet', name: 'Example Wallet' })
  const modal = createTestModal({ networks })
  use(modal.store, evm().connector, both.connector)
  open(modal.context)
  await connect(modal.context, 'evm', true)
  open(modal.context, { view: 'Networks' })
  await chooseNetwork(modal.context, mainnet)
  expect(modal.store.get(connectionsAtom)).toMatchObject({
    eip155: { status: 'connected' },
    solana: { status: 'connected', chainId: mainnet },
  })
  expect(modal.store.get(activeNetworkIdAtom)).toBe(mainnet)
})

test('switching between connected chains disconnects nothing, and asks the wallet of that chain', async () => {
  const asked = vi.fn(() => Promise.resolve())
  const modal = await start([evm().connector, createSunbird({ switchNetwork: asked }).connector])
  await switchNetwork(modal.context, 'eip155:1')
  expect(modal.store.get(activeNetworkIdAtom)).toBe('eip155:1')
  await switchNetwork(modal.context, devnet)
  expect(asked).toHaveBeenCalledTimes(1)
  expect(modal.store.get(snapshotAtom)).toMatchObject({ active: 'solana', network: devnet })
  expect(stands(modal, 'solana')).toMatchObject({ chainId: devnet, active: `${devnet}:${owner}` })
  expect(stands(modal, 'eip155')).toMatchObject({ status: 'connected', chainId: 'eip155:1' })
})

test('a wallet that changes its network in the background does not change that of the page', async () => {
  const metro = evm()
  const modal = await start([metro.connector, createSunbird().connector])
  metro.emit({ type: 'chain', chainId: 'eip155:10' })
  expect(modal.store.get(activeNetworkIdAtom)).toBe(mainnet)
  expect(stands(modal, 'eip155')).toMatchObject({ chainId: 'eip155:10' })
})

test('a wallet that moves and never answers has moved: its event ends the wait', async () => {
  let ended = false
  const silent = evm({
    switchNetwork: (_, { signal }) => {
      signal.addEventListener('abort', () => {
        ended = true
      })
      return new Promise(() => {})
    },
  })
  const modal = await start([silent.connector])
  open(modal.context)
  const chosen = chooseNetwork(modal.context, 'eip155:10')
  expect(modal.store.get(routeAtom)?.view).toBe('SwitchNetwork')
  silent.emit({ type: 'chain', chainId: 'eip155:10' })
  await chosen
  expect(ended).toBe(true)
  expect(modal.store.get(snapshotAtom)).toMatchObject({ network: 'eip155:10' })
  expect(modal.store.get(routeAtom)?.view).toBe('Account')
})

test('a wallet that goes leaves another connected one, which becomes active with its network', async () => {
  for (const leave of [
    ({ context }: Modal) => disconnect(context, 'solana'),
    (_: Modal, sunbird: ReturnType<typeof createSunbird>) => Promise.resolve(sunbird.emit({ type: 'removed' })),
  ]) {
    const sunbird = createSunbird()
    const modal = await start([evm().connector, sunbird.connector])
    expect(modal.store.get(snapshotAtom)).toMatchObject({ active: 'solana', network: mainnet })
    await leave(modal, sunbird)
    expect(stands(modal, 'solana')?.status).toBe('disconnected')
    expect(modal.store.get(snapshotAtom)).toMatchObject({ active: 'eip155', network: 'eip155:1' })
  }
})

test('a wallet in the background that goes leaves the network of the page', async () => {
  const modal = await start([evm().connector, createSunbird().connector])
  await disconnect(modal.context, 'eip155')
  expect(modal.store.get(snapshotAtom)).toMatchObject({ active: 'solana', network: mainnet })
})

test.each([
  [
    'still shares its account',
    { accounts: [`eip155:10:0x${'ab'.repeat(20)}`] as const, chainId: 'eip155:10' as const },
    'connected',
  ],
  ['cannot answer', new AirlockError('DISCONNECTED'), 'connected'],
  ['shares no account any more', undefined, 'disconnected'],
])(
  'a wallet that says that it reached or lost its network is asked again; one that %s is %3$s',
  async (_, answer, status) => {
    const restore = vi.fn(() => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)))
    const metro = evm({ restore })
    const modal = await start([metro.connector])
    metro.emit({ type: 'unclear' })
    await vi.dynamicImportSettled()
    expect(restore).toHaveBeenCalledTimes(1)
    expect(stands(modal, 'eip155')?.status).toBe(status)
    if (answer && !(answer instanceof Error)) expect(modal.store.get(activeNetworkIdAtom)).toBe(answer.chainId)
  },
)

test('an answer that is older than the wallet’s last event changes nothing', async () => {
  let answer: (offer: Offer) => void = () => {}
  const slow = evm({
    restore: () =>
      new Promise<Offer>((resolve) => {
        answer = resolve
      }),
  })
  const modal = await start([slow.connector])
  slow.emit({ type: 'unclear' })
  await vi.dynamicImportSettled()
  slow.emit({ type: 'chain', chainId: 'eip155:10' })
  answer({ accounts: [`eip155:1:${slow.address}`], chainId: 'eip155:1' })
  await vi.dynamicImportSettled()
  expect(modal.store.get(activeNetworkIdAtom)).toBe('eip155:10')
})

test('a switch that is answered after the wallet was disconnected connects nothing', async () => {
  let answer = () => {}
  const slow = evm({
    switchNetwork: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  const modal = await start([slow.connector])
  const switching = switchNetwork(modal.context, 'eip155:10')
  await disconnect(modal.context)
  answer()
  await expect(switching).rejects.toMatchObject({ code: 'DISCONNECTED' })
  expect(modal.store.get(activeNetworkIdAtom)).toBe('eip155:1')
})

test('a network that the wallet does not serve is known, unless the wallet can be given more', async () => {
  const strict = evm({ agreedChains: () => ['eip155:1'] })
  expect((await start([strict.connector])).store.get(servesAtom)('eip155:10')).toBe(false)
  const open = evm({ agreedChains: () => ['eip155:1'], addsNetworks: () => true })
  expect((await start([open.connector])).store.get(servesAtom)('eip155:10')).toBe(true)
  const silent = await start([evm().connector])
  expect(['eip155:10', mainnet].map((id) => silent.store.get(servesAtom)(id as Caip2))).toEqual([true, true])
})

test.each([
  ['eip155', 'eip155:1', 'eip155:10'],
  ['solana', mainnet, devnet],
  ['polkadot', polkadot, kusama],
] as const)(
  'the page is told which of its networks a wallet of %s has agreed to, and nothing of others',
  async (namespace, served, other) => {
    const listed = [served, other].map((id) => network(0, { id, name: id }))
    const accounts = [
      `${served}:${namespace === 'eip155' ? '0x71c7656ec7ab88b098defb751b7401b5f6d8976f' : owner}` as const,
    ]
    const approvedOf = async (more: Partial<Connector>) => {
      const modal = createTestModal({ networks: listed })
      const offer = { chainId: served, accounts }
      use(modal.store, createTestConnector({ key: 'one', handle: 'one', namespace, offer, ...more }).connector)
      open(modal.context)
      await connect(modal.context, 'one')
      return modal.store.get(snapshotAtom).accounts[0]
    }
    const unlisted = `${namespace}:elsewhere` as Caip2
    expect(await approvedOf({ agreedChains: () => [unlisted, served] })).toMatchObject({
      status: 'connected',
      approvedNetworks: [served],
    })
    expect(await approvedOf({ agreedChains: () => [served], addsNetworks: () => true })).not.toHaveProperty(
      'approvedNetworks',
    )
    expect(await approvedOf({})).not.toHaveProperty('approvedNetworks')
  },
)

test('removing the network of a connected wallet moves the wallet first', async () => {
  const modal = await start([evm().connector])
  removeNetwork(modal.context, 'eip155:1')
  expect(modal.store.get(snapshotAtom)).toMatchObject({ network: null, unsupported: 'eip155:1' })
  await vi.waitFor(() => expect(modal.store.get(activeNetworkIdAtom)).toBe('eip155:10'))
  expect(stands(modal, 'eip155')).toMatchObject({ chainId: 'eip155:10' })
})

test('a wallet that stays on a removed network is on an unsupported one', async () => {
  const stays = evm({ switchNetwork: () => Promise.reject(new AirlockError('USER_REJECTED')) })
  const modal = await start([stays.connector])
  removeNetwork(modal.context, 'eip155:1')
  await vi.waitFor(() => expect(open(modal.context)).toEqual({ view: 'UnsupportedChain' }))
  expect(modal.store.get(snapshotAtom)).toMatchObject({ network: null, unsupported: 'eip155:1' })
  addNetwork(modal.context, network(1))
  expect(modal.store.get(snapshotAtom)).toMatchObject({ network: 'eip155:1', unsupported: null })
})

test('another disconnect leaves a wallet on an unsupported network where it is', async () => {
  const metro = evm()
  const modal = await start([createSunbird().connector, metro.connector])
  metro.emit({ type: 'chain', chainId: 'eip155:99' })
  await disconnect(modal.context, 'solana')
  expect(modal.store.get(snapshotAtom)).toMatchObject({ network: null, unsupported: 'eip155:99' })
  await disconnect(modal.context)
  expect(modal.store.get(snapshotAtom)).toMatchObject({ network: 'eip155:1', unsupported: null })
})

test('removing the network of a wallet in the background leaves that of the page', async () => {
  const modal = await start([evm().connector, createSunbird().connector])
  removeNetwork(modal.context, 'eip155:1')
  await vi.waitFor(() => expect(stands(modal, 'eip155')).toMatchObject({ chainId: 'eip155:10' }))
  expect(modal.store.get(activeNetworkIdAtom)).toBe(mainnet)
})

/** The next visit, with what the frame has stored. */
function reload({ memory }: Modal, hints: Parameters<typeof restoreAll>[1], ...connectors: readonly Connector[]) {
  const modal = createTestModal({ networks }, memory)
  use(modal.store, ...connectors)
  const options = modal.store.get(optionsAtom)
  if (!options) throw new Error('no options')
  void configure(modal.context, {
    options,
    hints: [...hints],
    theme: { mode: 'auto', system: 'light', motion: 'auto', variables: {} },
    locale: { locale: 'en', dir: 'auto', messages: {} },
    dapp: { name: '', icons: [] },
  })
  return modal
}
const hints = ({ told }: Modal) => {
  const last = told.findLast(({ type }) => type === 'SAVE_HINTS')
  return last ? (last.payload as { hints: Parameters<typeof restoreAll>[1] }).hints : [] // as: just sent
}

test('a network that was chosen while nothing was connected is the one of the next visit', async () => {
  const modal = reload(await start([]), [])
  await switchNetwork(modal.context, 'eip155:10')
  expect(reload(modal, []).store.get(activeNetworkIdAtom)).toBe('eip155:10')
  await chooseNetwork(modal.context, mainnet)
  expect(reload(modal, []).store.get(activeNetworkIdAtom)).toBe(mainnet)
})

test('a network that the app no longer has is not remembered', async () => {
  const modal = reload(await start([]), [])
  modal.memory.set('network', 'eip155:99')
  expect(reload(modal, []).store.get(activeNetworkIdAtom)).toBe('eip155:1')
  modal.memory.set('network', { id: 'eip155:10' })
  expect(reload(modal, []).store.get(activeNetworkIdAtom)).toBe('eip155:1')
})

test('a chain without a connection that the user has chosen stays, although another one is restored', async () => {
  const [one, two] = [evm().connector, createSunbird().connector]
  const modal = reload(await start([]), [], one, two)
  open(modal.context)
  await connect(modal.context, two.key)
  await switchNetwork(modal.context, 'eip155:10')
  const next = reload(modal, hints(modal), one, two)
  await vi.waitFor(() => expect(stands(next, 'solana')).toMatchObject({ status: 'connected' }))
  expect(next.store.get(snapshotAtom)).toMatchObject({ active: 'eip155', network: 'eip155:10' })
  // Without what was chosen, the restored connection decides.
  next.memory.clear()
  const other = reload(next, hints(modal), one, two)
  await vi.waitFor(() => expect(other.store.get(activeNetworkIdAtom)).toBe(mainnet))
})
