/** An instance without frames for the multichain provider: real state, and a scripted user. */
import { AirlockError, type ErrorCode } from '@airlock/protocol/errors.ts'
import { vi } from 'vitest'
import { createStore } from '../src/store/store.ts'
import type { AccountState, Airlock, CaipAddress, Namespace, Network, State } from '../src/types.ts'
import { createUniversalProvider, type UniversalOptions } from '../src/universal/provider.ts'
import { account, other } from './libraries-support.ts'
import { ethereum, optimism, solana } from './support.ts'

export const solanaKey = '6LmSRCiu3z6NCSpF19oz1pHXkYkN4jWbj9K1nVELpDkT'
const homes: Readonly<Partial<Record<Namespace, CaipAddress>>> = {
  eip155: `${ethereum.caipNetworkId}:${account}`,
  solana: `${solana.caipNetworkId}:${solanaKey}`,
}
export const accountAt = (caipAddress: CaipAddress, more: Partial<AccountState> = {}): AccountState => ({
  namespace: caipAddress.slice(0, caipAddress.indexOf(':')) as Namespace, // as: begins with it
  status: 'connected',
  restoring: false,
  caipAddress,
  address: caipAddress.slice(caipAddress.lastIndexOf(':') + 1),
  accounts: [caipAddress],
  ...more,
})

export interface Start extends UniversalOptions {
  connected?: readonly Namespace[]
  /** The user's reaction to a request for a namespace. Default: connects. */
  visitor?: Partial<Record<Namespace, ErrorCode>>
  networks?: readonly Network[]
  ready?: boolean
}

export function startUniversal({ connected = [], visitor = {}, networks, ready = true, ...options }: Start = {}) {
  const at = (namespaces: readonly Namespace[]): State['accounts'] =>
    Object.fromEntries(namespaces.flatMap((one) => (homes[one] ? [[one, accountAt(homes[one])]] : [])))
  const store = createStore({
    ready,
    open: false,
    accounts: at(connected),
    theme: 'light',
    persistence: 'local',
    health: 'ok',
  })
  const hold = (namespace: Namespace, account: AccountState | undefined) =>
    store.set({ accounts: { ...store.getState().accounts, [namespace]: account } })
  const leave = (namespace: Namespace) => {
    const { [namespace]: _, ...accounts } = store.getState().accounts
    store.set({ accounts })
  }
  const instance = {
    projectId: 'test',
    networks: networks ?? [ethereum, optimism, solana],
    getState: store.getState,
    subscribe: store.subscribe,
    ready: Promise.resolve(),
    prefetch: vi.fn<() => void>(() => store.set({ ready: true })),
    connect: vi.fn<Airlock['connect']>(async ({ namespace = 'eip155' } = {}) => {
      const code = visitor[namespace]
      if (code) throw new AirlockError(code)
      hold(namespace, at([namespace])[namespace])
      return accountAt(homes[namespace] ?? `eip155:1:${other}`)
    }),
    disconnect: vi.fn<Airlock['disconnect']>(async ({ namespace } = {}) => {
      if (namespace) leave(namespace)
    }),
    request: vi.fn<Airlock['request']>(async ({ scope, method }) => `${method} on ${scope}`),
  }
  const { provider, stop } = createUniversalProvider(instance as unknown as Airlock, options) // as: it uses no other part
  const told: unknown[] = []
  provider.on('wallet_sessionChanged', (payload) => told.push({ changed: payload }))
  provider.on('wallet_notify', (payload) => told.push({ notify: payload }))
  const ask = async (method: string, params?: unknown): Promise<unknown> =>
    provider.request({ method, ...(params !== undefined && { params }) })
  return { instance, store, provider, stop, told, ask, hold, leave }
}
