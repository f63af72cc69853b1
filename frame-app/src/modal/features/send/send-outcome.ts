/** What the wallet's error means for the user, and what is counted of a payment. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Payment, Quote } from '../../../shared/chains/sending.ts'
import { toExactDecimals } from '../../../shared/format/amount.ts'
import type { Connected } from '../../session/state/accounts.ts'
import type { Draft, Trouble } from './state/send.ts'

/** `unknown`: the wallet may have sent it. The embedded wallet is certain that what it aborted was not sent. */
export function troubleOf(thrown: unknown, wallet: Connected['wallet']['type']): Trouble {
  const error = thrown instanceof AirlockError ? thrown : undefined
  switch (error?.code) {
    case 'USER_REJECTED':
    case 'USER_CLOSED':
      return 'declined'
    case 'REQUEST_PENDING':
      return 'pending'
    case 'ABORTED':
      return wallet === 'auth' ? 'declined' : 'unknown'
    case 'PEER_GONE':
    case 'TIMEOUT':
    case 'DISCONNECTED':
    case 'NETWORK':
      return 'unknown'
    default:
      if (/insufficient (funds|lamports|balance)/i.test(error?.message ?? '')) return 'funds'
      return /nonce|already known|replacement/i.test(error?.message ?? '') ? 'nonce' : 'failed'
  }
}

/** A token without a contract is named by its symbol, if that is valid, else `native`. */
export function toEvent({ chainId, token }: Draft, { accountType }: Connected, { payment }: Quote) {
  const symbol = /^[\w.$₮-]{1,16}$/.test(token?.symbol ?? '') ? (token?.symbol ?? 'native') : 'native'
  return {
    isSmartAccount: accountType === 'smartAccount',
    network: chainId,
    token: payment.asset === undefined ? symbol : `${chainId}:${payment.asset}`,
    amount: Number(toExactDecimals(payment.units, payment.decimals)),
  }
}

/** Identifies a payment after a reload (`unanswered.ts`). */
export const contentOf = ({ to, asset }: Payment): string =>
  JSON.stringify([to.toLowerCase(), asset?.toLowerCase() ?? null])
