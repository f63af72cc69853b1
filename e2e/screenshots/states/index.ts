/** Every state of every view. */
import { accountStates } from './account.ts'
import { allWalletsStates } from './all-wallets.ts'
import { approveStates } from './approve.ts'
import { connectStates } from './connect.ts'
import { connectingStates } from './connecting.ts'
import { emailStates } from './email.ts'
import { helpStates } from './help.ts'
import { networkStates } from './networks.ts'
import { chosenWalletStates, pairingStates, phoneStates, waitingRequestStates } from './pairing.ts'
import { securityStates } from './security.ts'
import { demoStates, shellStates } from './shell.ts'
import { signInStates } from './sign-in.ts'
import type { State } from './state.ts'

export type { State } from './state.ts'

/** Rendered by the modal, on the test host. */
export const modalStates: readonly State[] = [
  ...connectStates,
  ...connectingStates,
  ...emailStates,
  ...pairingStates,
  ...allWalletsStates,
  ...chosenWalletStates,
  ...phoneStates,
  ...waitingRequestStates,
  ...accountStates,
  ...networkStates,
  ...signInStates,
  ...helpStates,
  ...shellStates.filter(({ where }) => where !== 'page'),
]

/**
 * Rendered outside the modal: the demo, the SDK's own card while there is no frame, the approve gate, and the wallet
 * frame's other prompts.
 */
export const pageStates: readonly State[] = [
  ...demoStates,
  ...shellStates.filter(({ where }) => where === 'page'),
  ...approveStates,
  ...securityStates,
]
