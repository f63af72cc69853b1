/** Connector for an injected wallet of the host page: every call is forwarded by the host to the wallet with its handle. */

import type { InjectedMethod } from '@airlock/protocol/allowlist/injected.ts'
import { injectedResults } from '@airlock/protocol/allowlist/injected-results.ts'
import type { InjectedWallet } from '@airlock/protocol/contracts/shapes/wallets.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import { readChainId } from '../../shared/chains/eip155/chain-id.ts'
import { connectWallet, readAddresses, restoreWallet, switchWallet } from '../../shared/chains/eip155/wallet.ts'
import { toDisplayText } from '../../shared/format/display-text.ts'
import type { HostLink } from '../link/host-link.ts'
import type { Connector, ConnectorEvent } from './connector.ts'

/** Chain scope of calls that are not about a particular chain. */
const anyChain: Caip2 = 'eip155:0'

export function createInjectedConnector(wallet: InjectedWallet, link: HostLink): Connector {
  const request = async (
    method: string,
    params: readonly Json[],
    scope: Caip2,
    signal?: AbortSignal,
  ): Promise<Json> => {
    const { result } = await link.injected.request(
      'WALLET_REQUEST',
      { handle: wallet.handle, scope, method, params: [...params] },
      { signal },
    )
    if (!isInjectedMethod(method)) return result
    const parsed = z.safeParse(injectedResults[method], result)
    if (!parsed.success)
      throw new AirlockError('WALLET_FAILED', { message: `The wallet answered ${method} in an unknown form.` })
    return parsed.data as Json // as: a JSON answer
  }
  const asked =
    (signal: AbortSignal) =>
    (method: string, params: Json[]): Promise<Json> =>
      request(method, params, anyChain, signal)
  const name = toDisplayText(wallet.name) || 'Browser Wallet'
  return {
    key: wallet.handle,
    id: wallet.id ?? wallet.rdns ?? name,
    type: wallet.type,
    namespace: wallet.namespace,
    name,
    icon: wallet.icon,
    rdns: wallet.rdns,
    disputed: wallet.disputed,
    handle: wallet.handle,
    connect: ({ signal }) => connectWallet(asked(signal)),
    restore: ({ signal }) => restoreWallet(asked(signal)),
    async disconnect() {
      try {
        await request('wallet_revokePermissions', [{ eth_accounts: {} }], anyChain, AbortSignal.timeout(3000))
      } catch {
        // Many wallets cannot revoke; forgetting the connection here is what disconnects.
      }
    },
    switchNetwork: (network, { signal }) => switchWallet(asked(signal), network),
    request: (method, params, { scope, signal }) =>
      request(method, Array.isArray(params) ? params : [params], scope, signal),
    subscribe: (listener) =>
      link.onWalletEvent(wallet.handle, (event, payload) => {
        const read = readEvent(event, payload)
        if (read) listener(read)
      }),
  }
}

const isInjectedMethod = (method: string): method is InjectedMethod => Object.hasOwn(injectedResults, method)

/** Returns `undefined` for invalid events, which are dropped (C47). */
function readEvent(event: string, payload: Json): ConnectorEvent | undefined {
  switch (event) {
    case 'accountsChanged':
      return Array.isArray(payload) ? { type: 'accounts', accounts: readAddresses(payload) } : undefined
    case 'chainChanged': {
      const chainId = readChainId(payload)
      return chainId && { type: 'chain', chainId }
    }
    case 'disconnect':
      return { type: 'disconnect' }
    default:
      return undefined
  }
}
