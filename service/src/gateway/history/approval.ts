/** Allowances that an account's own call grants or revokes. */
import { isUnlimited } from '@airlock/protocol/scalars/allowance.ts'
import type { AccountTransactionRow } from '../../store/contract/chain-index.ts'
import type { KnownToken } from '../tokens/directory.ts'
import { readCall } from './input.ts'
import { nobody } from './moves.ts'

export type Approval = { readonly spender: string; readonly isUnlimited: boolean; readonly isRevoked: boolean }

/** @param token the called contract; without decimals it is an NFT collection */
export function approvalOf(
  row: Pick<AccountTransactionRow, 'input' | 'isCreate'>,
  token: Pick<KnownToken, 'decimals'> | undefined,
): Approval | undefined {
  const call = row.isCreate ? undefined : readCall(row.input)
  if (call?.name !== 'approve') return undefined
  const { spender, amount, isGranted } = call
  if (amount === undefined) return { spender, isUnlimited: isGranted, isRevoked: !isGranted }
  // The amount is an NFT id, which may be 0; approving the zero address revokes.
  if (token && token.decimals === undefined) return { spender, isUnlimited: false, isRevoked: spender === nobody }
  return { spender, isUnlimited: isUnlimited(amount), isRevoked: !isGranted }
}
