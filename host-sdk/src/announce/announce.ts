/**
 * Announces the embedded wallet to the libraries of the page as an extension would: by EIP-6963 and by the Wallet Standard. Loaded with the
 * first account of that wallet, or if a stored hint names it (`create.ts`).
 */
import type { Announced } from '@airlock/protocol/contracts/shapes/announced.ts'
import type { Undo } from '../dom.ts'
import { isRestored } from '../providers/restored.ts'
import type { AccountState, State } from '../types.ts'
import { isEmbedded, type Offer, type Offered } from './offer.ts'

export function announce(offered: Offered): Undo {
  const { airlock, announcer, remembered } = offered
  const announcedBy = (account: AccountState | undefined) =>
    isEmbedded(account) ? announcer.read({ name: account?.wallet?.name, icon: account?.wallet?.icon }) : undefined
  const offers: Offer[] = []
  let isStopped = false
  let isLoading = false

  /** The frame may still restore an account on Solana, and the page has a Solana network. */
  const mayReturn = (state: State) =>
    !isRestored(state, 'solana') && airlock.networks.some(({ chainNamespace }) => chainNamespace === 'solana')
  const follow = () => {
    const state = airlock.getState()
    const onEvm = announcedBy(state.accounts.eip155)
    if (onEvm) announcer.hold(onEvm)
    // Until the restore is over, a remembered wallet stays announced.
    else if (isRestored(state, 'eip155')) announcer.release()
    for (const offer of offers) offer.follow(state)
    const onSolana = announcedBy(state.accounts.solana) ?? (mayReturn(state) ? remembered : undefined)
    if (!isLoading && onSolana) {
      isLoading = true
      addSolana(onSolana).catch(() => {
        isLoading = false // if the file failed to load, the next change tries again
      })
    }
  }
  const addSolana = async (wallet: Announced) => {
    const { registerWallet } = await import('./wallet-standard.ts')
    if (isStopped) return
    offers.push(registerWallet(offered, wallet))
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
