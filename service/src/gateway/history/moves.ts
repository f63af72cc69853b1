/** What a transaction moved for one account: the network's currency, and tokens. */
import type { AccountTransactionRow, Direction, TokenStandard } from '../../store/contract/chain-index.ts'
import { type KnownCall, readCall } from './input.ts'

export type Move = {
  readonly direction: Direction
  readonly peer: string
  /** Absent: the network's currency. */
  readonly token: { readonly contract: string; readonly standard: TokenStandard; readonly tokenId: string } | undefined
  /** `undefined`: the whole collection. */
  readonly amount: bigint | undefined
}

export const nobody = `0x${'0'.repeat(40)}`

/** For a failed transaction, what it would have moved; its status says that it failed. */
export function movesOf(row: AccountTransactionRow, account: string): readonly Move[] {
  const call = row.sender === account ? readCall(row.input) : undefined
  return [
    ...nativeMoves(row, account),
    ...row.legs.map(({ direction, peer, contract, standard, tokenId, amount }) => ({
      direction,
      peer,
      token: standard === 'native' ? undefined : { contract, standard, tokenId },
      amount: BigInt(amount),
    })),
    ...(call && (row.isFailed || call.name === 'approve') ? calledMoves(row, call) : []),
  ]
}

function nativeMoves({ sender, recipient, value }: AccountTransactionRow, account: string): readonly Move[] {
  const amount = BigInt(value)
  if (amount === 0n || (sender !== account && recipient !== account)) return []
  const direction = sender === recipient ? 'self' : sender === account ? 'out' : 'in'
  return [{ direction, peer: sender === account ? recipient : sender, token: undefined, amount }]
}

/** An approval moves nothing; it is shown with the approved amount. */
function calledMoves({ recipient: contract }: AccountTransactionRow, call: KnownCall): readonly Move[] {
  if (call.name === 'transferFrom') return []
  const token = { contract, standard: 'erc20', tokenId: '' } as const
  if (call.name === 'transfer') return [{ direction: 'out', peer: call.to, token, amount: call.amount }]
  return [{ direction: 'self', peer: call.spender, token, amount: call.amount }]
}
