/** The injected port: lists the page's wallets for the frame, and forwards the frame's calls to them. */
import type { Handlers } from '@airlock/protocol/contracts/define.ts'
import type { HostEnd } from '@airlock/protocol/contracts/host-link/types.ts'
import type { Account } from '@airlock/protocol/contracts/shapes/account.ts'
import { quietly, type Undo } from '../dom.ts'
import type { Channels } from '../link/connection.ts'
import type { External } from '../options.ts'
import type { Presses } from '../press-round.ts'
import type { Network } from '../types.ts'
import type { Provider } from './read.ts'
import { createRegistry } from './registry.ts'
import type { Shared } from './shared.ts'
import type { Standards } from './standards.ts'

/** Wallets announce themselves in a burst, which results in one list. */
const debounceMs = 50
/** Wallets answer a discovery event at once or in the next tasks. */
const settleMs = 100

/** A handle is of a wallet in the page, and so are all types but these. */
const isInPage = ({ wallet }: Account): boolean =>
  !!wallet && (!!wallet.handle || !/^(walletConnect|auth)$/.test(wallet.type))

export interface Relay {
  readonly handlers: Handlers<HostEnd['injected']>
  find: (handle: string) => Provider | undefined
  /** Whether the page has the account from its wallet itself; `true` for wallets that are not in the page. */
  isShared: (account: Account) => boolean
  /** The page's networks have changed, and so may the networks that its wallets serve. */
  refresh: () => void
  /** A session has begun: new handles, fresh list. */
  start: (channels: Channels) => void
  /** The session has ended: removes all listeners from wallets. */
  pause: () => void
  stop: () => void
}

export function createRelay(
  isOwn: (provider: object) => boolean,
  externals: readonly External[],
  networks: () => readonly Network[],
  presses: Presses,
): Relay {
  let port: Channels['injected'] | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const listening = new Map<string, Undo>()

  const publish = () => {
    timer = undefined
    try {
      port?.notify('WALLETS', { wallets: registry.list(), hasMore: registry.hasMore() })
    } catch {
      // The icons exceed the size of a message. The frame asks again and gets a typed error.
    }
  }
  const changed = () => {
    if (port) timer ??= setTimeout(publish, debounceMs)
  }
  const registry = createRegistry(changed, isOwn, externals)
  const { find } = registry
  /** Loaded with the first call: without one, no wallet has shared anything. */
  let shared: Shared | undefined

  let standards: Promise<Standards | undefined> | undefined
  /** Standards other than EVM's are read only for pages with a network of another namespace. */
  const discover = async () => {
    registry.discover()
    if (networks().every(({ chainNamespace }) => chainNamespace === 'eip155')) return
    standards ??= import('./standards.ts').then(
      ({ createStandards }) => createStandards(registry, networks),
      () => {
        standards = undefined // if the file failed to load, the next attempt tries again
        return undefined
      },
    )
    await (await standards)?.discover()
  }

  /** Calls come only after a click on a row, so their code is not part of the first load. */
  let calls: Promise<Handlers<HostEnd['injected']>['WALLET_REQUEST']> | undefined
  const loadCalls = async () => {
    const { createForward, createShared, onWalletEvents } = await import('./calls.ts')
    shared ??= createShared()
    const noted = shared
    return createForward(
      find,
      (handle) => {
        const provider = find(handle)
        if (!provider || listening.has(handle) || !port) return
        const undo = onWalletEvents(provider, (event, payload) => {
          if (event === 'accountsChanged') noted.add(handle, provider, payload)
          // A full queue refuses further events; this is not an error of the page.
          quietly(() => port?.notify('WALLET_EVENT', { handle, event, payload }))
        })
        listening.set(handle, undo)
      },
      noted,
      presses,
    )
  }
  const forward: Handlers<HostEnd['injected']>['WALLET_REQUEST'] = async (call, context) => {
    calls ??= loadCalls()
    // If the file failed to load, the next call tries again.
    const carry = await calls.catch((error: unknown) => {
      calls = undefined
      throw error
    })
    return carry(call, context)
  }

  const pause = () => {
    port = undefined
    clearTimeout(timer)
    timer = undefined
    for (const undo of listening.values()) undo()
    listening.clear()
  }

  return {
    find,
    isShared: (account) => !isInPage(account) || shared?.has(account) === true,
    refresh() {
      if (port) void discover()
      changed()
    },
    handlers: {
      WALLET_REQUEST: forward,
      async WALLETS_DISCOVER() {
        await discover()
        await new Promise((resolve) => setTimeout(resolve, settleMs))
        return { wallets: registry.list(), hasMore: registry.hasMore() }
      },
    },
    start(channels) {
      pause()
      port = channels.injected
      registry.renew()
      shared?.clear()
      void discover()
      publish()
    },
    pause,
    stop() {
      pause()
      registry.stop()
      void standards?.then((found) => found?.stop())
    },
  }
}
