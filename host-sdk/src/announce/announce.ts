/**
 * Announces the embedded wallet to the libraries of the page as an extension would: by EIP-6963 and by the Wallet
 * Standard. Loaded with the first account of that wallet (`create.ts`).
 */
import type { Undo } from '../dom.ts'
import { announceProvider } from './eip6963.ts'
import { isEmbedded, type Offer, type Offered } from './offer.ts'

export function announce(offered: Offered): Undo {
  const { airlock } = offered
  const offers: Offer[] = [announceProvider(offered)]
  let isStopped = false
  let isLoading = false

  const follow = () => {
    const state = airlock.getState()
    for (const offer of offers) offer.follow(state)
    if (!isLoading && isEmbedded(state.accounts.solana)) {
      isLoading = true
      addSolana().catch(() => {
        isLoading = false // if the file failed to load, the next time tries again
      })
    }
  }
  const addSolana = async () => {
    const { registerWallet } = await import('./wallet-standard.ts')
    if (isStopped) return
    offers.push(registerWallet(offered))
    follow()
  }

  const unsubscribe = airlock.subscribe(follow)
  follow()
  return () => {
    isStopped = true
    unsubscribe()
    for (const { stop } of offers) stop()
  }
}
