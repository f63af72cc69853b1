/** A modal context without document and host: real store, real flows, a link that records what it is told. */

import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2, Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { afterEach, beforeEach, onTestFinished, vi } from 'vitest'
import { getCurrentTest } from 'vitest/suite'
import { queries } from '../../src/modal/core/api/queries.ts'
import type { ModalContext } from '../../src/modal/core/context.ts'
import type { FrameOptions } from '../../src/modal/core/options.ts'
import type { Connector, ConnectorEvent, Offer } from '../../src/modal/session/connector.ts'
import { type Connected, setConnectionAtom } from '../../src/modal/session/state/accounts.ts'
import { connectorsAtom } from '../../src/modal/session/state/connectors.ts'
import { createBareContext } from './bare-context.ts'

export { network } from './bare-context.ts'

/** Nothing that the test has started goes on in the next one. */
export function disposeAfterTest({ scope }: ModalContext): void {
  if (getCurrentTest()) onTestFinished(scope.dispose)
}

/** Time stands still in each test of the file, until the test moves it. */
export function stopTime(): void {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
}

/** Each test of the file starts at this time, with no answers of earlier ones; afterwards time and globals are the real ones. */
export function startEachAt(now: number): void {
  beforeEach(() => {
    vi.useFakeTimers({ now })
    queries.clear()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}

export interface Told {
  type: string
  payload: unknown
}

export function createTestModal(options: Partial<FrameOptions> = {}, before?: Map<string, unknown>) {
  // Flows ask whether motion is reduced; there is no window here.
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('reduced-motion') }))
  vi.stubGlobal('navigator', { onLine: true, userAgent: '', userActivation: { isActive: true } })
  const told: Told[] = []
  /** What the host answers, by request, an error where it refuses; anything else is answered with nothing in it. */
  const answers = new Map<string, unknown>([['WALLETS_DISCOVER', { wallets: [], hasMore: false }]])
  const channel = {
    request: (type: string, payload: unknown) => {
      told.push({ type, payload })
      const answer = answers.get(type) ?? {}
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    },
    notify: (type: string, payload: unknown) => void told.push({ type, payload }),
  }
  const { context, store, memory } = createBareContext(channel, { options, ...(before && { memory: before }) })
  disposeAfterTest(context)
  return {
    context,
    store,
    told,
    answers,
    memory,
    names: () => told.filter(({ type }) => type === 'EVENT').map(({ payload }) => (payload as { name: string }).name),
  }
}

/** A connector whose answers the test decides. */
export function createTestConnector(more: Partial<Connector> & { offer?: Offer } = {}) {
  const listeners = new Set<(event: ConnectorEvent) => void>()
  const address = `0x${'ab'.repeat(20)}`
  const { offer = { accounts: [`eip155:1:${address}`], chainId: 'eip155:1' }, ...rest } = more
  const connector: Connector = {
    key: 'handle-1',
    id: 'com.example.wallet',
    type: 'announced',
    namespace: 'eip155',
    name: 'Example Wallet',
    icon: undefined,
    rdns: 'com.example.wallet',
    disputed: false,
    handle: 'handle-1',
    connect: () => Promise.resolve(offer),
    restore: () => Promise.resolve(offer),
    disconnect: () => Promise.resolve(),
    switchNetwork: () => Promise.resolve(),
    request: (): Promise<Json> => Promise.reject(new AirlockError('NOT_AVAILABLE')),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ...rest,
  }
  return {
    connector,
    address,
    emit(event: ConnectorEvent) {
      for (const listener of listeners) listener(event)
    },
    listeners,
  }
}

export const mainnet: Caip2 = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const owner = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
/** The same for Solana, with `owner` on `mainnet`. */
export const createSunbird = (more: Parameters<typeof createTestConnector>[0] = {}) =>
  createTestConnector({
    key: 'sol',
    handle: 'sol',
    id: 'Sunbird',
    name: 'Sunbird',
    rdns: undefined,
    namespace: 'solana',
    offer: { chainId: mainnet, accounts: [`${mainnet}:${owner}`] },
    ...more,
  })

export const use = (store: ModalContext['store'], ...connectors: Connector[]) => store.set(connectorsAtom, connectors)

/** What the page remembers of the connector of `createTestConnector`. */
export const exampleHint = {
  connectorId: 'com.example.wallet',
  connectorType: 'announced',
  name: 'Example Wallet',
  namespace: 'eip155',
  network: 'eip155:1',
} as const

/** A wallet is connected with this account of Ethereum. */
export function connectAccount(store: ModalContext['store'], account: Caip10, more: Partial<Connected> = {}): void {
  store.set(setConnectionAtom, 'eip155', {
    status: 'connected',
    wallet: { id: 'w', type: 'announced', name: 'Wallet' },
    accounts: [account],
    active: account,
    chainId: 'eip155:1',
    ...more,
  })
}

/** A frame's storage whose texts are in this map. */
export const storageIn = (memory: Map<string, string>, { storage }: ModalContext): ModalContext['storage'] => ({
  ...storage,
  read: (key: string, schema: { safeParse: (value: unknown) => { data?: unknown } }) =>
    schema.safeParse(JSON.parse(memory.get(key) ?? 'null')).data as never,
  write: (key: string, value: unknown) => void memory.set(key, JSON.stringify(value)),
  remove: (key: string) => void memory.delete(key),
  keys: () => [...memory.keys()],
})

/** Time stands still in each test of the file; the returned function loads what is wanted, and lets this much time pass. */
export function siteTime(ms: number): () => Promise<void> {
  beforeEach(() => void createTestModal()) // its globals
  stopTime()
  return async () => {
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(ms)
  }
}
