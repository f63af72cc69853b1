import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Namespace } from '@airlock/protocol/scalars/caip.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ConnectorEvent, Offer } from '../src/modal/connectors/connector.ts'
import type { Agreement } from '../src/modal/connectors/walletconnect/agreement.ts'
import type { Pairing, Proposal } from '../src/modal/connectors/walletconnect/pairing.ts'
import { disconnect } from '../src/modal/flows/disconnect.ts'
import { establish } from '../src/modal/flows/establish.ts'
import { go } from '../src/modal/flows/navigate.ts'
import { close, open } from '../src/modal/flows/open.ts'
import { startPairing } from '../src/modal/flows/pair.ts'
import { restore } from '../src/modal/flows/restore.ts'
import { switchNetwork } from '../src/modal/flows/switch-network.ts'
import { routeAtom } from '../src/modal/router/router.ts'
import { connectionsAtom } from '../src/modal/state/accounts.ts'
import { activeConnectionAtom, otherConnectionsAtom } from '../src/modal/state/active-connection.ts'
import { connectorsAtom, connectRowsAtom } from '../src/modal/state/connectors.ts'
import { announcementAtom, isOpenAtom } from '../src/modal/state/modal.ts'
import { activeNetworkIdAtom } from '../src/modal/state/network.ts'
import { optionsAtom } from '../src/modal/state/options.ts'
import { canPairAtom, pairingAtom } from '../src/modal/state/pairing.ts'
import { createTestConnector, createTestModal, network, use } from './support/modal.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const address = `0x${'ab'.repeat(20)}`
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
const grant = { accounts: [], chains: [], methods: [], events: [] }
const agreed = (...granted: readonly Namespace[]): Agreement => ({
  topic: 'a'.repeat(64),
  expiresAt: Number.MAX_SAFE_INTEGER,
  wallet: 'Pocket',
  grants: Object.fromEntries(granted.map((namespace) => [namespace, grant])),
  parts: {},
})
const offers = {
  eip155: { accounts: [`eip155:1:${address}`], chainId: 'eip155:1' },
  solana: { accounts: [`${solana}:Abc`], chainId: solana },
  bip122: { accounts: [`${bitcoin}:Bc`], chainId: bitcoin },
} as const satisfies Partial<Record<Namespace, Offer>>

/** A relay and a wallet whose every word the test decides. */
function createFakePairing() {
  const ended = vi.fn(() => Promise.resolve())
  const connectorOf = (namespace: keyof typeof offers) =>
    createTestConnector({
      key: `walletConnect/${namespace}`,
      id: 'walletConnect',
      type: 'walletConnect',
      namespace,
      name: 'Pocket',
      handle: undefined,
      disconnect: ended,
      offer: offers[namespace],
    })
  const all = { eip155: connectorOf('eip155'), solana: connectorOf('solana'), bip122: connectorOf('bip122') }
  const updates = new Set<(agreement: Agreement) => void>()
  let agreement = agreed('eip155', 'solana')
  const made: { proposal: Proposal; approve: () => void; reject: (error: AirlockError) => void; withdrawn: boolean }[] =
    []
  const answers: (() => Promise<void>)[] = []
  const rest = vi.fn(() => Promise.resolve())
  const pairing: Pairing = {
    async propose(_networks, { signal }) {
      await Promise.race([
        answers.shift()?.(),
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new AirlockError('ABORTED')))),
      ])
      const approval = withResolvers<Agreement>()
      const entry = {
        withdrawn: false,
        approve: () => approval.resolve(agreement),
        reject: approval.reject,
        proposal: {
          code: { uri: `wc:${made.length + 1}`, expiresAt: Date.now() + 240_000 },
          approval: approval.promise,
          withdraw: () => {
            entry.withdrawn = true
            return Promise.resolve()
          },
        },
      }
      made.push(entry)
      return entry.proposal
    },
    restore: () => agreement,
    connectors: ({ grants }) =>
      Object.values(all).flatMap(({ connector }) => (grants[connector.namespace] ? [connector] : [])),
    onUpdate(_topic, listener) {
      updates.add(listener)
      return () => updates.delete(listener)
    },
    end: ended,
    ping: () => Promise.resolve(),
    rest,
  }
  return {
    pairing,
    made,
    answers,
    rest,
    ended,
    /** What the wallet agrees to when it is asked next. */
    agreeTo(...granted: readonly Namespace[]) {
      agreement = agreed(...granted)
    },
    /** The wallet writes its namespaces anew, and says so to whom it concerns. */
    async update(...granted: readonly Namespace[]) {
      const before = agreement
      agreement = agreed(...granted)
      for (const [namespace, { emit }] of Object.entries(all))
        if (before.grants[namespace as Namespace])
          emit(
            granted.includes(namespace as Namespace)
              ? { type: 'offer', offer: offers[namespace as keyof typeof offers] }
              : { type: 'removed' },
          )
      for (const listener of updates) listener(agreement)
      await vi.advanceTimersByTimeAsync(0)
    },
    emit: (namespace: keyof typeof offers, event: ConnectorEvent) => all[namespace].emit(event),
  }
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue
    reject = onError
  })
  return { promise, resolve, reject }
}

