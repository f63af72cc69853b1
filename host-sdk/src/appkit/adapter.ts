/** Adapter classes of AppKit are adapters of the core. AppKit's own methods of an adapter are called by AppKit alone. */
import type { Adapter, Providers } from '@airlock/host-sdk'
import type { WrapProvider } from './shapes.ts'

/** An adapter whose library expects another provider than the one of the core. */
export interface ProviderAdapter<N extends keyof Providers = keyof Providers> extends Adapter {
  readonly namespace: N
  readonly toWalletProvider: (provider: Providers[N]) => unknown
}

const wraps = (adapter: Adapter): adapter is ProviderAdapter => 'toWalletProvider' in adapter

/** @param adapters those of now */
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
