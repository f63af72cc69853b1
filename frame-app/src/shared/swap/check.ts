/**
 * Checks a gateway's quote and call before a wallet is asked: the call goes to a known router of the network and does what the screen
 * shows. A malicious gateway can only cause a refusal, never a worse trade than was shown.
 */
import { type BuiltSwap, maxFeeBps, nativeToken, type Quote, wholeBps } from '@airlock/protocol/gateway/convert.ts'
import type { SwapNetwork } from '@airlock/protocol/gateway/swap-networks.ts'
import { type Caip2, isCaip10, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { type Address, getAddress, isAddress } from 'viem'
import { type Call, isSame, readSwap } from './decode.ts'

/** The data on the screen. Amounts are in the smallest unit. */
export interface ShownSwap {
  readonly chainId: Caip2
  readonly account: Address
  /** `nativeToken` for the network's currency. */
  readonly from: Address
  readonly to: Address
  readonly amount: bigint
  /** The minimum to receive. */
  readonly minimum: bigint
  readonly feeBps: number
}

export type SwapRefusal =
  | 'anotherChain'
  | 'anotherAccount'
  /** The called contract is not a router of the network. */
  | 'unknownTarget'
  /** The call is unknown, or contains more than a swap. */
  | 'unknownCall'
  | 'anotherRecipient'
  | 'anotherToken'
  | 'anotherAmount'
  /** The value of the call is not the shown amount. */
  | 'anotherValue'
  | 'lowMinimum'
  | 'highFee'
  /** It could be executed much later, at an outdated price. */
  | 'lateDeadline'

export type Checked = { readonly call: Call } | { readonly refused: SwapRefusal }

/** Seconds. */
const latest = 60 * 60

/**
 * @param now unix time in milliseconds
 * @returns the call for the wallet, without the gateway's other data such as gas price and gas limit
 */
export function checkSwap({ tx }: BuiltSwap, shown: ShownSwap, network: SwapNetwork, now: number): Checked {
  const [from, to] = [placeOf(tx.from), placeOf(tx.to)]
  if (from?.chainId !== shown.chainId || to?.chainId !== shown.chainId) return { refused: 'anotherChain' }
  if (!isSame(from.address, shown.account)) return { refused: 'anotherAccount' }
  // The hosted API returns no value: then use the shown amount.
  const sent = isSame(shown.from, nativeToken) ? shown.amount : 0n
  const call: Call = { to: to.address, data: tx.data, value: sent }
  if (tx.value !== undefined && tx.value !== null && BigInt(tx.value) !== sent) return { refused: 'anotherValue' }
  const read = readSwap(call, network)
  if (typeof read === 'string') return { refused: read }
  if (read.recipient !== 'sender' && !isSame(read.recipient, shown.account)) return { refused: 'anotherRecipient' }
  if (!isSame(read.from, shown.from) || !isSame(read.to, shown.to)) return { refused: 'anotherToken' }
  if (read.amount !== shown.amount) return { refused: 'anotherAmount' }
  if (shown.minimum <= 0n || read.minimum < shown.minimum) return { refused: 'lowMinimum' }
  if (read.feeBps > shown.feeBps) return { refused: 'highFee' }
  if (read.deadline !== undefined && read.deadline > BigInt(Math.floor(now / 1_000) + latest))
    return { refused: 'lateDeadline' }
  return { call }
}

export type QuoteRefusal = 'anotherToken' | 'anotherAmount' | 'lowMinimum' | 'highFee'

/** The request, and the part of a quote that is used. */
export interface AskedQuote {
  /** CAIP-10. */
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly slippageBps: number
}

/** The part of a quote to show. Amounts that can be calculated here are not taken from it. */
export function checkQuote(
  quote: Quote,
  { from, to, amount, slippageBps }: AskedQuote,
):
  | { readonly received: bigint; readonly minimum: bigint; readonly feeBps: number }
  | { readonly refused: QuoteRefusal } {
  if (!isSame(quote.fromAccount, from) || !isSame(quote.toAccount, to)) return { refused: 'anotherToken' }
  if (BigInt(quote.fromAmount) !== amount) return { refused: 'anotherAmount' }
  const received = BigInt(quote.toAmount)
  const minimum = (received * BigInt(wholeBps - slippageBps)) / BigInt(wholeBps)
  if (minimum <= 0n) return { refused: 'lowMinimum' }
  const feeBps = quote.fee?.bps ?? 0
  if (feeBps > maxFeeBps) return { refused: 'highFee' }
  return { received, minimum, feeBps }
}

export function placeOf(text: string): { readonly chainId: Caip2; readonly address: Address } | undefined {
  if (!isCaip10(text)) return undefined
  const { chainId, address } = parseCaip10(text)
  return isAddress(address, { strict: false }) ? { chainId, address: getAddress(address) } : undefined
}
