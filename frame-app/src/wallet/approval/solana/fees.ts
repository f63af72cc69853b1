/** Fees of Solana transactions: the minimum fee, and when the approval warns about a high one. */
import type { SolanaInstruction, SolanaInstructionKind } from '../../../shared/chains/solana/instructions.ts'
import type { SolanaTransaction } from '../../../shared/chains/solana/read.ts'
import type { Warning } from '../../decode/intent.ts'
import { takesMostOf } from '../warnings.ts'

/** In lamports: 0.05 SOL. Urgent swaps cost much less; a higher fee gets a warning even if the balance is large. */
const mostFee = 50_000_000n
const perSignature = 5000n
/** The network's limit per transaction. */
const maxUnits = 1_400_000
/** Default compute units of an instruction: less for a built-in program, and an unknown program may be one. */
const lightUnits = 3000
const heavyUnits = 200_000
const heavy: ReadonlySet<SolanaInstructionKind> = new Set([
  'tokenTransfer',
  'tokenApproval',
  'tokenRevocation',
  'tokenBurn',
  'tokenClosing',
  'tokenOwner',
  'tokenAccount',
  'memo',
])

/** In lamports, computed from the transaction, because a node may give no fee or one that is too low. */
export function leastFee({ signers, instructions }: Pick<SolanaTransaction, 'signers' | 'instructions'>): bigint {
  let price = 0n
  let limit: number | undefined
  let units = 0
  for (const instruction of instructions) {
    if (instruction.kind === 'unitPrice') price = instruction.microLamports
    if (instruction.kind === 'unitLimit') limit = instruction.units
    units += unitsOf(instruction)
  }
  const paid = price * BigInt(Math.min(limit ?? units, maxUnits))
  return perSignature * BigInt(signers.length) + (paid + 999_999n) / 1_000_000n
}

const unitsOf = ({ kind }: SolanaInstruction): number => (heavy.has(kind) ? heavyUnits : lightUnits)

/** @param balance `undefined` if the node does not report it */
export const warnOfFee = (fee: bigint, balance: bigint | undefined): Warning[] =>
  fee > mostFee || takesMostOf(balance, fee) ? ['highFee'] : []
