/** A modal context without document and host: real store and real flows, over a link whose answers the caller decides. */

import { createAudit } from '@airlock/protocol/channel/audit.ts'
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { featureDefaults } from '@airlock/protocol/contracts/shapes/feature-defaults.ts'
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { Features } from '@airlock/protocol/contracts/shapes/options.ts'
import { createStore } from 'jotai'
import * as z from 'zod/mini'
import type { ModalContext, WorkName } from '../../src/modal/core/context.ts'
import type { HostLink } from '../../src/modal/core/host-link.ts'
import { type FrameOptions, optionsAtom } from '../../src/modal/core/options.ts'
import { createScope } from '../../src/modal/core/scope.ts'
import { activeNetworkIdAtom, networksAtom } from '../../src/modal/session/state/network.ts'

export const network = (reference: number, more: Partial<Network> = {}): Network => ({
  id: `eip155:${reference}`,
  name: `Chain ${reference}`,
  currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
  testnet: false,
  ...more,
})

export const plainOptions: FrameOptions = {
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

export interface BareChannel {
  request(type: string, payload: unknown, options?: { readonly signal?: AbortSignal }): Promise<unknown>
  notify(type: string, payload: unknown): void
}

export function createBareContext(
  channel: BareChannel,
  {
    project = {},
    options = {},
    memory = new Map(),
    watch = () => {},
  }: {
    project?: Partial<ProjectRecord>
    options?: Partial<FrameOptions>
    /** What the frame has stored. */
    memory?: Map<string, unknown>
    /** Hears of what another tab has stored. */
    watch?: ModalContext['storage']['watch']
  } = {},
) {
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
  const context: ModalContext = {
    store,
    link,
    project: {
      projectId: 'test',
      hostOrigins: ['https://app.example'],
      rpc: {},
      pinnedHosts: [],
      development: true,
      ...project,
    },
    storage: { ...storageOf(memory), persistence: 'local', watch },
    hello: { buildId: 'test', features: [], storage: 'memory' },
    scope: createScope<WorkName>(),
    followed: new Map(),
  }
  const all = { ...plainOptions, ...options }
  store.set(optionsAtom, all)
  store.set(networksAtom, all.networks)
  store.set(activeNetworkIdAtom, all.networks[0]?.id ?? null)
  return { context, store, memory }
}

/** A frame's storage that keeps everything in this map. */
export const storageOf = (memory: Map<string, unknown>): ModalContext['storage'] => ({
  persistence: 'memory',
  read: (key, schema) => z.safeParse(schema, memory.get(key)).data,
  write: (key, value) => void memory.set(key, value),
  remove: (key) => void memory.delete(key),
  keys: () => [...memory.keys()],
  watch: () => {},
})
