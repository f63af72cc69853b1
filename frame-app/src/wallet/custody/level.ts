/** The custody level as the service reports it, but never better than this frame can verify itself. */
import { type CustodyLevel, EscrowParams, type RecoveryMethod } from '@airlock/protocol/wallet-service/shapes.ts'

export function levelOf(
  said: CustodyLevel | undefined,
  facts: {
    readonly methods: readonly Pick<RecoveryMethod, 'kind' | 'params'>[]
    /** Whether the project has a recovery service. Without one, there can be no half. */
    readonly hasRecoveryService: boolean
  },
): CustodyLevel | undefined {
  const escrows = facts.methods.filter(({ kind }) => kind === 'escrow')
  const isSplit = facts.hasRecoveryService && escrows.every(({ params }) => EscrowParams.safeParse(params).success)
  const best = escrows.length === 0 ? 'L2' : isSplit ? 'L1' : 'L0'
  return said === undefined || said < best ? said : best
}
