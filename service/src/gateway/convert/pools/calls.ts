/** Calls to the routers. Each names the account as the recipient and sets the minimum amount. */
import { maxFeeBps, wholeBps } from '@airlock/protocol/gateway/convert.ts'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { SwapFee } from '../settings.ts'
import type { Order, Side, SwapCall } from '../source.ts'
import type { Candidate } from './candidates.ts'
import { v3Path } from './quotes.ts'

/** UniswapV2Router02. These variants measure the received amount, so they support fee-on-transfer tokens. */
export const router02Abi = parseAbi([
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])
/** SwapRouter02, which reaches v2 and v3. */
export const swapRouter02Abi = parseAbi([
  'struct Input { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[])',
  'function exactInput(Input params) payable returns (uint256)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to) payable returns (uint256)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function unwrapWETH9WithFee(uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient) payable',
  'function sweepTokenWithFee(address token, uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient) payable',
])
/** The router's own address, for calls after which it forwards its balance. */
const routerItself: Hex = `0x${'2'.padStart(40, '0')}`

type Trade = {
  readonly from: Side
  readonly to: Side
  readonly amount: bigint
  readonly candidate: Pick<Candidate, 'kind' | 'path' | 'pools'>
}

export function callRouter02(router: Hex, { from, to, amount, candidate: { path } }: Trade, order: Order): SwapCall {
  const { minimum, account, deadline } = order
  const end = [path, account, deadline] as const
  if (from.isNative)
    return {
      to: router,
      value: amount,
      data: encodeFunctionData({
        abi: router02Abi,
        functionName: 'swapExactETHForTokensSupportingFeeOnTransferTokens',
        args: [minimum, ...end],
      }),
    }
  const functionName = to.isNative
    ? 'swapExactTokensForETHSupportingFeeOnTransferTokens'
    : 'swapExactTokensForTokensSupportingFeeOnTransferTokens'
  return {
    to: router,
    value: 0n,
    data: encodeFunctionData({ abi: router02Abi, functionName, args: [amount, minimum, ...end] }),
  }
}

export function callSwapRouter02(
  router: Hex,
  { from, to, amount, candidate }: Trade,
  { account, minimum, deadline }: Order,
  fee: SwapFee | undefined,
): SwapCall {
  const gross = fee ? beforeFee(minimum, fee.bps) : minimum
  const isHandedOn = to.isNative || fee !== undefined
  const recipient = isHandedOn ? routerItself : account
  const swap =
    candidate.kind === 'v3'
      ? encodeFunctionData({
          abi: swapRouter02Abi,
          functionName: 'exactInput',
          args: [{ path: v3Path(candidate), recipient, amountIn: amount, amountOutMinimum: gross }],
        })
      : encodeFunctionData({
          abi: swapRouter02Abi,
          functionName: 'swapExactTokensForTokens',
          args: [amount, gross, candidate.path, recipient],
        })
  const handing = isHandedOn ? [handOn(to, account, gross, fee)] : []
  return {
    to: router,
    value: from.isNative ? amount : 0n,
    data: encodeFunctionData({
      abi: swapRouter02Abi,
      functionName: 'multicall',
      args: [deadline, [swap, ...handing]],
    }),
  }
}

function handOn({ token, isNative }: Side, account: Hex, gross: bigint, fee: SwapFee | undefined): Hex {
  if (isNative && !fee)
    return encodeFunctionData({ abi: swapRouter02Abi, functionName: 'unwrapWETH9', args: [gross, account] })
  const { bps, recipient } = fee ?? { bps: 0, recipient: account }
  const end = [account, BigInt(bps), recipient] as const
  return isNative
    ? encodeFunctionData({ abi: swapRouter02Abi, functionName: 'unwrapWETH9WithFee', args: [gross, ...end] })
    : encodeFunctionData({ abi: swapRouter02Abi, functionName: 'sweepTokenWithFee', args: [token, gross, ...end] })
}

const whole = BigInt(wholeBps)
/** As the router calculates it: rounded down, from the amount out of the pools. */
export const feeOf = (gross: bigint, bps: number): bigint => (gross * BigInt(bps)) / whole

/** The minimum out of the pools so that `amount` is left after the fee. */
export function beforeFee(net: bigint, bps: number): bigint {
  const rest = whole - BigInt(Math.min(bps, maxFeeBps))
  const gross = (net * whole + rest - 1n) / rest
  // Because the fee is rounded, one unit less may be enough.
  return gross - 1n - feeOf(gross - 1n, bps) >= net ? gross - 1n : gross
}
