/** Connector for an injected wallet of the host page: every call is forwarded by the host to the wallet with its handle. */
import type { InjectedWallet } from '@airlock/protocol/contracts/shapes/wallets.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { toDisplayText } from '../../../../shared/format/display-text.ts'
import type { HostLink } from '../../../core/host-link.ts'
import type { Connector } from '../../../session/connector.ts'
import { createEvmPart } from './eip155.ts'
import type { Ask, NamespaceAdapter } from './namespace-adapter.ts'

/** @param active the page's active network */
export function createInjectedConnector(wallet: InjectedWallet, link: HostLink, active: () => Caip2 | null): Connector {
  const { handle, namespace, chains } = wallet
  const ask: Ask = async (method, params, scope, signal) => {
    const call = { handle, scope, method, params: [...params] }
    return (await link.injected.request('WALLET_REQUEST', call, { signal })).result
  }
  const evm = namespace === 'eip155' ? createEvmPart(ask) : undefined
  let loading: Promise<NamespaceAdapter> | undefined
  let loaded: NamespaceAdapter | undefined
  /** The code of other namespaces loads with the first use of such a wallet. */
  const load = (): Promise<NamespaceAdapter> => {
    loading ??= import('./other-namespaces.ts')
      .then(async ({ loadPart }) => {
        loaded = await loadPart(namespace, ask, { chains: chains ?? [], active })
        return loaded
      })
      .catch((error: unknown) => {
        loading = undefined // a file failed to load: the next use tries again
        throw error
      })
    return loading
  }
  const part = (): NamespaceAdapter | Promise<NamespaceAdapter> => evm ?? load()
  const name = toDisplayText(wallet.name) || 'Browser Wallet'
  return {
    key: handle,
    id: wallet.id ?? wallet.rdns ?? name,
    type: wallet.type,
    namespace,
    name,
    icon: wallet.icon,
    rdns: wallet.rdns,
    disputed: wallet.disputed,
    handle,
    ...(chains && { agreedChains: () => chains }),
    addressOn: (address, chainId) => loaded?.addressOn?.(address, chainId) ?? address,
    connect: async (options) => (await part()).connect(options),
    restore: async (options) => (await part()).restore(options),
    disconnect: async () => (await part()).disconnect(),
    switchNetwork: async (network, options) => (await part()).switchNetwork(network, options),
    request: async (method, params, options) => (await part()).request(method, params, options),
    subscribe: (listener) =>
      link.onWalletEvent(handle, (event, payload) => {
        const tell = ({ readEvent }: NamespaceAdapter) => {
          const read = readEvent(event, payload)
          if (read) listener(read)
        }
        if (evm) tell(evm)
        else load().then(tell, () => {})
      }),
  }
}
