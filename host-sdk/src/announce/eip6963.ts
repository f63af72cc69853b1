/** EIP-6963: told when the visitor is signed in, and to who asks while that lasts. The standard knows no withdrawal. */
import { listen } from '../dom.ts'
import { icon } from './icon.ts'
import { dispatch, isEmbedded, type Offer, type Offered } from './offer.ts'

/** What pages know it by; nothing resolves it. */
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
      // The same for as long as the page is loaded: who has heard it once knows it again.
      detail ??= Object.freeze({
        info: Object.freeze({ uuid: crypto.randomUUID(), name: account?.wallet?.name, icon, rdns }),
        provider: airlock.provider('eip155'),
      })
      tell()
    },
    stop,
  }
}
