/**
 * The EIP-1193 provider of the dapp; loaded when the dapp first uses it (`lazy.ts`). Calls for an injected wallet go
 * directly to it in the page; calls for a connection in the frames go through the provider port, after an early check
 * of the method's name.
 */
import { allowedMethods } from '@airlock/protocol/allowlist/names.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { isCaip2, referenceOf } from '@airlock/protocol/scalars/caip.ts'
import { fieldOf, type Undo } from '../dom.ts'
import { createEmitter } from '../emitter.ts'
import { onProviderEvent } from '../injected/events.ts'
import type { Provider } from '../injected/read.ts'
import { addressOf } from '../store/snapshot.ts'
import type { Store } from '../store/store.ts'
import type { Airlock, CaipNetworkId, Eip1193Provider, Namespace, Network, State } from '../types.ts'
import type { Loaded } from './lazy.ts'
import { createListeners } from './listeners.ts'
import { toRpcError } from './rpc-error.ts'

export interface ProviderHost {
  readonly store: Store
  /** The first network of a namespace. */
  first: (namespace: Namespace) => Network | undefined
  /** The injected wallet of the connection, if the connection is to one. */
  direct: () => Provider | undefined
  readonly airlock: Pick<Airlock, 'connect' | 'disconnect' | 'switchNetwork'>
  /** Sends a call to the frames. Rejects with DISCONNECTED when there is no session and nothing to restore. */
  forward: (call: { scope: CaipNetworkId; method: string; params?: unknown }) => Promise<unknown>
}

const namespace = 'eip155'

/** Reads that need no account. */
const isRead = (method: string) => /^eth_(?!send[TU]|sign)/.test(method)

/** @param since the state when the dapp requested the provider: later changes are emitted as events */
export function createProvider(
  host: ProviderHost,
  since: State = host.store.getState(),
): Required<Loaded<Eip1193Provider>> {
  const { on, emit } = createEmitter<Record<string, unknown>>()
  const listeners = createListeners(on)

  const accounts = ({ accounts: all } = host.store.getState()): string[] => {
    const account = all.eip155
    if (account?.status !== 'connected' || !account.address) return []
    return [...new Set([account.address, ...account.accounts.map(addressOf)])]
  }
  const active = () => {
    const { network } = host.store.getState()
    return network?.chainNamespace === namespace ? network : host.first(namespace)
  }
  const chainId = (id = active()?.caipNetworkId) => {
    return id && `0x${Number(referenceOf(id)).toString(16)}`
  }

  /** Several callers share one modal. */
  let connecting: Promise<unknown> | undefined
  const run = async (method: string, params: unknown): Promise<unknown> => {
    const connected = accounts()
    switch (method) {
      case 'eth_accounts':
        return connected
      case 'eth_requestAccounts':
        if (connected.length === 0) {
          connecting ??= host.airlock.connect({ namespace }).finally(() => {
            connecting = undefined
          })
          await connecting
        }
        return accounts()
      case 'eth_chainId':
        return chainId()
      case 'net_version':
        return String(Number(chainId()))
      case 'wallet_switchEthereumChain': {
        const wanted = fieldOf(Array.isArray(params) ? params[0] : undefined, 'chainId')
        const id = `eip155:${Number(wanted)}`
        if (typeof wanted !== 'string' || !isCaip2(id)) throw new AirlockError('BAD_SHAPE')
        await host.airlock.switchNetwork(id)
        return null
      }
      case 'wallet_revokePermissions':
        await host.airlock.disconnect({ namespace })
        return null
    }
    const direct = host.direct()
    if (direct) return direct.request({ method, ...(params !== undefined && { params }) })
    const scope = active()?.caipNetworkId
    if (!allowedMethods.has(method)) {
      // An open modal shows the refused call to the visitor.
      if (scope && host.store.getState().open) host.forward({ scope, method }).catch(() => {})
      throw new AirlockError('METHOD_NOT_ALLOWED')
    }
    if (connected.length === 0 && !isRead(method)) throw new AirlockError('UNAUTHORIZED')
    if (!scope) throw new AirlockError('CHAIN_DISCONNECTED')
    return host.forward({ scope, method, ...(params !== undefined && { params }) })
  }

  let before: { accounts: string[]; chain: string | undefined } = {
    accounts: accounts(since),
    chain: chainId(since.network?.caipNetworkId),
  }
  let hearing: { identity: object; undo: Undo } | undefined
  const follow = () => {
    const now = { accounts: accounts(), chain: chainId() }
    const was = before
    before = now
    const direct = host.direct()
    if (direct?.identity !== hearing?.identity) {
      hearing?.undo()
      hearing = direct && {
        identity: direct.identity,
        undo: onProviderEvent(direct, 'message', (payload) => emit('message', payload)),
      }
    }
    const isConnected = now.accounts.length > 0
    const wasConnected = was.accounts.length > 0
    if (isConnected && !wasConnected) emit('connect', { chainId: now.chain })
    if (now.chain !== was.chain && isConnected) emit('chainChanged', now.chain)
    if (String(now.accounts) !== String(was.accounts)) emit('accountsChanged', now.accounts)
    if (!isConnected && wasConnected) emit('disconnect', toRpcError(new AirlockError('DISCONNECTED')))
  }
  const unsubscribe = host.store.subscribe(follow)
  // Runs after the listeners that were waiting for this code to load.
  const caughtUp = setTimeout(follow)

  const provider: Eip1193Provider = {
    async request(call) {
      const { method, params } = call
      try {
        return await run(method, params)
      } catch (error) {
        throw error instanceof AirlockError ? toRpcError(error) : error
      }
    },
    on(event, listener) {
      listeners.add(event, listener)
      return provider
    },
    removeListener(event, listener) {
      listeners.remove(event, listener)
      return provider
    },
  }
  return {
    provider,
    onMessage: (payload) => emit('message', payload),
    stop() {
      clearTimeout(caughtUp)
      unsubscribe()
      hearing?.undo()
    },
  }
}
