/** AppKit's adapter classes are adapters of the core. Only AppKit itself calls the other methods of its adapters. */
import type { Adapter, Providers } from '@airlock/host-sdk'
import type { WrapProvider } from './shapes.ts'

/** An adapter whose library expects a provider other than the core's. */
export interface ProviderAdapter<N extends keyof Providers = keyof Providers> extends Adapter {
  readonly namespace: N
  readonly toWalletProvider: (provider: Providers[N]) => unknown
}

const wraps = (adapter: Adapter): adapter is ProviderAdapter => 'toWalletProvider' in adapter

/** @param adapters returns the current adapters */
export function createWrap(adapters: () => readonly Adapter[]): WrapProvider {
  const known = new Map<unknown, { readonly adapter: ProviderAdapter; readonly wrapped: unknown }>()
  return (namespace, provider) => {
    const adapter = adapters()
      .filter(wraps)
      .find((one) => one.namespace === namespace)
    if (!adapter) return provider
    const made = known.get(provider)
    const wrapped = made?.adapter === adapter ? made.wrapped : adapter.toWalletProvider(provider)
    known.set(provider, { adapter, wrapped })
    return wrapped
  }
}
