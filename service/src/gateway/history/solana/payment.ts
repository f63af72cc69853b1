/**
 * The values that prefill another payment like this one, for a transaction that only moves one amount. Transactions with a memo are
 * excluded: exchanges identify customers by the memo, and the form has no field for it.
 */
import { nativeToken } from '@airlock/protocol/contracts/shapes/send.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { formatUnits } from 'viem'
import { tokenPrograms } from '../../balances/token-accounts.ts'
import type { Payment } from '../payment.ts'
import type { Instruction, SolanaTransaction } from './shapes.ts'

/** Of one account's balance; without a mint, of the network's currency. */
export type Change = { readonly mint: string | undefined; readonly decimals: number; readonly amount: bigint }

const systemProgram = '11111111111111111111111111111111'
const transfers = ['transfer', 'transferChecked', 'transferCheckedWithFee']
/** Programs that set the fee, or create the recipient's token account. */
const helpers = ['ComputeBudget111111111111111111111111111111', 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL']

/**
 * @param change the only one of the account, which signed the transaction.
 * @param peer the account whose balance changed the other way
 */
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
