import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Namespace } from '@airlock/protocol/scalars/caip.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ZodMiniType } from 'zod/mini'
import { type ListedWallet, readListedWallet, writeListedWallet } from '../src/modal/core/api/listed-wallet.ts'
import { announcementAtom, isOpenAtom } from '../src/modal/core/modal.ts'
import { optionsAtom } from '../src/modal/core/options.ts'
import { routeAtom, stackAtom } from '../src/modal/core/router/router.ts'
import { createScope } from '../src/modal/core/scope.ts'
import { connect } from '../src/modal/features/connect/connect.ts'
import { open } from '../src/modal/features/connect/open.ts'
import { suggestedRowsAtom } from '../src/modal/features/connect/state/suggested-rows.ts'
import { suggestionsAtom, walletImagesAtom } from '../src/modal/features/listing/state/listing.ts'
import { switchNetwork } from '../src/modal/features/networks/switch-network.ts'
import { endWalletLink, followWalletLink, openWalletLink } from '../src/modal/features/pairing/open-wallet-link.ts'
import { startPairing } from '../src/modal/features/pairing/pair.ts'
import { openedWalletAtom } from '../src/modal/features/pairing/state/opened-wallet.ts'
import { pairingAtom, pairingClientAtom } from '../src/modal/features/pairing/state/pairing.ts'
import type { Agreement } from '../src/modal/features/pairing/walletconnect/agreement.ts'
import { requestLink } from '../src/modal/features/pairing/walletconnect/links.ts'
import type { Pairing, Proposal } from '../src/modal/features/pairing/walletconnect/pairing.ts'
import { renewOnReturn, watchLate } from '../src/modal/features/pairing/walletconnect/renew.ts'
import type { SentRequest } from '../src/modal/features/pairing/walletconnect/requests.ts'
import { configure } from '../src/modal/host/configure.ts'
import { restore, restoreAll } from '../src/modal/host/restore.ts'
import { close } from '../src/modal/session/close.ts'
import type { ConnectorEvent, Offer } from '../src/modal/session/connector.ts'
import { disconnect } from '../src/modal/session/disconnect.ts'
import { go } from '../src/modal/session/navigate.ts'
import { connectionsAtom } from '../src/modal/session/state/accounts.ts'
import { activeConnectionAtom, otherConnectionsAtom } from '../src/modal/session/state/active-connection.ts'
import {
  canPairAtom,
  connectorsAtom,
  connectRowsAtom,
  hasPairingRowAtom,
  isSuggestingAtom,
  moreRowsAtom,
} from '../src/modal/session/state/connectors.ts'
import { activeNetworkIdAtom } from '../src/modal/session/state/network.ts'
import { storeConnection } from '../src/modal/session/store-connection.ts'
import { createTestConnector, createTestModal, network, stopTime, use } from './support/modal.ts'

