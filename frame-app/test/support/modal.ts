/** A modal context without document and host: real store, real flows, a link that records what it is told. */

import { createAudit } from '@airlock/protocol/channel/audit.ts'
import { featureDefaults } from '@airlock/protocol/contracts/shapes/feature-defaults.ts'
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { Features, type FrameOptions as FrameOptionsSchema } from '@airlock/protocol/contracts/shapes/options.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { createStore } from 'jotai'
import { vi } from 'vitest'
import type { infer as Infer } from 'zod/mini'
import type { Connector, ConnectorEvent, Offer } from '../../src/modal/connectors/connector.ts'
import type { ModalContext } from '../../src/modal/flows/context.ts'
import type { HostLink } from '../../src/modal/link/host-link.ts'
import { connectorsAtom } from '../../src/modal/state/connectors.ts'
import { activeNetworkIdAtom, networksAtom } from '../../src/modal/state/network.ts'
import { optionsAtom } from '../../src/modal/state/options.ts'

export const network = (reference: number, more: Partial<Network> = {}): Network => ({
  id: `eip155:${reference}`,
  name: `Chain ${reference}`,
  currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
  testnet: false,
  ...more,
})

const options: Infer<typeof FrameOptionsSchema> = {
  networks: [network(1), network(10)],
  features: Features.parse(featureDefaults),
  basic: false,
  allowUnsupportedChain: false,
  enableNetworkSwitch: true,
  featuredWalletIds: [],
  includeWalletIds: [],
  excludeWalletIds: [],
  customWallets: [],
  debug: false,
  sdkVersion: '0.0.0',
}

export interface Told {
  type: string
  payload: unknown
}

export function createTestModal(overrides: Partial<typeof options> = {}) {
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
  const link = {
    origin: 'https://app.example',
    version: 1,
    epoch: 1,
    app: channel,
    injected: channel,
    provider: channel,
    onWalletEvent: () => () => {},
    audit: createAudit(),
  } as unknown as HostLink // only what flows use
  const store = createStore()
  const memory = new Map<string, unknown>()
  const context: ModalContext = {
    store,
    link,
    project: { projectId: 'test', hostOrigins: ['https://app.example'], rpc: {}, pinnedHosts: [], development: true },
    storage: {
      persistence: 'memory',
      read: () => undefined,
      write: (key, value) => void memory.set(key, value),
      remove: (key) => void memory.delete(key),
      keys: () => [...memory.keys()],
      watch: () => {},
    },
    hello: { buildId: 'test', features: [], storage: 'memory' },
    attempts: {},
    followed: new Map(),
  }
  const all = { ...options, ...overrides }
  store.set(optionsAtom, all)
  store.set(networksAtom, all.networks)
  store.set(activeNetworkIdAtom, all.networks[0]?.id ?? null)
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

export const use = (store: ReturnType<typeof createStore>, ...connectors: Connector[]) =>
  store.set(connectorsAtom, connectors)
