/**
 * The embedded wallet in the Wallet Standard. Registers once with each wallet list, at the first sign-in or for the stored hint, and
 * lists no account while no user is signed in. Unregisters if the restore finds no user.
 */
import type { Announced } from '@airlock/protocol/contracts/shapes/announced.ts'
import { isRestored, restored } from '../providers/restored.ts'
import { createRegistration } from '../standard/registration.ts'
import { createStandardWallet } from '../standard/wallet.ts'
import type { State } from '../types.ts'
import { isEmbedded, type Offer, type Offered } from './offer.ts'

const namespace = 'solana'

export function registerWallet(offered: Offered, { name, icon }: Announced): Offer {
  const { airlock } = offered
  const own = createStandardWallet({ name, icon, airlock, restored: () => restored(offered, namespace) })
  /** The frame may still find a signed-in user. */
  let isAwaited = offered.remembered !== undefined && !isRestored(airlock.getState(), namespace)
  const isHeld = () => own.accounts.length > 0
  const registration = createRegistration(own.wallet, () => isAwaited || isHeld())

  if (isAwaited) registration.announce()
  return {
    follow(state: State) {
      const account = state.accounts.solana
      const wasHeld = isHeld()
      own.hold(isEmbedded(account) ? account?.address : undefined)
      if (isHeld() && !wasHeld) registration.announce()
      if (!isAwaited || !isRestored(state, namespace)) return
      isAwaited = false
      if (!isHeld()) registration.withdraw()
    },
    stop() {
      own.hold(undefined)
      registration.stop()
    },
  }
}
