/** Checks an approval built by a gateway: the right token, a router, the exact amount, and nothing else. */
import type { BuiltApproval } from '@airlock/protocol/gateway/convert.ts'
import type { SwapNetwork } from '@airlock/protocol/gateway/swap-networks.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { type Address, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { placeOf } from './check.ts'
import { type Call, isSame } from './decode.ts'

export interface ShownApproval {
  readonly chainId: Caip2
  /** The token to sell. */
  readonly token: Address
  /** As in the quote. */
  readonly spender: Address
  /** The agreed amount: the amount of the swap, or 2^256 - 1 if the user asked for no limit. */
  readonly amount: bigint
}

export type ApprovalRefusal = 'anotherChain' | 'anotherToken' | 'unknownSpender' | 'anotherCall' | 'anotherValue'

export function checkApproval(
  { tx }: BuiltApproval,
  { chainId, token, spender, amount }: ShownApproval,
  { v2, v3 }: SwapNetwork,
): { readonly calls: readonly Call[] } | { readonly refused: ApprovalRefusal } {
  // The contract to call is in `from`.
  const place = placeOf(tx.from)
  if (place?.chainId !== chainId) return { refused: 'anotherChain' }
  if (!isSame(place.address, token)) return { refused: 'anotherToken' }
  const routers = [v2?.router, v3?.router].filter((router) => router !== undefined)
  if (!routers.some((router) => isSame(router, spender))) return { refused: 'unknownSpender' }
  if (tx.value !== undefined && tx.value !== null && BigInt(tx.value) !== 0n) return { refused: 'anotherValue' }
  // The encoding is unique, so comparing it is enough.
  const wanted = approving(spender, amount)
  const reset = approving(spender, 0n)
  const isWanted = isSame(tx.data, wanted) && (tx.reset === undefined || tx.reset === null || isSame(tx.reset, reset))
  if (!isWanted) return { refused: 'anotherCall' }
  const calls = tx.reset ? [reset, wanted] : [wanted]
  return { calls: calls.map((data) => ({ to: token, data, value: 0n })) }
}

const approving = (spender: Address, amount: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
