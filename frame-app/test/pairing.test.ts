import { AirlockError } from '@airlock/protocol/errors.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Agreement } from '../src/modal/connectors/walletconnect/agreement.ts'
import type { Pairing, Proposal } from '../src/modal/connectors/walletconnect/pairing.ts'
import { disconnect } from '../src/modal/flows/disconnect.ts'
import { go } from '../src/modal/flows/navigate.ts'
import { close, open } from '../src/modal/flows/open.ts'
import { startPairing } from '../src/modal/flows/pair.ts'
import { restore } from '../src/modal/flows/restore.ts'
import { connectionsAtom } from '../src/modal/state/accounts.ts'
import { connectorsAtom, connectRowsAtom } from '../src/modal/state/connectors.ts'
import { isOpenAtom } from '../src/modal/state/modal.ts'
import { activeNetworkIdAtom } from '../src/modal/state/network.ts'
import { canPairAtom, pairingAtom } from '../src/modal/state/pairing.ts'
import { createTestConnector, createTestModal } from './support/modal.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const address = `0x${'ab'.repeat(20)}`
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const grant = { accounts: [], chains: [], methods: [], events: [] }
const agreement: Agreement = {
  topic: 'a'.repeat(64),
  expiresAt: Number.MAX_SAFE_INTEGER,
  wallet: 'Pocket',
  grants: { eip155: grant, solana: grant },
  parts: {},
}

/** A relay and a wallet whose every word the test decides. */
function createFakePairing() {
  const ended = vi.fn(() => Promise.resolve())
  const connectors = [
    createTestConnector({
      key: 'walletConnect/solana',
      id: 'walletConnect',
      type: 'walletConnect',
      namespace: 'solana',
      name: 'Pocket',
      handle: undefined,
      disconnect: ended,
      offer: { accounts: [`${solana}:Abc`], chainId: solana },
    }).connector,
    createTestConnector({
      key: 'walletConnect/eip155',
      id: 'walletConnect',
      type: 'walletConnect',
      name: 'Pocket',
      handle: undefined,
      disconnect: ended,
      offer: { accounts: [`eip155:1:${address}`], chainId: 'eip155:1' },
    }).connector,
  ]
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
    connectors: () => connectors,
    ping: () => Promise.resolve(),
    rest,
  }
  return { pairing, made, answers, rest, ended }
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
  const modal = createTestModal()
  const fake = createFakePairing()
  const { context, store } = modal
  const project = { ...context.project, pairing: { relayUrl: 'wss://relay.example', projectId: '0'.repeat(32) } }
  Object.assign(context, { project, pairing: Promise.resolve(fake.pairing) })
  store.set(canPairAtom, true)
  return {
    ...modal,
    ...fake,
    state: () => store.get(pairingAtom),
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
})
