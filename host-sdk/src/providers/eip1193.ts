/**
 * The EIP-1193 provider of the dapp; loaded when the dapp first uses it (`lazy.ts`). All calls for an injected wallet go
 * directly to it in the page. Calls for a connection in the frames go through the provider port, and the frames' allowlist
 * decides.
 */
import { connects, isRead } from '@airlock/protocol/allowlist/connection-methods.ts'
import { permissionsFor } from '@airlock/protocol/allowlist/permissions.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { isCaip2, referenceOf } from '@airlock/protocol/scalars/caip.ts'
import { addressOf, fieldOf, quietly, toJson, type Undo } from '../dom.ts'
import { createEmitter } from '../emitter.ts'
import { onProviderEvent } from '../injected/events.ts'
import type { Provider } from '../injected/read.ts'
import type { Store } from '../store/store.ts'
import type { Airlock, CaipNetworkId, Eip1193Provider, State } from '../types.ts'
import { networkOf } from './account.ts'
import { askDirectly, asksAccounts } from './direct.ts'
import { createListeners } from './listeners.ts'
import { type Restoring, restored } from './restored.ts'
import { toRpcError, withRpcErrors } from './rpc-error.ts'

export interface ProviderHost extends Restoring {
  readonly store: Store
  /** The injected wallet of the connection, if the connection is to one. */
  direct: () => Provider | undefined
  readonly airlock: Restoring['airlock'] & Pick<Airlock, 'connect' | 'disconnect' | 'networks' | 'switchNetwork'>
  /** Lets the frame track a transaction that the dapp has sent through its injected wallet. */
  sent: (transaction: { scope: CaipNetworkId; id: string }) => void
  /** Sends a call to the frames. Rejects with DISCONNECTED when there is no session and nothing to restore. */
  forward: (call: { scope: CaipNetworkId; method: string; params?: unknown }) => Promise<unknown>
}

/** A namespace's provider, with the code that `lazy.ts` loads for it. */
export interface Loaded<P> {
  readonly provider: P
  /** `message` events of a connection in the frames. */
  readonly onMessage?: (payload: unknown) => void
  stop: () => void
}

const namespace = 'eip155'

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
  const first = () => host.airlock.networks.find(({ chainNamespace }) => chainNamespace === namespace)
  /** The account's network, listed or not; without an account, the network on which it would connect. */
  const chain = ({ network, unsupported, accounts: all } = host.store.getState()): CaipNetworkId | undefined => {
    const account = all.eip155?.status === 'connected' ? all.eip155.caipAddress : undefined
    const known = [unsupported, network?.caipNetworkId, account && networkOf(account)]
    return known.find((id) => id?.startsWith(namespace)) ?? first()?.caipNetworkId
  }
  const chainId = (id = chain()) => id && `0x${Number(referenceOf(id)).toString(16)}`

  /** Several callers share one modal. */
  let connecting: Promise<unknown> | undefined
  const connect = async (): Promise<string[]> => {
    if (accounts().length === 0) {
      connecting ??= host.airlock.connect({ namespace }).finally(() => {
        connecting = undefined
      })
      await connecting
    }
    return accounts()
  }
  const disconnect = () => host.airlock.disconnect({ namespace })
  const permissions = (shared: readonly string[]) => permissionsFor(location.origin, shared)

  const page = {
    read: (event: string) => (event === 'chainChanged' ? chainId() : accounts()),
    subscribe: host.store.subscribe,
    disconnect,
  }

  const run = async (method: string, params: unknown): Promise<unknown> => {
    if (typeof method !== 'string') throw new AirlockError('BAD_SHAPE')
    await restored(host, namespace).catch((error: unknown) => {
      if (!connects(method)) throw error // the modal shows that error, and offers a retry
    })
    switch (method) {
      case 'eth_accounts':
        return accounts()
      case 'eth_requestAccounts':
        return connect()
      case 'eth_chainId':
        return chainId()
      case 'net_version':
        return String(Number(chainId()))
    }
    const direct = host.direct()
    if (direct) {
      const scope = chain()
      const answer = await askDirectly(direct, { method, ...(params !== undefined && { params }) }, page)
      if (method === 'eth_sendTransaction' && typeof answer === 'string' && scope) host.sent({ scope, id: answer })
      return answer
    }
    switch (method) {
      case 'wallet_switchEthereumChain': {
        const wanted = fieldOf(Array.isArray(params) ? params[0] : undefined, 'chainId')
        const id = `eip155:${Number(wanted)}`
        if (typeof wanted !== 'string' || !isCaip2(id)) throw new AirlockError('BAD_SHAPE')
        await host.airlock.switchNetwork(id)
        return null
      }
      case 'wallet_getPermissions':
        return permissions(accounts())
      case 'wallet_requestPermissions':
        if (!asksAccounts(params)) throw new AirlockError('BAD_SHAPE')
        return permissions(await connect())
      case 'wallet_revokePermissions':
        await disconnect()
        return null
    }
    // While the modal is open, it gets every call, so that it can show a refused one to the user.
    if (accounts().length === 0 && !isRead(method) && !host.store.getState().open)
      throw new AirlockError('UNAUTHORIZED')
    const scope = chain()
    if (!scope) throw new AirlockError('CHAIN_DISCONNECTED')
    if (params === undefined) return host.forward({ scope, method })
    // As in JSON: libraries leave fields and array elements undefined.
    const plain = quietly(() => toJson(params))
    if (plain === undefined) throw new AirlockError('BAD_SHAPE')
    return host.forward({ scope, method, params: plain })
  }

  let before: { accounts: string[]; chain: string | undefined } = {
    accounts: accounts(since),
    chain: chainId(chain(since)),
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
    async request({ method, params }) {
      return withRpcErrors(() => run(method, params))
    },
    ...listeners(() => provider),
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