stopTime()

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
  properties: { session: undefined, scoped: undefined },
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
  const requests = new Set<(request: SentRequest) => void>()
  const keepAppLink = vi.fn()
  let onLate: ((agreement: Agreement) => void) | undefined
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
    keepAppLink,
    onRequest(_topic, listener) {
      requests.add(listener)
      return () => requests.delete(listener)
    },
    onLate(listener, until) {
      onLate = listener
      until.addEventListener('abort', () => {
        onLate = undefined
      })
    },
    end: ended,
    rest,
  }
  return {
    pairing,
    /** A wallet agrees to a code that an earlier load of the page has shown. */
    approveEarlier: () => onLate?.(agreement),
    made,
    answers,
    rest,
    ended,
    keepAppLink,
    /** The relay has taken a request for the wallet, which was reached by a link. */
    async request(id: number, method = 'personal_sign') {
      const over = withResolvers<void>()
      const link = requestLink('kestrel://', id, agreement.topic)
      for (const listener of requests) listener({ method, wallet: 'Kestrel', link, over: over.promise })
      await vi.advanceTimersByTimeAsync(0)
      return {
        href: link.href,
        async answer() {
          over.resolve()
          await vi.advanceTimersByTimeAsync(0)
        },
      }
    },
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

function createPairingModal(options: Parameters<typeof createTestModal>[0] = {}) {
  const networks = [network(1), network(10), network(0, { id: solana, name: 'Sun' }), network(0, { id: bitcoin })]
  const modal = createTestModal({ networks, ...options })
  const fake = createFakePairing()
  const { context, store, answers: hostAnswers } = modal
  const project = { ...context.project, pairing: { relayUrl: 'wss://relay.example', projectId: '0'.repeat(32) } }
  Object.assign(context, { project })
  store.set(pairingClientAtom, Promise.resolve(fake.pairing))
  store.set(canPairAtom, true)
  return {
    ...modal,
    ...fake,
    hostAnswers,
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

  test('is followed by another when the wallet declines, at the earliest a second after it', async () => {
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

  test('counts as expired ten seconds before its end if it cannot be renewed, and a new one can be asked for', async () => {
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

  test('is taken back when the user leaves, and the relay is left', async () => {
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

  test('is never shown if the user leaves before it is there', async () => {
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
  test('is called slow, then unreachable, while it is silent', async () => {
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

  test.each(['ORIGIN_NOT_ALLOWED', 'INVALID_PROJECT_ID'] as const)(
    '%s is reported at once, with advice',
    async (code) => {
      const { start, state, answers, told } = createPairingModal()
      answers.push(() => Promise.reject(new AirlockError(code)))
      await start()
      expect(state()).toMatchObject({ status: 'failed', error: { code } })
      expect(told.filter(({ type }) => type === 'WARNING')).toMatchObject([{ payload: { code } }])
    },
  )

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
  test('is announced by no view that does not show it, and is not withdrawn between views', async () => {
    const { context, store, made, answers, told, state } = createPairingModal()
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    const late = withResolvers<void>()
    answers.push(() => late.promise)
    open(context)
    await vi.waitFor(() => expect(state()).toMatchObject({ status: 'preparing' }), 15_000)
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

describe('a project without adapters', () => {
  test('a computer opens on the code, a phone with a list on the list, whatever is asked for', async () => {
    const { context, store, state } = createPairingModal()
    const options = store.get(optionsAtom)
    if (options) store.set(optionsAtom, { ...options, basic: true })
    expect(open(context, { view: 'Networks' })).toEqual({ view: 'ConnectingWalletConnectBasic' })
    await vi.waitFor(() => expect(state().status).toBe('code'), 15_000)
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

  test('is found again after a reload without a message to the wallet', async () => {
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
    told.flatMap(({ type, payload }) => (type === 'SAVE_HINTS' ? [payload] : []))
  const hint = { connectorId: 'walletConnect', connectorType: 'walletConnect', name: 'Pocket' } as const

  test('makes another network the active one if the wallet agrees to that namespace alone', async () => {
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

  test('gains a namespace: its account is shown beside the active one', async () => {
    const { connected, update, store, told } = createPairingModal()
    await connected()
    const before = hints(told).length
    await update('eip155', 'solana', 'bip122')
    expect(store.get(activeNetworkIdAtom)).toBe('eip155:1')
    expect(store.get(otherConnectionsAtom).map(({ active }) => active)).toEqual([`${solana}:Abc`, `${bitcoin}:Bc`])
    // What a reload looks for is still the active one.
    expect(JSON.stringify(hints(told).slice(before))).not.toContain('bip122')
  })

  test('brings nothing back if it gains a namespace after the user has ended it', async () => {
    const { connected, update, store, context } = createPairingModal()
    await connected()
    await disconnect(context)
    await update('eip155', 'solana')
    expect(store.get(activeConnectionAtom)).toBeUndefined()
  })

  test('loses the active namespace: it goes on with another one, and is found again by that', async () => {
    const { connected, update, store, told, context } = createPairingModal()
    await connected()
    open(context)
    await update('solana')
    expect(store.get(connectionsAtom).eip155).toEqual({ status: 'disconnected' })
    expect(store.get(activeNetworkIdAtom)).toBe(solana)
    expect(store.get(routeAtom)?.view).toBe('Account')
    expect(hints(told).at(-1)).toEqual({ hints: [{ ...hint, namespace: 'solana', network: solana }] })
    await update('eip155', 'solana')
    expect(store.get(connectionsAtom).eip155).toMatchObject({ status: 'connected' })
    expect(store.get(activeNetworkIdAtom)).toBe(solana)
  })

  test('loses all namespaces: it is over, and the network stays', async () => {
    const { connected, emit, store, told, context } = createPairingModal()
    await connected()
    open(context)
    emit('eip155', { type: 'disconnect' })
    emit('solana', { type: 'disconnect' })
    expect(store.get(activeConnectionAtom)).toBeUndefined()
    expect(store.get(activeNetworkIdAtom)).toBe('eip155:1')
    expect(store.get(routeAtom)?.view).toBe('Connect')
    expect(hints(told).at(-1)).toEqual({ hints: [] })
  })

  test('a changed offer in another namespace does not change the network', async () => {
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
    expect(hints(told).at(-1)).toEqual({ hints: [{ ...hint, namespace: 'solana', network: solana }] })
  })

  test('is what a reload finds when the wallet of the page beside it is disconnected', async () => {
    const { connected, store, told, context } = createPairingModal()
    await connected()
    const { connector } = createTestConnector()
    use(store, ...store.get(connectorsAtom), connector)
    storeConnection(context, connector, offers.eip155)
    expect(await disconnect(context, 'eip155')).toEqual(['eip155'])
    expect(store.get(activeConnectionAtom)?.active).toBe(`${solana}:Abc`)
    expect(hints(told).at(-1)).toEqual({ hints: [{ ...hint, namespace: 'solana', network: solana }] })
  })

  test('is restored beside the wallet of the page that has the other namespace', async () => {
    const { context, store } = createPairingModal()
    const { connector } = createTestConnector()
    use(store, connector)
    const { id, name, type } = connector
    const ofPage = { connectorId: id, connectorType: type, name, namespace: 'eip155', network: 'eip155:1' } as const
    restoreAll(context, [ofPage, { ...hint, namespace: 'solana', network: solana }])
    await vi.waitFor(() => expect(store.get(connectionsAtom).solana?.status).toBe('connected'))
    expect(store.get(connectionsAtom)).toMatchObject({
      eip155: { wallet: { id } },
      solana: { wallet: { id: 'walletConnect' } },
    })
    expect(store.get(activeNetworkIdAtom)).toBe('eip155:1')
  })

  test('is found although it has lost the namespace that the page remembers', async () => {
    const { context, store, agreeTo } = createPairingModal()
    agreeTo('solana')
    await restore(context, { ...hint, namespace: 'eip155', network: 'eip155:1' })
    expect(store.get(connectionsAtom)).toMatchObject({
      eip155: { status: 'disconnected' },
      solana: { status: 'connected' },
    })
  })
})

describe('a request in a wallet that was reached by a link', () => {
  const opened = (told: readonly { type: string; payload: unknown }[]) =>
    told.flatMap(({ type, payload }) => (type === 'LINK_OPEN' ? [payload] : []))

  /** Connected, and the page opens links, or will not. */
  async function withWallet({ opens, onPhone = false }: { opens: boolean; onPhone?: boolean }) {
    const modal = createPairingModal()
    await modal.connected()
    vi.stubGlobal('matchMedia', () => ({ matches: onPhone }))
    modal.hostAnswers.set('LINK_OPEN', opens ? { opened: true } : new AirlockError('NEEDS_CLICK'))
    return modal
  }

  test('opens the link of it, once, and nothing else', async () => {
    const { request, told, store } = await withWallet({ opens: true })
    const { href, answer } = await request(7)
    expect(href).toBe(`kestrel://wc?requestId=7&sessionTopic=${'a'.repeat(64)}`)
    expect(opened(told)).toEqual([{ url: href, target: 'self' }])
    expect(store.get(isOpenAtom)).toBe(false)
    await answer()
    expect(opened(told)).toHaveLength(1)
    expect(store.get(isOpenAtom)).toBe(false)
  })

  test('shows a link on a phone if the wallet did not cover the page, and none if it did', async () => {
    const page = stubPage()
    const { request, store } = await withWallet({ opens: true, onPhone: true })
    const first = await request(7)
    await vi.advanceTimersByTimeAsync(1_499)
    expect(store.get(isOpenAtom)).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(store.get(routeAtom)).toMatchObject({ view: 'OpenWallet', link: { href: first.href } })
    await first.answer()
    expect(store.get(isOpenAtom)).toBe(false)
    const second = await request(8)
    page.setHidden(true)
    page.setHidden(false)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(store.get(isOpenAtom)).toBe(false)
    await second.answer()
  })

  test('is no reason to open it again for the network that belongs to a switch', async () => {
    const { request, told } = await withWallet({ opens: true })
    await request(1, 'wallet_switchEthereumChain')
    await request(2, 'wallet_addEthereumChain')
    expect(opened(told)).toHaveLength(1)
  })

  test('shows a link if the page would not open one, until it is answered', async () => {
    const { request, told, store } = await withWallet({ opens: false })
    const { href, answer } = await request(7)
    expect(store.get(isOpenAtom)).toBe(true)
    expect(store.get(stackAtom).steps.map(({ route }) => route)).toEqual([
      { view: 'OpenWallet', wallet: 'Kestrel', link: { href, target: 'self' } },
    ])
    await answer()
    expect(store.get(isOpenAtom)).toBe(false)
    await vi.advanceTimersByTimeAsync(150)
    expect(told.at(-1)).toEqual({ type: 'UI_CLOSE', payload: { reason: 'completed' } })
    expect(opened(told)).toHaveLength(1)
  })

  test('shows its way above what the user has open, and gives that back', async () => {
    const { request, store, context } = await withWallet({ opens: false })
    open(context)
    go.push(context, { view: 'Networks' })
    const { answer } = await request(7)
    expect(store.get(routeAtom)?.view).toBe('OpenWallet')
    await answer()
    expect(store.get(routeAtom)?.view).toBe('Networks')
    expect(store.get(isOpenAtom)).toBe(true)
  })

  test('gives way to a later one, and comes back when that is answered', async () => {
    const { request, store } = await withWallet({ opens: false })
    const shown = () => {
      const route = store.get(routeAtom)
      return route?.view === 'OpenWallet' ? route.link.href : undefined
    }
    const first = await request(1)
    const second = await request(2)
    const third = await request(3)
    expect(store.get(stackAtom).steps).toHaveLength(1)
    expect(shown()).toBe(third.href)
    await second.answer()
    await third.answer()
    expect(shown()).toBe(first.href)
    await first.answer()
    expect(store.get(isOpenAtom)).toBe(false)
  })

  test('shows nothing if it was answered before the page has refused', async () => {
    const { request, store, context } = await withWallet({ opens: true })
    let refuse = () => {}
    const refused = new Promise((_, reject) => {
      refuse = () => reject(new AirlockError('NEEDS_CLICK'))
    })
    Object.assign(context.link.app, { request: () => refused })
    const { answer } = await request(7)
    await answer()
    refuse()
    await vi.advanceTimersByTimeAsync(0)
    expect(store.get(isOpenAtom)).toBe(false)
  })

  test('waits on if the user closes the view, which stays closed', async () => {
    const { request, store, context } = await withWallet({ opens: false })
    const { answer } = await request(7)
    close(context, 'user')
    expect(store.get(isOpenAtom)).toBe(false)
    await answer()
    expect(store.get(isOpenAtom)).toBe(false)
  })
})

/** A document and a window that can be hidden, left and come back to. */
function stubPage() {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const window = new EventTarget()
  vi.stubGlobal('document', document)
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  const setHidden = (isHidden: boolean) => {
    document.visibilityState = isHidden ? 'hidden' : 'visible'
    document.dispatchEvent(new Event('visibilitychange'))
  }
  return {
    setHidden,
    blur: () => void window.dispatchEvent(new Event('blur')),
    restore: (persisted: boolean) => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })),
  }
}

describe('a wallet that the page has opened', () => {
  const link = { href: 'kestrel://wc?uri=wc%3A1', target: 'self' } as const

  async function opening(answer: { opened: boolean } | AirlockError = { opened: true }) {
    const page = stubPage()
    const modal = createPairingModal()
    modal.hostAnswers.set('LINK_OPEN', answer)
    await modal.start()
    await openWalletLink(modal.context, 'Kestrel', link, 'visitor')
    return { ...modal, page, away: () => modal.store.get(openedWalletAtom) }
  }

  test('has not opened if the page is still in front after a second and a half', async () => {
    const { away, store } = await opening()
    expect(away()).toEqual({ status: 'waiting', isBack: false })
    await vi.advanceTimersByTimeAsync(1_499)
    expect(away()).toEqual({ status: 'waiting', isBack: false })
    await vi.advanceTimersByTimeAsync(1)
    expect(away()).toEqual({ status: 'unopened' })
    expect(store.get(announcementAtom)).toMatchObject({ key: 'pairing.unopened', values: { wallet: 'Kestrel' } })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(away()).toEqual({ status: 'unopened' })
  })

  test.each(['hidden', 'blur'] as const)('has opened if the page was left (%s)', async (how) => {
    const { away, page } = await opening()
    if (how === 'hidden') page.setHidden(true)
    else page.blur()
    await vi.advanceTimersByTimeAsync(2_999)
    expect(away()).toEqual({ status: 'waiting', isBack: false })
    await vi.advanceTimersByTimeAsync(1)
    expect(away()).toEqual({ status: 'slow', isBack: false })
  })

  test('may come late, and is waited for all the same, and so is a user who comes back', async () => {
    const { away, page } = await opening()
    await vi.advanceTimersByTimeAsync(1_500)
    page.setHidden(true)
    expect(away()).toEqual({ status: 'waiting', isBack: false })
    page.setHidden(false)
    expect(away()).toEqual({ status: 'waiting', isBack: true })
    await vi.advanceTimersByTimeAsync(1_500)
    expect(away()).toEqual({ status: 'waiting', isBack: true })
  })

  test('is followed by the browser itself on the next press, and the page is not asked again', async () => {
    const { away, context, told } = await opening(new AirlockError('NEEDS_CLICK'))
    expect(away()).toEqual({ status: 'blocked' })
    const asked = told.filter(({ type }) => type === 'LINK_OPEN').length
    followWalletLink(context, 'Kestrel', link)
    expect(away()).toEqual({ status: 'waiting', isBack: false })
    await vi.advanceTimersByTimeAsync(1_500)
    expect(away()).toEqual({ status: 'unopened' })
    expect(told.filter(({ type }) => type === 'LINK_OPEN')).toHaveLength(asked)
  })
})

test('a wallet that agrees to a code of an earlier load connects, and the new code is given back', async () => {
  const { approveEarlier, context, made, start, store } = createPairingModal()
  await start()
  approveEarlier()
  await vi.advanceTimersByTimeAsync(0)
  expect(store.get(connectionsAtom).eip155).toMatchObject({ status: 'connected' })
  expect(made.map(({ withdrawn }) => withdrawn)).toEqual([true])
  close(context, 'user')
  approveEarlier()
  await vi.advanceTimersByTimeAsync(0)
  expect(made).toHaveLength(1)
})

test('sessions of codes of an earlier load are told once, also those that came before; those of this load are not', () => {
  const listeners: ((event: { session: object }) => void)[] = []
  const client = { on: (_: string, listener: (typeof listeners)[number]) => listeners.push(listener) }
  const connect = (event: { session: object }) => {
    for (const listener of listeners) listener(event)
  }
  const late = watchLate(client as unknown as Parameters<typeof watchLate>[0]) // as: what it uses of the client
  const session = (pairingTopic: string) => ({
    session: {
      topic: 'a'.repeat(64),
      pairingTopic,
      expiry: 2_000_000_000,
      namespaces: { eip155: { accounts: [`eip155:1:${address}`], methods: [], events: [] } },
      peer: { metadata: { name: pairingTopic } },
    },
  })
  const [here, earlier, later] = ['here', 'earlier', 'later'].map(session)
  if (!here || !earlier || !later) throw new Error('no sessions')
  late.except('here')
  connect(earlier)
  connect(here)
  const told: string[] = []
  const visit = () => {
    const end = new AbortController()
    late.follow(({ wallet }) => void told.push(wallet), end.signal)
    return end
  }
  const first = visit()
  expect(told).toEqual(['earlier'])
  first.abort()
  connect(later)
  connect(here)
  expect(told).toEqual(['earlier'])
  visit()
  expect(told).toEqual(['earlier', 'later'])
  visit()
  connect(here)
  expect(told).toEqual(['earlier', 'later'])
})

describe('the relay connection of a user who comes back', () => {
  function wakeable({ connected = true, isNeeded = true, onPhone = true } = {}) {
    const page = stubPage()
    vi.stubGlobal('matchMedia', () => ({ matches: onPhone }))
    vi.stubGlobal('navigator', { userAgent: '' })
    const done: string[] = []
    const relayer = {
      connected,
      restartTransport: async () => void done.push('renewed'),
      transportOpen: async () => void done.push('opened'),
    }
    const scope = createScope()
    // as: what it uses of the client
    renewOnReturn({ core: { relayer } } as unknown as Parameters<typeof renewOnReturn>[0], scope, () => isNeeded)
    const away = async (ms: number) => {
      page.setHidden(true)
      await vi.advanceTimersByTimeAsync(ms)
      page.setHidden(false)
    }
    return { ...page, away, done, scope }
  }

  test.each([
    ['renewed, after two seconds away on a phone', {}, 2_000, ['renewed']],
    ['kept, after a shorter time', {}, 1_999, ['opened']],
    ['kept on a computer', { onPhone: false }, 60_000, ['opened']],
    ['opened at once if it was cut off', { connected: false }, 60_000, ['opened']],
    ['left closed if nobody needs it', { isNeeded: false }, 60_000, []],
  ] as const)('is %s', async (_, options, ms, expected) => {
    const { away, done } = wakeable(options)
    await away(ms)
    expect(done).toEqual(expected)
  })

  test('is renewed for a page that the browser had kept, and not for one that is loaded', () => {
    const { done, restore } = wakeable({ onPhone: false })
    restore(false)
    expect(done).toEqual([])
    restore(true)
    expect(done).toEqual(['renewed'])
  })

  test('is nobody’s any more when the modal has ended', async () => {
    const { away, done, scope } = wakeable()
    scope.dispose()
    await away(60_000)
    expect(done).toEqual([])
  })
})

const fieldOf = (payload: unknown) => (payload as { name?: unknown }).name // as: of any message

describe('the way to a wallet', () => {
  const link = { href: 'kestrel://wc?uri=wc%3A1', target: 'self' } as const
  beforeEach(() => {
    vi.stubGlobal('document', new EventTarget())
    vi.stubGlobal('addEventListener', () => {})
  })

  async function approvedAfter(act: (modal: ReturnType<typeof createPairingModal>) => Promise<void>) {
    const modal = createPairingModal()
    await modal.start()
    await act(modal)
    modal.made.at(-1)?.approve()
    await vi.advanceTimersByTimeAsync(0)
    return modal
  }

  test('is kept with the session of a wallet that was opened by a link', async () => {
    const { keepAppLink } = await approvedAfter(({ context }) => openWalletLink(context, 'Kestrel', link, 'visitor'))
    expect(keepAppLink.mock.calls).toEqual([['a'.repeat(64), { wallet: 'Kestrel', link: 'kestrel://' }]])
  })

  test('does not exist if a code was scanned', async () => {
    const { keepAppLink } = await approvedAfter(() => Promise.resolve())
    expect(keepAppLink).not.toHaveBeenCalled()
  })

  test('does not exist if the page would not open the link, or the user has turned to the code', async () => {
    const blocked = await approvedAfter(({ context, hostAnswers }) => {
      hostAnswers.set('LINK_OPEN', new AirlockError('NEEDS_CLICK'))
      return openWalletLink(context, 'Kestrel', link, 'visitor')
    })
    expect(blocked.keepAppLink).not.toHaveBeenCalled()
    expect(blocked.told.filter(({ payload }) => fieldOf(payload) === 'CONNECT_PROXY_ERROR')).toMatchObject([
      { type: 'EVENT', payload: { props: { message: 'NEEDS_CLICK', name: 'Kestrel' } } },
    ])
    const turned = await approvedAfter(async ({ context }) => {
      await openWalletLink(context, 'Kestrel', link, 'visitor')
      endWalletLink(context)
    })
    expect(turned.keepAppLink).not.toHaveBeenCalled()
  })
})

describe('a wallet of the list that was paired', () => {
  const kestrel = {
    id: 'kestrel',
    name: 'Kestrel',
    rdns: 'example.kestrel',
    mobile_link: 'kestrel://',
    desktop_link: 'kestrel-desktop://',
  }
  const listed = (more: object = {}): ListedWallet => {
    const wallet = readListedWallet({ ...kestrel, ...more })
    if (!wallet) throw new Error('no wallet')
    return wallet
  }
  const rows = ({ store }: Pick<ReturnType<typeof createPairingModal>, 'store'>) =>
    store.get(connectRowsAtom).map(({ key, kind }) => `${kind} ${key}`)

  /** Chosen from its row, and agreed. */
  async function pairedWith(wallet: ListedWallet, modal = createPairingModal()) {
    open(modal.context)
    go.push(modal.context, { view: 'ConnectingWalletConnect', wallet })
    startPairing(modal.context)
    // A second lies between two codes.
    await vi.advanceTimersByTimeAsync(1_000)
    modal.made.at(-1)?.approve()
    await vi.advanceTimersByTimeAsync(700)
    return modal
  }

  /** The next visit, on which the listing has said nothing. */
  async function again(written: unknown, options: Parameters<typeof createTestModal>[0] = {}) {
    const modal = createPairingModal(options)
    const parse = (text: string, schema: ZodMiniType) => schema.safeParse(JSON.parse(text)).data
    Object.assign(modal.context.storage, {
      read: (key: string, schema: ZodMiniType) =>
        key === 'recent-wallets' ? parse(JSON.stringify(written), schema) : undefined,
    })
    const { store } = modal
    const shown = store.get(optionsAtom)
    if (!shown) throw new Error('no options')
    void configure(modal.context, {
      options: shown,
      hints: [],
      theme: { mode: 'light', system: 'light', motion: 'off', variables: {} },
      locale: { locale: 'en-US', dir: 'auto', messages: {} },
      dapp: { name: 'App', icons: [] },
    })
    open(modal.context)
    return modal
  }

  test('stands first on the next visit, and leads to the same view before the listing has answered', async () => {
    const { memory, store } = await pairedWith(listed())
    expect(rows({ store })).toEqual(['walletConnect walletConnect', 'recent kestrel'])
    const modal = await again(memory.get('recent-wallets'))
    expect(rows(modal)).toEqual(['walletConnect walletConnect', 'recent kestrel'])
    await connect(modal.context, 'kestrel')
    expect(modal.store.get(routeAtom)).toEqual({ view: 'ConnectingWalletConnect', wallet: listed() })
  })

  test('has no row without pairing, where the developer does not want it, or where the page has it', async () => {
    const { memory } = await pairedWith(listed())
    const written = memory.get('recent-wallets')
    expect(rows(await again(written, { excludeWalletIds: ['kestrel'] }))).toEqual(['walletConnect walletConnect'])
    const noRelay = await again(written)
    noRelay.store.set(canPairAtom, false)
    expect(rows(noRelay)).toEqual([])
    for (const more of [{ rdns: 'example.kestrel' }, { name: 'Kestrel', rdns: undefined }]) {
      const here = await again(written)
      use(here.store, createTestConnector({ id: 'other', ...more }).connector)
      expect(rows(here)).toEqual(['walletConnect walletConnect', 'injected handle-1'])
    }
  })

  test('gives way on a phone to the wallet in whose browser the page is', async () => {
    const { memory } = await pairedWith(listed())
    const here = await again(memory.get('recent-wallets'))
    use(here.store, createTestConnector({ id: 'heron', name: 'Heron' }).connector)
    expect(rows(here)).toEqual(['walletConnect walletConnect', 'recent kestrel', 'injected handle-1'])
    here.store.set(hasPairingRowAtom, false)
    expect(rows(here)).toEqual(['injected handle-1', 'recent kestrel'])
  })

  test('is no row beside itself where it is featured or recommended, and keeps no place for that', async () => {
    const { memory } = await pairedWith(listed())
    const featuredWalletIds = ['kestrel', 'heron']
    const modal = await again(memory.get('recent-wallets'), { featuredWalletIds })
    modal.store.set(isSuggestingAtom, true)
    const before = ['walletConnect walletConnect', 'recent kestrel', 'pending featured 0']
    expect(rows(modal)).toEqual(before)
    modal.store.set(suggestionsAtom, {
      featured: [listed(), listed({ id: 'heron', name: 'Heron', rdns: 'example.heron' })],
      recommended: [],
      excluded: [],
    })
    modal.store.set(moreRowsAtom, suggestedRowsAtom)
    expect(rows(modal)).toEqual(['walletConnect walletConnect', 'recent kestrel', 'featured heron'])
  })

  test('counts among the two that stand where the user has little else', async () => {
    const { memory } = await pairedWith(listed())
    const modal = await again(memory.get('recent-wallets'))
    const recommended = ['kestrel', 'heron', 'dunlin'].map((id) => listed({ id, name: id, rdns: `example.${id}` }))
    modal.store.set(suggestionsAtom, { featured: [], recommended, excluded: [] })
    modal.store.set(moreRowsAtom, suggestedRowsAtom)
    expect(rows(modal)).toEqual(['walletConnect walletConnect', 'recent kestrel', 'recommended heron'])
  })

  test('has the picture of the listing, and on a phone the code in its address', async () => {
    const { memory } = await pairedWith(listed({ image_id: 'picture' }))
    const modal = await again(memory.get('recent-wallets'))
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    modal.store.set(moreRowsAtom, suggestedRowsAtom)
    modal.store.set(walletImagesAtom, { picture: 'blob:picture' })
    modal.store.set(pairingAtom, { status: 'code', uri: 'wc:1', expiresAt: 0 })
    expect(modal.store.get(connectRowsAtom).find(({ kind }) => kind === 'recent')).toMatchObject({
      icon: 'blob:picture',
      href: 'kestrel://wc?uri=wc%3A1',
    })
  })

  test('gives way to later ones: two are kept, each once', async () => {
    const modal = await pairedWith(listed())
    const others = ['heron', 'dunlin', 'heron'].map((id) => listed({ id, name: id, rdns: undefined }))
    for (const wallet of others) {
      await disconnect(modal.context)
      await pairedWith(wallet, modal)
    }
    expect(rows(modal)).toEqual(['walletConnect walletConnect', 'recent heron', 'recent dunlin'])
  })

  test('is not stored if any wallet may have scanned the code', async () => {
    const { connected, memory } = createPairingModal()
    await connected()
    expect(memory.get('recent-wallets')).toBeUndefined()
  })

  test('is found in the options if it is the developer’s, and nowhere once they have dropped it', async () => {
    const customWallets = [{ id: 'kestrel', name: 'Kestrel', mobileLink: 'kestrel://' }]
    const modal = createPairingModal({ customWallets })
    const { memory } = await pairedWith(listed({ rdns: undefined }), modal)
    expect(rows(modal)).toEqual(['walletConnect walletConnect', 'recent kestrel'])
    expect(rows(await again(memory.get('recent-wallets')))).toEqual(['walletConnect walletConnect'])
  })

  test('any other stored value opens nothing that a listing could not, and blocks nothing', async () => {
    const good = { id: 'kestrel', name: 'Kestrel' }
    for (const listing of [null, 7, [], { id: 'kestrel' }, { ...kestrel, id: {} }]) {
      const modal = await again([{ ...good, listing }])
      await connect(modal.context, 'kestrel')
      expect(modal.store.get(routeAtom)?.view).toBe('ConnectingExternal')
    }
    const evil = { ...kestrel, mobile_link: 'javascript:alert(1)', homepage: 'javascript:alert(1)' }
    const modal = await again([{ ...good, listing: evil }])
    await connect(modal.context, 'kestrel')
    expect(modal.store.get(routeAtom)).toMatchObject({
      view: 'ConnectingWalletConnect',
      wallet: { mobileLink: undefined, homepage: undefined, desktopLink: 'kestrel-desktop://' },
    })
    for (const stored of [null, 'x', {}, [7], [good, good, good], [{ id: 1, name: 'x' }]])
      expect(rows(await again(stored))).toEqual(['walletConnect walletConnect'])
  })

  test('is read as it was written', () => {
    const full = listed({
      image_id: 'picture',
      badge_type: 'certified',
      chains: ['eip155:1', solana],
      homepage: 'https://kestrel.example/',
      link_mode: 'https://app.kestrel.example/',
      webapp_link: 'https://web.kestrel.example/',
      app_store: 'https://apps.apple.com/app/kestrel',
      play_store: 'https://play.google.com/store/apps/details?id=kestrel',
      chrome_store: 'https://chromewebstore.google.com/detail/kestrel',
    })
    expect(Object.values(full)).not.toContain(undefined)
    expect(readListedWallet(JSON.parse(JSON.stringify(writeListedWallet(full))))).toEqual(full)
  })
})
