/**
 * EIP-6963: announces the wallet at sign-in, and on request while the visitor is signed in. The standard has no way to
 * withdraw an announcement.
 */
import { listen } from '../dom.ts'
import { icon } from './icon.ts'
import { dispatch, isEmbedded, type Offer, type Offered } from './offer.ts'

/** The wallet's rdns; it is only an identifier and does not resolve. */
const rdns = 'app.airlock'

export function announceProvider({ airlock }: Offered): Offer {
  let detail: object | undefined
  let isHeld = false
  const tell = () => {
    if (isHeld) dispatch('eip6963:announceProvider', detail)
  }
  const stop = listen(window, 'eip6963:requestProvider', tell)
  return {
    follow({ accounts: { eip155: account } }) {
      const wasHeld = isHeld
      isHeld = isEmbedded(account)
      if (!isHeld || wasHeld) return
      // The same object until the page is unloaded, so that libraries recognise it.
      detail ??= Object.freeze({
        info: Object.freeze({ uuid: crypto.randomUUID(), name: account?.wallet?.name, icon, rdns }),
        provider: airlock.provider('eip155'),
      })
      tell()
    },
    stop,
  }
}
