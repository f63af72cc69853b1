/**
 * What another payment like this one begins with: of a transaction that does nothing but move one amount. One with a memo is not such a
 * transaction: an exchange tells its customers apart by the memo, and the form has none.
 */
import { nativeToken } from '@airlock/protocol/contracts/shapes/send.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { formatUnits } from 'viem'
import type { Payment } from '../payment.ts'
import type { Instruction, SolanaTransaction } from './shapes.ts'
import type { Change } from './transaction.ts'

const systemProgram = '11111111111111111111111111111111'
const tokenPrograms = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb']
const transfers = ['transfer', 'transferChecked', 'transferCheckedWithFee']
/** Limits of the fee, and a token account for the recipient. */
const helpers = ['ComputeBudget111111111111111111111111111111', 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL']

/** @param change the only one of the account, which signed the transaction. @param peer whose balance has the other end */
export function paymentOf(
  { transaction }: SolanaTransaction,
  { mint, decimals, amount }: Change,
  peer: string | undefined,
  network: Caip2,
): Payment | undefined {
  const [transfer, ...others] = transaction.message.instructions.filter(
    ({ programId }) => programId === undefined || !helpers.includes(programId),
  )
  if (peer === undefined || !transfer || others.length > 0 || !isTransfer(transfer, mint)) return undefined
  const to = mint === undefined ? transfer.parsed?.info['destination'] : peer
  if (to !== peer) return undefined
  const token = mint === undefined ? nativeToken : `${network}:${mint}`
  return { token, to: peer, amount: formatUnits(amount < 0n ? -amount : amount, decimals) }
}

function isTransfer({ programId = '', parsed }: Instruction, mint: string | undefined): boolean {
  const type = parsed?.type ?? ''
  return mint === undefined
    ? programId === systemProgram && type === 'transfer'
    : tokenPrograms.includes(programId) && transfers.includes(type)
}
