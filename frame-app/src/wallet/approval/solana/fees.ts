/** Fees of Solana transactions: what one costs at least, and when it is so high that the approval warns about it. */
import type { SolanaInstruction, SolanaInstructionKind } from '../../../shared/chains/solana/instructions.ts'
import type { SolanaTransaction } from '../../../shared/chains/solana/read.ts'
import type { Warning } from '../../decode/intent.ts'
import { takesMostOf } from '../findings.ts'

/** In lamports: 0.05 SOL. Swaps in a hurry stay well below it; whoever has a large balance is not to lose a part of it as a fee. */
const mostFee = 50_000_000n
const perSignature = 5000n
/** A transaction cannot have more. */
const maxUnits = 1_400_000
/** What an instruction gets where no limit is named: less if its program is built into the network, and the unknown may be. */
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

/** In lamports, from its own words: a node may not tell the fee, or tell a lower one. */
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

/** @param balance `undefined` where the node does not tell */
export const warnOfFee = (fee: bigint, balance: bigint | undefined): Warning[] =>
  fee > mostFee || takesMostOf(balance, fee) ? ['highFee'] : []
