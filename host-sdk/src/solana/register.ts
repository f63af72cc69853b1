import type { Airlock } from '@airlock/host-sdk'
import { fieldOf, inBrowser } from '../dom.ts'
import { icon } from '../standard/icon.ts'
import { createRegistration } from '../standard/registration.ts'
import { createStandardWallet } from '../standard/wallet.ts'

const namespace = 'solana'

/**
 * Registers Airlock in the Wallet Standard. Libraries of the page list it as a wallet; connecting it opens the modal. Its account is
 * the Solana account of the instance.
 * @returns the undo
 */
export function registerWalletStandard(airlock: Airlock): () => void {
  if (!inBrowser()) return () => {}
  const restored = async () => {
    try {
      await airlock.provider(namespace).connect({ onlyIfTrusted: true })
    } catch (error) {
      if (fieldOf(error, 'code') !== unauthorized) throw error // without an account there is nothing to restore
    }
  }
  const own = createStandardWallet({ name: 'Airlock', icon, airlock, restored })
  const follow = () => {
    const account = airlock.getState().accounts[namespace]
    own.hold(account?.status === 'connected' ? account.address : undefined)
  }
  const registration = createRegistration(own.wallet, () => true)
  const unsubscribe = airlock.subscribe(follow)
  follow()
  registration.announce()
  return () => {
    unsubscribe()
    own.hold(undefined)
    registration.stop()
  }
}

const unauthorized = 4100
