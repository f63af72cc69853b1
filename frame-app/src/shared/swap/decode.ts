/**
 * Decodes a call to a known router. Only a few forms are accepted, and only if re-encoding gives the same bytes, so that no data is
 * overlooked.
 */
import { nativeToken, wholeBps } from '@airlock/protocol/gateway/convert.ts'
import type { SwapNetwork } from '@airlock/protocol/gateway/swap-networks.ts'
import { type Abi, type Address, decodeFunctionData, encodeFunctionData, type Hex } from 'viem'
import { ifReadable } from '../if-readable.ts'
import { handingOn, router02, routerItself, swapRouter02, swaps, wrapping } from './routers.ts'

export interface Call {
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
}

export interface SwapRead {
  /** `nativeToken` for the network's currency. */
  readonly from: Address
  readonly to: Address
  /** In the smallest unit, like all amounts here. */
  readonly amount: bigint
  /** The minimum that the recipient gets, after the fee. */
  readonly minimum: bigint
  readonly recipient: Address | 'sender'
  readonly feeBps: number
  /** Unix time in seconds; absent for calls whose price cannot change. */
  readonly deadline: bigint | undefined
}

export type Unread = 'unknownTarget' | 'unknownCall'

export const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** @param network the known contracts of the call's network */
export function readSwap(call: Call, network: SwapNetwork): SwapRead | Unread {
  if (isSame(call.to, network.wrapped)) return readWrapping(call, network.wrapped) ?? 'unknownCall'
  const { v2, v3 } = network
  if (v3 && isSame(call.to, v3.router)) return readBatch(call, network.wrapped) ?? 'unknownCall'
  if (v2 && isSame(call.to, v2.router)) return readRouter02(call, network.wrapped) ?? 'unknownCall'
  return 'unknownTarget'
}

function readWrapping({ data, value }: Call, wrapped: Address): SwapRead | undefined {
  const call = decode(wrapping, data)
  const both = { recipient: 'sender', feeBps: 0, deadline: undefined } as const
  if (call?.functionName === 'deposit')
    return { ...both, from: nativeToken, to: wrapped, amount: value, minimum: value }
  if (call?.functionName !== 'withdraw' || value !== 0n) return undefined
  const [amount] = call.args
  return { ...both, from: wrapped, to: nativeToken, amount, minimum: amount }
}

function readRouter02({ data, value }: Call, wrapped: Address): SwapRead | undefined {
  const call = decode(router02, data)
  if (!call) return undefined
  const isFromNative = call.args.length === 4
  const [amount, minimum, path, recipient, deadline] = call.args.length === 4 ? [value, ...call.args] : call.args
  const ends = endsOf(path)
  if (!ends || (value !== 0n) !== isFromNative) return undefined
  const isToNative = call.functionName.startsWith('swapExactTokensForETH')
  // The router refuses other paths.
  if (isFromNative && !isSame(ends.from, wrapped)) return undefined
  if (isToNative && !isSame(ends.to, wrapped)) return undefined
  return {
    from: isFromNative ? nativeToken : ends.from,
    to: isToNative ? nativeToken : ends.to,
    amount,
    minimum,
    recipient,
    feeBps: 0,
    deadline,
  }
}

function readBatch({ data, value }: Call, wrapped: Address): SwapRead | undefined {
  const batch = decode(swapRouter02, data)
  if (!batch) return undefined
  const [deadline, calls] = batch.args
  const [first, second, ...more] = calls
  const swap = first && readFirst(first)
  if (!swap || more.length > 0) return undefined
  // The value of the call pays for the swap only if the route starts with the wrapped currency.
  if (value !== 0n && (!isSame(swap.from, wrapped) || value !== swap.amount)) return undefined
  const from = value === 0n ? swap.from : nativeToken
  const whole = { ...swap, from, deadline }
  if (second === undefined) return isSame(swap.recipient, routerItself) ? undefined : { ...whole, feeBps: 0 }
  const handed = isSame(swap.recipient, routerItself) ? readHandingOn(second, wrapped) : undefined
  if (!handed || !isSame(handed.token, swap.to)) return undefined
  const { recipient, minimum, feeBps, isUnwrapped } = handed
  return { ...whole, recipient, minimum, feeBps, to: isUnwrapped ? nativeToken : swap.to }
}

type First = Pick<SwapRead, 'from' | 'to' | 'amount' | 'minimum'> & { readonly recipient: Address }

function readFirst(data: Hex): First | undefined {
  const call = decode(swaps, data)
  if (!call) return undefined
  if (call.functionName === 'swapExactTokensForTokens') {
    const [amount, minimum, path, recipient] = call.args
    const ends = endsOf(path)
    return ends && { ...ends, amount, minimum, recipient }
  }
  const [{ path, recipient, amountIn: amount, minimum }] = call.args
  const ends = endsOf(tokensOf(path))
  return ends && { ...ends, amount, minimum, recipient }
}

interface HandedOn {
  readonly token: Address
  readonly recipient: Address
  readonly minimum: bigint
  readonly feeBps: number
  readonly isUnwrapped: boolean
}

function readHandingOn(data: Hex, wrapped: Address): HandedOn | undefined {
  const call = decode(handingOn, data)
  if (!call) return undefined
  if (call.functionName === 'unwrapWETH9') {
    const [minimum, recipient] = call.args
    return { token: wrapped, recipient, minimum, feeBps: 0, isUnwrapped: true }
  }
  const isUnwrapped = call.functionName === 'unwrapWETH9WithFee'
  const [token, gross, recipient, bips] = call.args.length === 4 ? [wrapped, ...call.args] : call.args
  if (bips > BigInt(wholeBps)) return undefined
  // As the router calculates it: the fee is rounded down.
  const minimum = gross - (gross * bips) / BigInt(wholeBps)
  return { token, recipient, minimum, feeBps: Number(bips), isUnwrapped }
}

const mostTokens = 4

function endsOf(path: readonly Address[]): { readonly from: Address; readonly to: Address } | undefined {
  const [from, to] = [path[0], path.at(-1)]
  return from && to && path.length >= 2 && path.length <= mostTokens && !isSame(from, to) ? { from, to } : undefined
}

/** v3's packed path: tokens of 20 bytes with fees of 3 bytes between them. */
function tokensOf(path: Hex): readonly Address[] {
  const digits = path.slice(2)
  const [token, step] = [40, 46]
  if (digits.length < token || (digits.length - token) % step !== 0) return []
  return Array.from(
    { length: (digits.length - token) / step + 1 },
    (_, index): Address => `0x${digits.slice(index * step, index * step + token)}`,
  )
}

/** `undefined` for another function, and for bytes that differ from the canonical encoding. */
function decode<const T extends Abi>(abi: T, data: Hex) {
  return ifReadable(() => {
    const call = decodeFunctionData<T>({ abi, data })
    const again = encodeFunctionData({ abi, ...call } as Parameters<typeof encodeFunctionData>[0]) // as: it was just decoded
    return isSame(again, data) ? call : undefined
  })
}
