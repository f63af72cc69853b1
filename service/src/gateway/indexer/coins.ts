/**
 * Movements of the network's currency inside a transaction, as far as logs and calldata show them: wrapping, unwrapping, and payouts of a
 * known router at the end of a swap. Other internal transfers are only in traces, which few nodes offer, and are not indexed.
 */
import type { SwapNetwork } from '@airlock/protocol/gateway/swap-networks.ts'
import { type Address, decodeFunctionData, type Hex, parseAbi, toEventSelector } from 'viem'
import { type BlockTransaction, ContractLog, type Receipt } from './shapes.ts'
import { addressIn, type TokenTransfer } from './transfers.ts'

/** Addresses in lower case. */
export type CoinContracts = {
  /** In the form of WETH9. */
  readonly wrapped: string
  readonly v2Router: string | undefined
  readonly v3Router: string | undefined
}

export const coinContractsOf = (swap: SwapNetwork | undefined): CoinContracts | undefined =>
  swap && {
    wrapped: swap.wrapped.toLowerCase(),
    v2Router: swap.v2?.router.toLowerCase(),
    v3Router: swap.v3?.router.toLowerCase(),
  }

const nobody = `0x${'0'.repeat(40)}`
const events = {
  wrapped: toEventSelector('Deposit(address,uint256)'),
  unwrapped: toEventSelector('Withdrawal(address,uint256)'),
} as const

type Wrapping = { readonly kind: 'wrapped' | 'unwrapped'; readonly account: string; readonly amount: bigint }

function readWrapping(input: unknown, { wrapped }: CoinContracts): Wrapping | undefined {
  const { data: log } = ContractLog.safeParse(input)
  const [event, topic] = log?.topics ?? []
  const account = addressIn(topic)
  if (log?.address !== wrapped || log.topics.length !== 2 || log.data.length !== 66 || !account) return undefined
  if (event !== events.wrapped && event !== events.unwrapped) return undefined
  return { kind: event === events.wrapped ? 'wrapped' : 'unwrapped', account, amount: BigInt(log.data) }
}

/** Wrapping mints the token and unwrapping burns it, but the contract logs no Transfer for either. */
export function readWrapped(input: unknown, contracts: CoinContracts): readonly TokenTransfer[] {
  const wrapping = readWrapping(input, contracts)
  if (!wrapping) return []
  const { kind, account, amount } = wrapping
  const [sender, recipient] = kind === 'wrapped' ? [nobody, account] : [account, nobody]
  return [{ standard: 'erc20', contract: contracts.wrapped, sender, recipient, tokenId: '', amount, item: 0 }]
}

export type Payout = { readonly sender: string; readonly recipient: string; readonly amount: bigint }

/**
 * Payouts of a router or the wrapping contract.
 * @returns `undefined` if the call does not name exactly one recipient
 */
export function readPayout(
  { from, to, input }: BlockTransaction,
  { logs }: Receipt,
  contracts: CoinContracts,
): Payout | undefined {
  const { wrapped, v2Router, v3Router } = contracts
  if (to !== wrapped && to !== v2Router && to !== v3Router) return undefined
  if (typeof to !== 'string') return undefined
  const holder = to === wrapped ? from : to
  const unwrapped = logs
    .map((log) => readWrapping(log, contracts))
    .filter((one) => one?.kind === 'unwrapped' && one.account === holder)
  // A second one means that a token has called the router in between, so several accounts may be paid.
  if (unwrapped.length !== 1) return undefined
  const amount = unwrapped[0]?.amount ?? 0n
  if (amount === 0n) return undefined
  if (to === wrapped) return { sender: wrapped, recipient: from, amount }
  const end = to === v2Router ? endOfV2(input) : endOfV3(input, from)
  if (!end) return undefined
  const kept = (amount * end.feeBps) / 10_000n
  return { sender: to, recipient: end.recipient.toLowerCase(), amount: amount - kept }
}

type End = { readonly recipient: string; readonly feeBps: bigint }

const v2Abi = parseAbi([
  'function swapExactTokensForETH(uint256, uint256, address[], address, uint256)',
  'function swapTokensForExactETH(uint256, uint256, address[], address, uint256)',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256, uint256, address[], address, uint256)',
])
const v3Abi = parseAbi([
  'function multicall(uint256, bytes[])',
  'function multicall(bytes32, bytes[])',
  'function multicall(bytes[])',
  'function unwrapWETH9(uint256)',
  'function unwrapWETH9(uint256, address)',
  'function unwrapWETH9WithFee(uint256, address, uint256, address)',
  'function unwrapWETH9WithFee(uint256, uint256, address)',
])

function endOfV2(input: string): End | undefined {
  const call = decode(v2Abi, input)
  return call && { recipient: call.args[3], feeBps: 0n }
}

/** Finds exactly one payout in one list of calls. */
function endOfV3(input: string, caller: string): End | undefined {
  const outer = decode(v3Abi, input)
  if (outer?.functionName !== 'multicall') return undefined
  const calls = outer.args.length === 1 ? outer.args[0] : outer.args[1]
  const ends = calls.flatMap((call) => endIn(call, caller))
  return ends.length === 1 ? ends[0] : undefined
}

function endIn(input: Hex, caller: string): readonly End[] {
  const call = decode(v3Abi, input)
  if (!call || call.functionName === 'multicall') return []
  if (call.functionName === 'unwrapWETH9') return [{ recipient: call.args[1] ?? caller, feeBps: 0n }]
  return call.args.length === 4
    ? [{ recipient: call.args[1], feeBps: call.args[2] }]
    : [{ recipient: caller, feeBps: call.args[1] }]
}

function decode<const Abi extends typeof v2Abi | typeof v3Abi>(abi: Abi, data: string) {
  try {
    return decodeFunctionData<Abi>({ abi, data: data as Address }) // as: shapes.ts has checked that it is hex
  } catch {
    return undefined
  }
}
