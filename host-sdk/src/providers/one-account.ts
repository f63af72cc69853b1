/** Shared by the providers of namespaces with one connected account: connecting, requests for that account, errors, events. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Namespace } from '@airlock/protocol/scalars/caip.ts'
import { createEmitter } from '../emitter.ts'
import type { CaipNetworkId, State } from '../types.ts'
import { networkOf } from './account.ts'
import type { ProviderHost } from './eip1193.ts'
import { createListeners } from './listeners.ts'
import { restored } from './restored.ts'
import { toRpcError } from './rpc-error.ts'

export const oddAnswer = () =>
  new AirlockError('WALLET_FAILED', { message: 'The wallet’s answer has an invalid form.' })

export type AccountHost = Pick<ProviderHost, 'store' | 'airlock' | 'restoring' | 'forward'>

/**
 * @param since the state when the dapp requested the provider: later changes are emitted as events
 * @param connected the payload of the event `connect`
 */
export function createOneAccount(
  host: AccountHost,
  namespace: Namespace,
  since: State,
  connected: (address: string) => unknown,
) {
  const { on, emit } = createEmitter<Record<string, unknown>>()
  const listeners = createListeners(on)
  const addressIn = ({ accounts }: State): string | null => accounts[namespace]?.address ?? null
  const address = () => addressIn(host.store.getState())

  let connecting: Promise<unknown> | undefined
  let before = addressIn(since)
  const follow = () => {
    const [was, now] = [before, address()]
    if (was === now) return
    before = now
    if (now === null) emit('disconnect', toRpcError(new AirlockError('DISCONNECTED')))
    else if (was === null) emit('connect', connected(now))
    else emit('accountChanged', now)
  }
  const unsubscribe = host.store.subscribe(follow)
  // Runs after the listeners that were waiting for this code to load.
  const caughtUp = setTimeout(follow)

  return {
    address,
    /** @param scope default: the network of the account. @throws AirlockError UNAUTHORIZED without an account */
    async ask(method: string, params: (address: string) => unknown, scope?: CaipNetworkId): Promise<unknown> {
      await restored(host, namespace)
      const account = host.store.getState().accounts[namespace]?.caipAddress
      const now = address()
      if (now === null || !account) throw new AirlockError('UNAUTHORIZED')
      return host.forward({ scope: scope ?? networkOf(account), method, params: params(now) })
    },
    /** Opens the modal if no account is connected, unless the dapp accepts only a restored account. */
    async connect(onlyIfTrusted: boolean): Promise<string> {
      const restoring = restored(host, namespace)
      // The modal shows the error, and offers a retry.
      await (onlyIfTrusted ? restoring : restoring.catch(() => {}))
      if (address() === null && !onlyIfTrusted) {
        // Several callers share one modal.
        connecting ??= host.airlock.connect({ namespace }).finally(() => {
          connecting = undefined
        })
        await connecting
      }
      const now = address()
      if (now === null) throw new AirlockError('UNAUTHORIZED')
      return now
    },
    disconnect: () => host.airlock.disconnect({ namespace }),
    listeners,
    stop() {
      clearTimeout(caughtUp)
      unsubscribe()
    },
  }
}
