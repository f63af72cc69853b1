/** The provider object that a dapp holds; what answers is loaded when it is first asked for. */
import type { Eip1193Provider } from '../types.ts'
import type { Eip155, ProviderHost } from './eip1193.ts'

export function createLazyEip155(host: ProviderHost): Eip155 {
  const since = host.store.getState()
  let isStopped = false
  let loading: Promise<Eip155> | undefined
  const load = () => {
    loading ??= import('./eip1193.ts').then(
      ({ createEip155 }) => {
        const loaded = createEip155(host, since)
        if (isStopped) loaded.stop()
        return loaded
      },
      (error: unknown) => {
        loading = undefined // a file that did not arrive may arrive the next time
        throw error
      },
    )
    return loading
  }
  /** Who asked for the file hears that it did not arrive. */
  const ifLoaded = (use: (loaded: Eip155) => unknown) => void loading?.then(use, () => {})
  // In order of the calls: all of them wait for the same promise.
  const later = (use: (provider: Eip1193Provider) => unknown) => {
    load().then(
      (loaded) => use(loaded.provider),
      () => {},
    )
    return provider
  }
  const provider: Eip1193Provider = {
    request: async (call) => (await load()).provider.request(call),
    on: (event, listener) => later((loaded) => loaded.on(event, listener)),
    removeListener: (event, listener) => later((loaded) => loaded.removeListener(event, listener)),
  }
  return {
    provider,
    onMessage: (payload) => ifLoaded((loaded) => loaded.onMessage(payload)),
    stop() {
      isStopped = true
      ifLoaded((loaded) => loaded.stop())
    },
  }
}
