/**
 * The values that prefill another payment like this one. Only for a plain transfer that the account signed: anyone can make a contract log
 * a transfer to an address that resembles a known one.
 */
import { nativeToken } from '@airlock/protocol/contracts/shapes/send.ts'
import type { Transaction } from '@airlock/protocol/gateway/history.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { formatUnits } from 'viem'
import type { AccountTransactionRow } from '../../store/contract/chain-index.ts'
import type { KnownToken } from '../tokens/directory.ts'
import { readCall } from './input.ts'
import type { Move } from './moves.ts'

export type Payment = NonNullable<Transaction['metadata']['payment']>

export type PaymentOptions = {
  readonly network: Caip2
  readonly currency: { readonly decimals: number }
  readonly tokens: ReadonlyMap<string, Pick<KnownToken, 'decimals'>>
}

export function paymentOf(
  row: Pick<AccountTransactionRow, 'sender' | 'recipient' | 'input'>,
  moves: readonly Move[],
  account: string,
  { network, currency, tokens }: PaymentOptions,
): Payment | undefined {
  const [move, ...others] = moves
  if (row.sender !== account || move?.direction !== 'out' || !move.amount || others.length > 0) return undefined
  if (!move.token)
    return row.input === ''
      ? { token: nativeToken, to: move.peer, amount: formatUnits(move.amount, currency.decimals) }
      : undefined
  const call = readCall(row.input)
  const decimals = tokens.get(row.recipient)?.decimals
  const isTransfer =
    call?.name === 'transfer' &&
    call.to === move.peer &&
    move.token.standard === 'erc20' &&
    move.token.contract === row.recipient
  if (!isTransfer || call.amount === 0n || decimals === undefined) return undefined
  // The requested amount: a fee-on-transfer token delivers less.
  return { token: `${network}:${row.recipient}`, to: call.to, amount: formatUnits(call.amount, decimals) }
}
