/** Custody level: who could rebuild a wallet's keys. Computed from stored facts, never overstated. */
import { type CustodyLevel, EscrowParams, type RecoveryMethod } from '@airlock/protocol/wallet-service/shapes.ts'

type Method = Pick<RecoveryMethod, 'kind' | 'params'>

/**
 * L0: one operator can get the recovery secret together with the service's shares. L1: two operators would have to
 * collude. L2: only the user; also without any recovery method, when only a signed-in device opens the wallet. The
 * weakest method decides.
 */
export function custodyLevel(facts: {
  readonly methods: readonly Method[]
  /** Whether another operator runs the recovery service: stated by the operator, not verifiable here. */
  readonly isRecoveryApart: boolean
}): CustodyLevel {
  const escrows = facts.methods.filter(({ kind }) => kind === 'escrow')
  if (escrows.length === 0) return 'L2'
  return facts.isRecoveryApart && escrows.every(isInHalves) ? 'L1' : 'L0'
}

/** An escrow whose other half is with the recovery role. Without that statement, assume the whole secret is here. */
export const isInHalves = ({ kind, params }: Method): boolean =>
  kind === 'escrow' && EscrowParams.safeParse(params).success
