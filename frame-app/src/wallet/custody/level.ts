/** Who besides the user could open the wallet: as the service says, and never better than what this frame can tell itself. */
import { type CustodyLevel, EscrowParams, type RecoveryMethod } from '@airlock/protocol/wallet-service/shapes.ts'

export function levelOf(
  said: CustodyLevel | undefined,
  facts: {
    readonly methods: readonly Pick<RecoveryMethod, 'kind' | 'params'>[]
    /** Whether the project has a recovery service; without one, no half can be there. */
    readonly hasRecoveryService: boolean
  },
): CustodyLevel | undefined {
  const escrows = facts.methods.filter(({ kind }) => kind === 'escrow')
  const isSplit = facts.hasRecoveryService && escrows.every(({ params }) => EscrowParams.safeParse(params).success)
  const best = escrows.length === 0 ? 'L2' : isSplit ? 'L1' : 'L0'
  return said === undefined || said < best ? said : best
}
