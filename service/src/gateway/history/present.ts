/** Formats an account's EVM transaction for the API. */
import type { Transaction, Transfer } from '@airlock/protocol/gateway/history.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { formatUnits } from 'viem'
import type { AccountTransactionRow } from '../../store/contract/chain-index.ts'
import type { ImageLink } from '../images/link.ts'
import { markOf } from '../images/mark.ts'
import type { Token } from '../networks/network.ts'
import { linkContent } from '../nfts/picture.ts'
import type { KnownToken } from '../tokens/directory.ts'
import { isSpam } from '../tokens/spam.ts'
import { approvalOf } from './approval.ts'
import { type Move, movesOf } from './moves.ts'
import { operationOf, sidesOf } from './operation.ts'
import { paymentOf } from './payment.ts'

export type PresentOptions = {
  readonly network: Caip2
  readonly currency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly tokens: ReadonlyMap<string, KnownToken>
  /** Symbols that only the listed tokens may have. */
  readonly symbols: ReadonlySet<string>
  readonly link: ImageLink
}

/** `undefined`: not the account's own action, and not worth showing. */
export function present(row: AccountTransactionRow, account: string, options: PresentOptions): Transaction | undefined {
  const moves = movesOf(row, account)
  const isOwn = row.sender === account
  const shown = moves.flatMap((move) => {
    const transfer = toTransfer(move, isOwn, options)
    return transfer ? [{ move, transfer }] : []
  })
  // Another account's transaction that moved only spam tokens.
  if (!isOwn && shown.length === 0) return undefined
  const approval = isOwn ? approvalOf(row, options.tokens.get(row.recipient)) : undefined
  const operation = approval?.isRevoked
    ? 'revoke'
    : operationOf(row, shown.length > 0 ? shown.map(({ move }) => move) : moves, account)
  const payment = operation === 'send' ? paymentOf(row, moves, account, options) : undefined
  const [sentFrom, sentTo] = sidesOf(row, moves, account, operation)
  return {
    id: row.hash,
    metadata: {
      operationType: operation,
      hash: row.hash,
      minedAt: new Date(row.time * 1000).toISOString(),
      sentFrom,
      sentTo,
      status: row.isFailed ? 'failed' : 'confirmed',
      nonce: row.nonce,
      application: null,
      chain: options.network,
      ...(approval && { approval: { spender: approval.spender, isUnlimited: approval.isUnlimited } }),
      ...(payment && { payment }),
    },
    transfers: shown.map(({ transfer }) => transfer),
  }
}

function toTransfer(move: Move, isOwn: boolean, options: PresentOptions): Transfer | undefined {
  const { token, direction, amount } = move
  // The value at that time is unknown, and today's price would mislead.
  const rest = { direction, value: null, price: null }
  if (!token) {
    const { name, symbol, decimals } = options.currency
    return fungible({ name, symbol, decimals, iconUrl: markOf(symbol) }, amount ?? 0n)
  }
  const known = options.tokens.get(token.contract)
  if (!known) return undefined
  const spam = !isOwn && isSpam(known, options.symbols)
  if (token.standard === 'erc20' && known.decimals !== undefined && amount !== undefined)
    return spam ? undefined : fungible({ ...known, decimals: known.decimals }, amount)
  // No units are known for the amount. An approval may be of a collection.
  if (token.standard === 'erc20' && direction !== 'self') return undefined
  const id = token.tokenId || (token.standard === 'erc20' && amount !== undefined ? String(amount) : '')
  return {
    ...rest,
    fungible_info: null,
    nft_info: { name: nftName(known.name, id), content: contentOf(token, id, options), flags: { is_spam: spam } },
    quantity: { numeric: token.standard === 'erc20' ? '1' : String(amount ?? 1n) },
  }

  function fungible({ name, symbol, decimals, iconUrl }: Omit<Token, 'address'>, units: bigint): Transfer {
    const url = options.link(iconUrl)
    return {
      ...rest,
      fungible_info: { name, symbol, icon: url ? { url } : null },
      nft_info: null,
      quantity: { numeric: formatUnits(units, decimals) },
    }
  }
}

function contentOf(
  { contract, standard: given, tokenId }: NonNullable<Move['token']>,
  id: string,
  { network, link }: PresentOptions,
) {
  if (id === '') return null
  const standard = given === 'erc1155' ? given : 'erc721'
  return linkContent(link, { chainId: network, contract, tokenId: tokenId || id, standard })
}

function nftName(collection: string, id: string): string | null {
  const shownId = id.length > 12 ? `${id.slice(0, 6)}…${id.slice(-4)}` : id
  const text = [collection, shownId && `#${shownId}`].filter(Boolean).join(' ')
  return text || null
}
