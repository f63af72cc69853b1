/** The provider objects that a dapp holds; the implementation loads with the first call. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Namespace } from '@airlock/protocol/scalars/caip.ts'
import type { BitcoinProvider, Eip1193Provider, PolkadotProvider, SolanaProvider, State } from '../types.ts'
import type { Loaded, ProviderHost } from './eip1193.ts'

export interface LazyProvider {
  readonly provider: object
  /** Only the caller that loads the file gets its load error. */
  ifLoaded: (use: (loaded: Loaded<object>) => void) => void
}

type Call =
  | keyof Eip1193Provider
  | Exclude<keyof SolanaProvider, 'publicKey'>
  | keyof BitcoinProvider
  | keyof PolkadotProvider
type Calls = Readonly<Record<Call, (...given: unknown[]) => unknown>>

type Create = (host: ProviderHost, since: State) => Loaded<object>

/** Methods of each namespace's provider, besides listeners, and its code. */
const kinds: Readonly<
  Partial<Record<Namespace, readonly [calls: string, load: () => Promise<{ createProvider: Create }>]>>
> = {
  eip155: ['request', () => import('./eip1193.ts')],
  solana: [
    'connect disconnect signMessage signTransaction signAllTransactions signAndSendTransaction',
    () => import('./solana.ts'),
  ],
  polkadot: ['connect disconnect getAccounts signRaw signPayload', () => import('./polkadot.ts')],
  bip122: ['connect disconnect signMessage getAccounts sendTransfer signPSBT', () => import('./bitcoin.ts')],
}

/** @throws NOT_AVAILABLE for a namespace without a provider. */
export function createLazyProvider(namespace: Namespace, host: ProviderHost): LazyProvider {
  const kind = kinds[namespace]
  if (!Array.isArray(kind)) throw new AirlockError('NOT_AVAILABLE')
  const calls = kind[0].split(' ') as Call[] // as: every provider has these methods
  const since = host.store.getState()
  let loading: Promise<Loaded<object>> | undefined
  const load = () => {
    loading ??= kind[1]().then(
      ({ createProvider }) => createProvider(host, since),
      (error: unknown) => {
        loading = undefined // if the file failed to load, the next call tries again
        throw error
      },
    )
    return loading
  }
  const provider = {}
  if (namespace === 'solana')
    Object.defineProperty(provider, 'publicKey', { get: () => host.store.getState().accounts.solana?.address ?? null })
  for (const name of [...calls, 'on', 'removeListener'] as const)
    Reflect.set(provider, name, (...given: unknown[]) => {
      // Calls keep their order: all wait for the same promise.
      const answer = load().then((loaded) => (loaded.provider as Calls)[name](...given)) // as: has the methods listed in `kinds`
      if (calls.includes(name)) return answer
      answer.catch(() => {})
      return provider
    })
  return { provider, ifLoaded: (use) => void loading?.then(use, () => {}) }
}
