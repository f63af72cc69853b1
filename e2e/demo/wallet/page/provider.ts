/**
 * The EIP-1193 provider of the demo wallet. It keeps a copy of the worker's state, so that it knows synchronously
 * whether the user must be asked, and the confirm window opens in the same task as `request()`: later, the browser
 * would block it.
 */
import { anything, type Hex, list, object, readWith, text } from '../../parse.ts'
import { rpcError, toRpcError } from '../errors.ts'
import { toHexChainId, type WalletNetwork, type WalletState } from '../state.ts'
import type { Confirm } from './confirm-window.ts'
import { planRequest } from './plan-request.ts'
import type { WorkerClient } from './worker-client.ts'

type WalletEvents = {
  connect: { chainId: `0x${string}` }
  disconnect: Error
  accountsChanged: readonly `0x${string}`[]
  chainChanged: `0x${string}`
}
/** Dapps register listeners with any event name and any payload type. */
type Listener = (payload: unknown) => void

/** The event part of EIP-1193. A listener that throws does not affect the others. */
class Emitter {
  readonly #listeners = new Map<string, Set<Listener>>()

  on(name: string, listener: Listener): void {
    const set = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, set.add(listener))
  }

  removeListener(name: string, listener: Listener): void {
    this.#listeners.get(name)?.delete(listener)
  }

  emit<K extends keyof WalletEvents>(name: K, payload: WalletEvents[K]): void {
    for (const listener of this.#listeners.get(name) ?? []) {
      try {
        listener(payload)
      } catch (error) {
        reportError(error)
      }
    }
  }
}

export type DemoProvider = {
  request(args: { method: string; params?: unknown }): Promise<unknown>
  on(name: string, listener: Listener): DemoProvider
  removeListener(name: string, listener: Listener): DemoProvider
}

type Parts = {
  worker: WorkerClient
  confirm: Confirm
  networks: readonly WalletNetwork[]
  /** Key of a new wallet. */
  walletKey: Hex | undefined
}

export function createDemoProvider({ worker, confirm, networks, walletKey }: Parts): DemoProvider {
  const events = new Emitter()
  let state: WalletState | undefined

  const apply = (next: WalletState) => {
    const before = state
    state = next
    if (!before) {
      events.emit('connect', { chainId: toHexChainId(next.chainId) })
      return
    }
    if (before.chainId !== next.chainId) events.emit('chainChanged', toHexChainId(next.chainId))
    if (before.accounts.join() !== next.accounts.join()) events.emit('accountsChanged', next.accounts)
  }
  const started = worker.call('start', { networks: [...networks], walletKey }).then(apply)
  // Every request reports this error; there may be no request yet.
  started.catch(() => {})
  worker.onStopped(() => {
    events.emit('disconnect', rpcError('disconnected'))
  })

  const provider: DemoProvider = {
    async request(args) {
      try {
        const { method, params } = readRequest(args)
        // No await if the state is known: the confirm window must open within the click.
        if (!state) await started
        if (!state) throw rpcError('internal')
        const plan = planRequest(method, params, { state, worker, apply })
        if (plan.kind === 'ask') {
          const answer = await confirm.ask(plan.ask)
          if (answer === 'declined') throw rpcError('declined')
        }
        return await plan.run()
      } catch (error) {
        throw toRpcError(error)
      }
    },
    on(name, listener) {
      events.on(name, listener)
      return provider
    },
    removeListener(name, listener) {
      events.removeListener(name, listener)
      return provider
    },
  }
  return Object.freeze(provider)
}

const requestFields = object({ method: text, params: anything })

function readRequest(args: unknown): { method: string; params: unknown[] } {
  const request = readWith(requestFields, args)
  if (!request) throw rpcError('badRequest')
  const { method, params = [] } = request
  return { method, params: list(anything)(Array.isArray(params) ? params : [params]) }
}
