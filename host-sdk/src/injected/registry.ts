/**
 * The injected wallets of the page: one entry per provider object, at most `limits.wallets`. Wallets that claim the same uuid or rdns (in
 * the standards that have neither, the same name in the same namespace) are all marked as disputed, because nothing proves which claim is
 * genuine. Rivals of a listed wallet are kept separately, so that they can neither crowd out the genuine wallet nor replace it. Only copies
 * cross the link, each under an opaque handle of the session.
 */
import type { InjectedWallet } from '@airlock/protocol/contracts/shapes/wallets.ts'
import { limits } from '@airlock/protocol/limits.ts'
import { randomId } from '@airlock/protocol/natives.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { listen, type Undo } from '../dom.ts'
import type { External } from '../options.ts'
import type { Network } from '../types.ts'
import { type Announced, type Provider, readAnnouncement, readLegacy, readProvider } from './read.ts'

/** A wallet of the page, of any standard. */
export interface Found extends Omit<Announced, 'uuid' | 'rdns'> {
  /** Set for a wallet that the page's developer passed in. */
  readonly id?: string | undefined
  readonly uuid: string | undefined
  readonly rdns: string | undefined
  /** The networks of the page that the wallet says it serves; absent if its standard does not say. */
  readonly serves?: () => Caip2[]
}

interface Entry extends Found {
  handle: string
  /** Another wallet of this page claims the same uuid or rdns, or reads the same, listed or not. */
  disputed: boolean
}

/** Where a reader adds the wallets that it finds. */
export interface Finds {
  add: (wallet: Found) => void
  /** Removes a wallet that is no longer offered. */
  remove: (identity: object) => void
}

export interface Reading {
  /** Asks the wallets of the page to register. */
  discover: () => void
  stop: Undo
}

/** @param networks returns the page's networks; read for every call, because a page may add some */
export type ReadStandard = (finds: Finds, networks: () => readonly Network[]) => Reading

export interface Registry extends Finds {
  list: () => InjectedWallet[]
  /** More wallets announced themselves than the list holds. */
  hasMore: () => boolean
  find: (handle: string) => Provider | undefined
  /** Asks the wallets of the page to announce themselves. */
  discover: () => void
  /** Starts a new session: old handles become invalid. */
  renew: () => void
  stop: () => void
}

/** By itself, not by the page’s developer, and not an old global variable without a name. */
const isAnnounced = ({ uuid, serves }: Pick<Found, 'uuid' | 'serves'>): boolean => !!(uuid || serves)
/** As a user reads it; letters of other widths are normalised when it is read. */
const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Size limit of all icons together, so that they fit one message; wallets beyond it are listed without an icon. */
const iconsRoom = limits.sizeLarge * 0.9

/**
 * @param isOwn recognises our own announcement
 * @param externals wallets passed in by the page's developer; first in the list, so that others cannot push them out
 */
export function createRegistry(
  onChange: () => void,
  isOwn: (provider: object) => boolean,
  externals: readonly External[] = [],
): Registry {
  let entries: Entry[] = []
  const known = new WeakSet<object>()
  let isCut = false

  const add = (wallet: Found) => {
    const { uuid, rdns, provider, name } = wallet
    if (known.has(provider.identity) || isOwn(provider.identity)) return
    known.add(provider.identity)
    const rivals = entries.filter(
      (entry) =>
        (uuid && entry.uuid === uuid) ||
        (rdns && entry.rdns === rdns) ||
        (isAnnounced(wallet) &&
          isAnnounced(entry) &&
          isSameName(entry.name, name) &&
          entry.provider.namespace === provider.namespace),
    )
    for (const rival of rivals) rival.disputed = true
    const entry = { ...wallet, handle: randomId(), disputed: rivals.length > 0 }
    const room = limits.wallets + (entry.disputed ? limits.rivalWallets : 0)
    if (entries.length < room) entries.push(entry)
    else isCut = true
    onChange()
  }

  const stop: Undo = listen(window, 'eip6963:announceProvider', (event) => {
    const wallet = readAnnouncement(event)
    if (wallet) add(wallet)
  })

  return {
    add,
    remove(identity) {
      known.delete(identity)
      entries = entries.filter(({ provider }) => provider.identity !== identity)
      onChange()
    },
    list() {
      let used = 0
      const fits = (icon: string) => {
        used += icon.length
        return used <= iconsRoom
      }
      return entries.flatMap(({ handle, id, uuid, name, rdns, icon, disputed, provider, serves }) => {
        const chains = serves?.()
        // The wallet serves only other networks.
        if (chains?.length === 0) return []
        return {
          handle,
          type: id ? 'external' : uuid || serves ? 'announced' : 'injected',
          namespace: provider.namespace,
          ...(chains && { chains }),
          name,
          ...(id && { id }),
          ...(rdns && { rdns }),
          ...(icon && fits(icon) && { icon }),
          disputed,
        }
      })
    },
    hasMore: () => isCut,
    find: (handle) => entries.find((entry) => entry.handle === handle)?.provider,
    discover() {
      for (const { provider: given, ...wallet } of externals) {
        const provider = readProvider(given)
        if (provider) add({ icon: undefined, ...wallet, uuid: undefined, rdns: undefined, provider })
      }
      window.dispatchEvent(new Event('eip6963:requestProvider'))
      for (const provider of readLegacy())
        add({ uuid: undefined, rdns: undefined, icon: undefined, name: 'Browser Wallet', provider })
    },
    renew() {
      for (const entry of entries) entry.handle = randomId()
    },
    stop,
  }
}
