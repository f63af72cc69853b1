/** Who could rebuild the keys of a wallet: computed from what is stored and who runs the recovery service, never better than the truth. */
import type { CustodyLevel, RecoveryKind } from '@airlock/protocol/wallet-service/shapes.ts'

/**
 * L0: one operator holds a way to the recovery secret together with the service's shares. L1: two operators would have to work together.
 * L2: nobody but the person; also without any recovery method, when only a device that is signed in opens the wallet.
 * The weakest method decides.
 */
export function custodyLevel(facts: {
  readonly methods: readonly RecoveryKind[]
  /** The recovery service is run by somebody else. What the operator states, and only a second operator makes true. */
  readonly isRecoveryApart: boolean
}): CustodyLevel {
  if (!facts.methods.includes('escrow')) return 'L2'
  return facts.isRecoveryApart ? 'L1' : 'L0'
}
