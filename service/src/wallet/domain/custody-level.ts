/** Who could rebuild the keys of a wallet: computed from what is stored and who runs the recovery service, never better than the truth. */
import { type CustodyLevel, EscrowParams, type RecoveryMethod } from '@airlock/protocol/wallet-service/shapes.ts'

type Method = Pick<RecoveryMethod, 'kind' | 'params'>

/**
 * L0: one operator holds a way to the recovery secret together with the service's shares. L1: two operators would have to work together.
 * L2: nobody but the person; also without any recovery method, when only a device that is signed in opens the wallet.
 * The weakest method decides.
 */
export function custodyLevel(facts: {
  readonly methods: readonly Method[]
  /** The recovery service is run by somebody else. What the operator states, and only a second operator makes true. */
  readonly isRecoveryApart: boolean
}): CustodyLevel {
  const escrows = facts.methods.filter(({ kind }) => kind === 'escrow')
  if (escrows.length === 0) return 'L2'
  return facts.isRecoveryApart && escrows.every(isInHalves) ? 'L1' : 'L0'
}

/** An escrow whose other half lies with the recovery role. What does not say so may lie here whole. */
export const isInHalves = ({ kind, params }: Method): boolean =>
  kind === 'escrow' && EscrowParams.safeParse(params).success
