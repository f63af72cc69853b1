/** The kind of a transaction from one account's view, its sender and its recipient. */
import type { AccountTransactionRow } from '../../store/contract/chain-index.ts'
import { readCall } from './input.ts'
import { type Move, nobody } from './moves.ts'

export type Operation = 'send' | 'receive' | 'mint' | 'burn' | 'trade' | 'approve' | 'revoke' | 'execute' | 'deploy'

/** Addresses used for burning. */
const burnAddresses = new Set([nobody, '0x000000000000000000000000000000000000dead'])

export function operationOf(row: AccountTransactionRow, moves: readonly Move[], account: string): Operation {
  const isOwn = row.sender === account
  if (isOwn && row.isCreate) return 'deploy'
  if (isOwn && readCall(row.input)?.name === 'approve') return 'approve'
  const ins = moves.filter(({ direction }) => direction === 'in')
  const outs = moves.filter(({ direction }) => direction === 'out')
  const areMinted = ins.length > 0 && ins.every(({ peer }) => peer === nobody)
  // Transferring an NFT from the zero address is a mint, whether paid or not.
  if (areMinted && ins.every(isNft)) return 'mint'
  if (ins.length > 0 && outs.length > 0 && isExchange(ins, outs)) return 'trade'
  if (areMinted && outs.length === 0) return 'mint'
  if (ins.length > 0 && outs.length === 0) return 'receive'
  if (ins.length === 0 && outs.length > 0) return operationOfOuts(row, outs, isOwn)
  return moves.length > 0 && moves.every(({ direction }) => direction === 'self') ? 'send' : 'execute'
}

function operationOfOuts(row: AccountTransactionRow, outs: readonly Move[], isOwn: boolean): Operation {
  if (outs.every(({ token, peer }) => token && burnAddresses.has(peer))) return 'burn'
  const isPlain = row.input === ''
  const isCallOfToken = outs.every(({ token }) => token?.contract === row.recipient)
  // Another contract transferred it from the account; the purpose is unknown.
  return !isOwn || isPlain || isCallOfToken ? 'send' : 'execute'
}

const isNft = ({ token }: Move): boolean => token !== undefined && token.standard !== 'erc20'
const assetOf = ({ token }: Move): string => (token ? `${token.contract} ${token.tokenId}` : '')

function isExchange(ins: readonly Move[], outs: readonly Move[]): boolean {
  const given = new Set(outs.map(assetOf))
  return ins.some((move) => !given.has(assetOf(move)))
}

/** `sentFrom` and `sentTo`: for a transfer its sender and recipient, otherwise the caller and the called contract. */
export function sidesOf(
  row: AccountTransactionRow,
  moves: readonly Move[],
  account: string,
  operation: Operation,
): readonly [from: string, to: string] {
  const [first] = moves
  if (first && (operation === 'send' || operation === 'burn')) return [account, first.peer]
  if (first && operation === 'receive') {
    const received = moves.find(({ direction }) => direction === 'in') ?? first
    return [received.peer, account]
  }
  return [row.sender || (first?.peer ?? row.recipient), row.recipient]
}
