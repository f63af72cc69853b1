/**
 * EIP-6963: announces the wallet when it becomes available, and on request while it is. Part of the core, because a library may ask only
 * while the page loads: wagmi reconnects only to wallets that are announced by then.
 */
import { Announced } from '@airlock/protocol/contracts/shapes/announced.ts'
import { parse } from '@airlock/protocol/parse.ts'
import { listen, type Undo } from '../dom.ts'
import { dispatch } from './dispatch.ts'

/** The wallet's rdns; it is only an identifier and does not resolve. */
const rdns = 'app.airlock'

export interface Announcer {
  /** Reads name and icon, if they have the form that may be given to libraries of the page. */
  read: (wallet: unknown) => Announced | undefined
  hold: (wallet: Announced) => void
  /** Stops answering requests. The standard has no way to withdraw: libraries keep the wallet, but its provider then has no account. */
  release: () => void
  readonly stop: Undo
}

export function createAnnouncer(getProvider: () => object): Announcer {
  let detail: object | undefined
  let isHeld = false
  const tell = () => {
    if (isHeld) dispatch('eip6963:announceProvider', detail)
  }
  return {
    read(wallet) {
      const parsed = parse(Announced, wallet)
      return parsed.ok ? parsed.value : undefined
    },
    hold(wallet) {
      if (isHeld) return
      isHeld = true
      // The same object until the page is unloaded, so that libraries recognise it: a second uuid would be a second wallet in their lists.
      detail ??= Object.freeze({
        info: Object.freeze({ uuid: crypto.randomUUID(), ...wallet, rdns }),
        provider: getProvider(),
      })
      tell()
    },
    release() {
      isHeld = false
    },
    stop: listen(window, 'eip6963:requestProvider', tell),
  }
}
