/**
 * The injected wallets of the page. First announcement of a uuid wins, one entry per provider object, two claimants of
 * one rdns are both disputed, at most `limits.wallets`. What crosses is a copy under an opaque handle of the session.
 */
import type { InjectedWallet } from '@airlock/protocol/contracts/shapes/wallets.ts'
import { limits } from '@airlock/protocol/limits.ts'
import { randomId } from '@airlock/protocol/natives.ts'
import { listen, type Undo } from '../dom.ts'
import { type Announced, type Provider, readAnnouncement, readExternal, readLegacy } from './read.ts'

interface Entry extends Omit<Announced, 'uuid' | 'rdns'> {
  /** Of a wallet that the page's developer handed over. */
  readonly id?: string | undefined
  readonly uuid: string | undefined
  readonly rdns: string | undefined
  handle: string
}

export interface Registry {
  list: () => InjectedWallet[]
  find: (handle: string) => Provider | undefined
  /** Asks the wallets of the page to announce themselves. */
  discover: () => void
  /** Another session: the old handles open nothing. */
  renew: () => void
  stop: () => void
}

/** All icons together fit one message; wallets beyond that are listed without. */
const iconsRoom = limits.sizeLarge * 0.9

/**
 * @param isOwn tells our own announcement from the others
 * @param externals what the page's developer hands over; the first in the list, so that no crowd of others keeps them out
 */
export function createRegistry(
  onChange: () => void,
  isOwn: (provider: object) => boolean,
  externals: readonly unknown[] = [],
): Registry {
  const entries: Entry[] = []
  const known = new WeakSet<object>()

  const add = (wallet: Omit<Entry, 'handle'>) => {
    const { identity } = wallet.provider
    const isTaken = known.has(identity) || (wallet.uuid && entries.some((entry) => entry.uuid === wallet.uuid))
    if (isTaken || isOwn(identity) || entries.length >= limits.wallets) return
    known.add(identity)
    entries.push({ ...wallet, handle: randomId() })
    onChange()
  }

  const stop: Undo = listen(window, 'eip6963:announceProvider', (event) => {
    const wallet = readAnnouncement(event)
    if (wallet) add(wallet)
  })

  return {
    list() {
      let used = 0
      const fits = (icon: string) => {
        used += icon.length
        return used <= iconsRoom
      }
      return entries.map(({ handle, id, uuid, name, rdns, icon }) => ({
        handle,
        type: id ? 'external' : uuid ? 'announced' : 'injected',
        namespace: 'eip155',
        name,
        ...(id && { id }),
        ...(rdns && { rdns }),
        ...(icon && fits(icon) && { icon }),
        disputed: rdns !== undefined && entries.some((other) => other.uuid !== uuid && other.rdns === rdns),
      }))
    },
    find: (handle) => entries.find((entry) => entry.handle === handle)?.provider,
    discover() {
      for (const external of externals) {
        const wallet = readExternal(external)
        if (wallet) add(wallet)
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
