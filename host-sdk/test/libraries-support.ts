/** An instance without frames, for the entries that adapt libraries: real state and provider, and a scripted user. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { vi } from 'vitest'
import { createEmitter } from '../src/emitter.ts'
import { createProvider } from '../src/providers/eip1193.ts'
import { createStore } from '../src/store/store.ts'
import type { AccountState, Airlock, Eip1193Provider, Events } from '../src/types.ts'
import { emptyState, ethereum, optimism } from './support.ts'

/** Any account, in lower case as wallets often write it. */
export const account = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
export const checksummed = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
export const other = '0x00000000219ab540356cBB839Cbe05303d7705Fa'

const networks = [ethereum, optimism]

export function fakeAirlock() {
  const store = createStore(emptyState)
  const { on, emit } = createEmitter<Events>()

  const accountOf = (address: string, network = ethereum): AccountState => ({
    namespace: 'eip155',
    status: 'connected',
    restoring: false,
    address,
    caipAddress: `${network.caipNetworkId}:${address}`,
    accounts: [`${network.caipNetworkId}:${address}`],
  })
  const hold = (address: string, network = store.getState().network ?? ethereum) => {
    const was = store.getState().accounts.eip155
    const is = accountOf(address, network)
    store.set({ accounts: { eip155: is }, network })
    if (was?.status !== 'connected') emit('connect', is)
    return is
  }
  const leave = () => {
    store.set({ accounts: {} })
    emit('disconnect', { namespace: 'eip155' })
  }
  const connect = vi.fn<Airlock['connect']>(async () => hold(account))
  const forward = vi.fn<(call: { method: string; params?: unknown }) => Promise<unknown>>(async ({ method }) => {
    if (method === 'wallet_addEthereumChain') throw new AirlockError('CHAIN_NOT_SUPPORTED')
    return '0x5'
  })
  const parts = {
    getState: store.getState,
    subscribe: store.subscribe,
    on,
    ready: Promise.resolve(),
    networks,
    connect,
    disconnect: vi.fn<Airlock['disconnect']>(async () => leave()),
    switchNetwork: vi.fn<Airlock['switchNetwork']>(async (id) => {
      const network = networks.find(({ caipNetworkId }) => caipNetworkId === id)
      if (!network) throw new AirlockError('CHAIN_NOT_SUPPORTED')
      const now = store.getState().accounts.eip155?.address
      store.set({ network })
      if (now) hold(now, network)
      emit('network', { network })
      return network
    }),
  }
  let provider: Eip1193Provider | undefined
  const airlock = {
    ...parts,
    provider: () => {
      provider ??= createProvider({
        store,
        airlock: parts,
        direct: () => undefined,
        restoring: () => undefined,
        sent: () => {},
        forward,
      }).provider
      return provider
    },
  } as unknown as Airlock // as: the entries use no other part
  return { airlock, ...parts, hold, leave, forward, emit }
}