function createPairingModal() {
  const networks = [network(1), network(10), network(0, { id: solana, name: 'Sun' }), network(0, { id: bitcoin })]
  const modal = createTestModal({ networks })
  const fake = createFakePairing()
  const { context, store } = modal
  const project = { ...context.project, pairing: { relayUrl: 'wss://relay.example', projectId: '0'.repeat(32) } }
  Object.assign(context, { project, pairing: Promise.resolve(fake.pairing) })
  store.set(canPairAtom, true)
  return {
    ...modal,
    ...fake,
    state: () => store.get(pairingAtom),
    /** Asked, agreed, and closed again. */
    async connected() {
      open(context)
      go.push(context, { view: 'ConnectingWalletConnectBasic' })
      startPairing(context)
      await vi.advanceTimersByTimeAsync(0)
      fake.made.at(-1)?.approve()
      await vi.advanceTimersByTimeAsync(700)
    },
    async start() {
      open(context)
      go.push(context, { view: 'ConnectingWalletConnectBasic' })
      startPairing(context)
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

const never = () => new Promise<never>(() => {})
const silent = new AirlockError('RELAY_UNREACHABLE')

describe('a code', () => {
  test('is renewed before it ends, without a word, and the old one still connects', async () => {
    const { start, state, made, store } = createPairingModal()
    await start()
    expect(state()).toMatchObject({ status: 'code', uri: 'wc:1' })
    await vi.advanceTimersByTimeAsync(219_000)
    expect(made).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(state()).toMatchObject({ status: 'code', uri: 'wc:2' })
    expect(made[0]?.withdrawn).toBe(false)
    made[0]?.approve()
    await vi.advanceTimersByTimeAsync(0)
    expect(state()).toEqual({ status: 'done', wallet: 'Pocket' })
    expect(made[1]?.withdrawn).toBe(true)
    await vi.advanceTimersByTimeAsync(700)
    expect(store.get(isOpenAtom)).toBe(false)
  })

  test('that the wallet declines is followed by another, a second after it at the earliest', async () => {
    const { start, state, made, names } = createPairingModal()
    await start()
    await vi.advanceTimersByTimeAsync(400)
    made[0]?.reject(new AirlockError('USER_REJECTED'))
    await vi.advanceTimersByTimeAsync(0)
    expect(state()).toMatchObject({ status: 'declined', uri: undefined })
    await vi.advanceTimersByTimeAsync(599)
    expect(made).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(state()).toMatchObject({ status: 'declined', uri: 'wc:2' })
    expect(names()).toContain('USER_REJECTED')
  })

  test('that cannot be renewed counts as expired ten seconds before its end, and a new one can be asked for', async () => {
    const { start, state, answers, context } = createPairingModal()
    await start()
    answers.push(never)
    await vi.advanceTimersByTimeAsync(229_999)
    expect(state()).toMatchObject({ status: 'code', uri: 'wc:1' })
    await vi.advanceTimersByTimeAsync(1)
    expect(state()).toEqual({ status: 'expired' })
    startPairing(context)
    await vi.advanceTimersByTimeAsync(0)
    expect(state()).toMatchObject({ status: 'code', uri: 'wc:2' })
  })

  test('is taken back when the visitor leaves, and the relay is left', async () => {
    const { start, state, made, rest, context } = createPairingModal()
    await start()
    go.back(context)
    await vi.advanceTimersByTimeAsync(0)
    expect(state()).toEqual({ status: 'idle' })
    expect(made[0]?.withdrawn).toBe(true)
    expect(rest).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(made).toHaveLength(1)
  })

  test('that is not there yet when the visitor leaves is never shown', async () => {
    const { start, state, answers, made, context } = createPairingModal()
    const late = withResolvers<void>()
    answers.push(() => late.promise)
    await start()
    close(context, 'user')
    late.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(state()).toEqual({ status: 'idle' })
    expect(made).toHaveLength(0)
  })
})

describe('a relay', () => {
  test('that is silent is called slow, then unreachable', async () => {
    const { start, state, answers } = createPairingModal()
    answers.push(never)
    await start()
    await vi.advanceTimersByTimeAsync(7_999)
    expect(state()).toEqual({ status: 'preparing', isSlow: false })
    await vi.advanceTimersByTimeAsync(1)
    expect(state()).toEqual({ status: 'preparing', isSlow: true })
    await vi.advanceTimersByTimeAsync(12_000)
    expect(state()).toMatchObject({ status: 'failed', error: { code: 'RELAY_UNREACHABLE' } })
  })

  test.each(['ORIGIN_NOT_ALLOWED', 'INVALID_PROJECT_ID'] as const)('%s is said at once, with advice', async (code) => {
    const { start, state, answers, told } = createPairingModal()
    answers.push(() => Promise.reject(new AirlockError(code)))
    await start()
    expect(state()).toMatchObject({ status: 'failed', error: { code } })
    expect(told.filter(({ type }) => type === 'WARNING')).toMatchObject([{ payload: { code } }])
  })

  test('is not asked twice within a second', async () => {
    const { start, answers, made, context } = createPairingModal()
    answers.push(() => Promise.reject(silent))
    await start()
    startPairing(context)
    await vi.advanceTimersByTimeAsync(999)
    expect(made).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(made).toHaveLength(1)
  })
})

describe('a code made ahead, on a phone', () => {
  test('is nobody’s news while no view shows it, and outlives the views between', async () => {
    const { context, store, made, answers, told, state } = createPairingModal()
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    const late = withResolvers<void>()
    answers.push(() => late.promise)
    open(context)
    await vi.waitFor(() => expect(state()).toMatchObject({ status: 'preparing' }))
    await vi.advanceTimersByTimeAsync(8_000)
    expect(state()).toMatchObject({ isSlow: true })
    expect(store.get(announcementAtom)).toBeNull()
    late.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(state()).toMatchObject({ status: 'code', uri: 'wc:1' })
    go.push(context, { view: 'ConnectingWalletConnectBasic' })
    go.back(context)
    await vi.advanceTimersByTimeAsync(0)
    expect(made[0]?.withdrawn).toBe(false)
    close(context, 'user')
    await vi.advanceTimersByTimeAsync(0)
    expect(made[0]?.withdrawn).toBe(true)
    expect(state()).toEqual({ status: 'idle' })
    expect(told.filter(({ type }) => type === 'WARNING')).toEqual([])
  })
})

describe('without adapters', () => {
  test('a computer opens on the code, a phone with a list on the list, whatever is asked for', async () => {
    const { context, store, state } = createPairingModal()
    const options = store.get(optionsAtom)
    if (options) store.set(optionsAtom, { ...options, basic: true })
    expect(open(context, { view: 'Networks' })).toEqual({ view: 'ConnectingWalletConnectBasic' })
    await vi.waitFor(() => expect(state().status).toBe('code'))
    close(context, 'host')
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    expect(open(context)).toEqual({ view: 'ConnectingWalletConnectBasic' })
    close(context, 'host')
    Object.assign(context, { project: { ...context.project, listingUrl: 'https://list.example' } })
    expect(open(context)).toEqual({ view: 'AllWallets' })
  })
})

describe('a session', () => {
  test('brings every namespace that was granted; the active one stays active', async () => {
    const { start, made, store } = createPairingModal()
    await start()
    made[0]?.approve()
    await vi.advanceTimersByTimeAsync(0)
    expect(store.get(connectionsAtom)).toMatchObject({
      eip155: { status: 'connected', active: `eip155:1:${address}`, wallet: { id: 'walletConnect', name: 'Pocket' } },
      solana: { status: 'connected', active: `${solana}:Abc` },
    })
    expect(store.get(activeNetworkIdAtom)).toBe('eip155:1')
    // Its connectors are no rows of wallets in this browser.
    expect(store.get(connectRowsAtom).map(({ key }) => key)).toEqual(['walletConnect'])
  })

  test('ends for all namespaces when one is disconnected', async () => {
    const { start, made, store, context, ended } = createPairingModal()
    await start()
    made[0]?.approve()
    await vi.advanceTimersByTimeAsync(0)
    expect(await disconnect(context, 'eip155')).toEqual(['eip155', 'solana'])
    expect(store.get(connectionsAtom)).toMatchObject({
      eip155: { status: 'disconnected' },
      solana: { status: 'disconnected' },
    })
    expect(ended).toHaveBeenCalledTimes(2)
  })

  test('of an earlier visit is found again without a word to the wallet', async () => {
    const { context, store, made } = createPairingModal()
    await restore(context, {
      connectorId: 'walletConnect',
      connectorType: 'walletConnect',
      name: 'Pocket',
      namespace: 'eip155',
      network: 'eip155:1',
    })
    expect(store.get(connectionsAtom).eip155).toMatchObject({ status: 'connected', active: `eip155:1:${address}` })
    expect(store.get(connectorsAtom)).toHaveLength(2)
    expect(made).toHaveLength(0)
  })

  const hints = (told: readonly { type: string; payload: unknown }[]) =>
    told.flatMap(({ type, payload }) => (type === 'SAVE_HINT' ? [payload] : []))
  const hint = { connectorId: 'walletConnect', connectorType: 'walletConnect', name: 'Pocket' } as const

  test('of a wallet that agrees to another namespace alone makes its network the active one', async () => {
    const { connected, agreeTo, store } = createPairingModal()
    agreeTo('solana')
    await connected()
    expect(store.get(activeNetworkIdAtom)).toBe(solana)
    expect(store.get(activeConnectionAtom)?.active).toBe(`${solana}:Abc`)
  })

  test('brings nothing for networks that the app does not have', async () => {
    const { connected, agreeTo, store, state, ended } = createPairingModal()
    agreeTo('polkadot')
    await connected()
    expect(state()).toMatchObject({ status: 'failed', error: { code: 'UNAUTHORIZED' } })
    expect(store.get(connectionsAtom)).toEqual({})
    expect(ended).toHaveBeenCalledTimes(1)
  })

  test('that grows by a namespace has its account beside the active one', async () => {
    const { connected, update, store, told } = createPairingModal()
    await connected()
    const before = hints(told).length
    await update('eip155', 'solana', 'bip122')
    expect(store.get(activeNetworkIdAtom)).toBe('eip155:1')
    expect(store.get(otherConnectionsAtom).map(({ active }) => active)).toEqual([`${solana}:Abc`, `${bitcoin}:Bc`])
    // What a reload looks for is still the active one.
    expect(JSON.stringify(hints(told).slice(before))).not.toContain('bip122')
  })

  test('that grows again after it was ended by the visitor brings nothing back', async () => {
    const { connected, update, store, context } = createPairingModal()
    await connected()
    await disconnect(context)
    await update('eip155', 'solana')
    expect(store.get(activeConnectionAtom)).toBeUndefined()
  })

  test('that loses the active namespace goes on with another, and is found again by that', async () => {
    const { connected, update, store, told, context } = createPairingModal()
    await connected()
    open(context)
    await update('solana')
    expect(store.get(connectionsAtom).eip155).toEqual({ status: 'disconnected' })
    expect(store.get(activeNetworkIdAtom)).toBe(solana)
    expect(store.get(routeAtom)?.view).toBe('Account')
    expect(hints(told).at(-1)).toEqual({ hint: { ...hint, namespace: 'solana', network: solana } })
    await update('eip155', 'solana')
    expect(store.get(connectionsAtom).eip155).toMatchObject({ status: 'connected' })
    expect(store.get(activeNetworkIdAtom)).toBe(solana)
  })

  test('that loses all of it is over, and the network stays where it was', async () => {
    const { connected, emit, store, told, context } = createPairingModal()
    await connected()
    open(context)
    emit('eip155', { type: 'disconnect' })
    emit('solana', { type: 'disconnect' })
    expect(store.get(activeConnectionAtom)).toBeUndefined()
    expect(store.get(activeNetworkIdAtom)).toBe('eip155:1')
    expect(store.get(routeAtom)?.view).toBe('Connect')
    expect(hints(told).at(-1)).toEqual({ hint: null })
  })

  test('whose offer changes in another namespace moves nobody', async () => {
    const { connected, emit, store, told } = createPairingModal()
    await connected()
    const before = hints(told).length
    emit('solana', { type: 'offer', offer: { accounts: [`${solana}:Xyz`], chainId: solana } })
    expect(store.get(activeNetworkIdAtom)).toBe('eip155:1')
    expect(store.get(connectionsAtom).solana).toMatchObject({ active: `${solana}:Xyz` })
    expect(hints(told)).toHaveLength(before)
  })

  test('has its networks to choose from without a word to the wallet', async () => {
    const { connected, store, told, context } = createPairingModal()
    await connected()
    await switchNetwork(context, solana)
    expect(store.get(activeConnectionAtom)?.active).toBe(`${solana}:Abc`)
    expect(hints(told).at(-1)).toEqual({ hint: { ...hint, namespace: 'solana', network: solana } })
  })

  test('is what a reload finds when the wallet of the page beside it is disconnected', async () => {
    const { connected, store, told, context } = createPairingModal()
    await connected()
    const { connector } = createTestConnector()
    use(store, ...store.get(connectorsAtom), connector)
    establish(context, connector, offers.eip155)
    expect(await disconnect(context, 'eip155')).toEqual(['eip155'])
    expect(store.get(activeConnectionAtom)?.active).toBe(`${solana}:Abc`)
    expect(hints(told).at(-1)).toEqual({ hint: { ...hint, namespace: 'solana', network: solana } })
  })

  test('that goes on without the namespace that the page remembers is found all the same', async () => {
    const { context, store, agreeTo } = createPairingModal()
    agreeTo('solana')
    await restore(context, { ...hint, namespace: 'eip155', network: 'eip155:1' })
    expect(store.get(connectionsAtom)).toMatchObject({
      eip155: { status: 'disconnected' },
      solana: { status: 'connected' },
    })
  })
})
