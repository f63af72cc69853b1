/**
 * Reads the wallets of the page that are in `window.injectedWeb3`, for Polkadot. Loaded for pages with a Polkadot network. Hostile input:
 * each field is read once, inside `try`, and only bounded copies leave this file (C200).
 */
import { limits } from '@airlock/protocol/limits.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { base58 } from '@scure/base'
import { fieldOf, listen, quietly, type Undo } from '../dom.ts'
import type { Network } from '../types.ts'
import { type Enable, type Enabled, readEnable } from './injected-web3-parts.ts'
import { type Provider, readName } from './read.ts'
import type { Found, ReadStandard } from './registry.ts'

const namespace = 'polkadot'
/** There is no event for wallets that are added later, as slow extensions are, so the list is read again after these times. */
const againMs = [250, 1000, 2500] as const
/** Wallets whose key differs from their own name. Wallets of several namespaces are merged into one row by name. */
const names: Readonly<Record<string, string>> = {
  'polkadot-js': 'Polkadot.js',
  'subwallet-js': 'SubWallet',
  talisman: 'Talisman',
  polkagate: 'PolkaGate',
  'fearless-wallet': 'Fearless Wallet',
  enkrypt: 'Enkrypt',
  'polkadot-js-nova': 'Nova Wallet',
}

export const readInjectedWeb3: ReadStandard = (registry, networks) => {
  /** Keyed like the list. */
  const known = new Map<string, object>()
  const read = () => {
    const found = readList()
    for (const [key, identity] of known)
      if (found.get(key) !== identity) {
        known.delete(key)
        registry.remove(identity)
      }
    for (const [key, identity] of found)
      if (!known.has(key)) {
        const wallet = readWallet(key, identity, networks)
        if (!wallet) continue
        known.set(key, identity)
        registry.add(wallet)
      }
  }
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const undo: Undo = listen(window, 'load', read)
  return {
    discover() {
      read()
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      for (const ms of againMs) timers.add(setTimeout(read, ms))
    },
    stop() {
      undo()
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

/** The entries of the list, limited to the maximum number of listed wallets. */
function readList(): Map<string, object> {
  const list = quietly(() => fieldOf(window, 'injectedWeb3'))
  const keys = quietly(() => (typeof list === 'object' && list !== null ? Object.keys(list) : [])) ?? []
  const most = limits.wallets + limits.rivalWallets
  const entries = keys.slice(0, most).flatMap((key): [string, object][] => {
    const entry = quietly(() => fieldOf(list, key))
    return typeof entry === 'object' && entry !== null ? [[key, entry]] : []
  })
  return new Map(entries)
}

/** `undefined` for an entry that cannot be asked for its accounts. */
const readWallet = (key: string, identity: object, networks: () => readonly Network[]): Found | undefined =>
  quietly(() => {
    const name = readName(Object.hasOwn(names, key) ? names[key] : key)
    const enable = readEnable(identity)
    if (!name || !enable) return undefined
    const serves = (): Caip2[] =>
      networks().flatMap(({ chainNamespace, caipNetworkId }) => (chainNamespace === namespace ? caipNetworkId : []))
    return { name, icon: undefined, uuid: undefined, rdns: undefined, provider: toProvider(identity, enable), serves }
  })

function toProvider(identity: object, enable: Enable): Provider {
  const listeners = new Set<(addresses: readonly string[]) => void>()
  let enabled: Promise<Enabled> | undefined
  /** Asks the user if the wallet has not asked yet. A wallet that refused may be asked again. */
  const enter = (): Promise<Enabled> => {
    enabled ??= enable((addresses) => {
      for (const listener of listeners) quietly(() => listener(addresses))
    }).catch((error: unknown) => {
      enabled = undefined
      throw error
    })
    return enabled
  }
  return {
    namespace,
    identity,
    keyOf: (address) => quietly(() => accountIdOf(address)) ?? address,
    async request(call) {
      const { callInjected } = await import('./injected-web3-calls.ts')
      return callInjected(enter, call)
    },
    on(event, listener) {
      if (event !== 'accountsChanged') return () => {}
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** An account has another address on each network: a prefix of one or two bytes, the account's id, and a checksum of two bytes. */
function accountIdOf(address: string): string {
  const bytes = base58.decode(address.slice(0, 64))
  return base58.encode(bytes.subarray((bytes[0] ?? 0) < 64 ? 1 : 2, -2))
}
