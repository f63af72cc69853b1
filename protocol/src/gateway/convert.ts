/**
 * Swaps of tokens on one EVM network (specification §7; facts §3.4–3.10, §11). Amounts are whole numbers in the smallest unit. A token is
 * CAIP-10; `nativeToken` in place of the contract is the network's own currency. What the hosted API does not have is marked as ours; it
 * leaves these out, and a reader lives without them.
 */
import * as z from 'zod/mini'
import { ProjectId } from '../contracts/project.ts'
import { EvmAddress, Hex } from '../scalars/values.ts'
import { absent, ImageUrl, Text } from './text.ts'

/** Stands for the currency of an EVM network. */
export const nativeToken = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** Hundredths of a percent in the whole. */
export const wholeBps = 10_000
/** Of the amount received; the hosted API takes whole percents up to this. */
export const maxSlippagePercent = 50
/** What the routers that take a fee allow. */
export const maxFeeBps = 100

/** Below 2^256. */
export const Amount = z.string().check(z.regex(/^(0|[1-9]\d{0,77})$/))
const Bps = z.int().check(z.minimum(0), z.maximum(wholeBps))

/** One pool on the way. `kind` is an open set: `v2`, `v3`, `wrap`, `unwrap`, `aggregator`. Ours. */
export const Leg = z.object({
  kind: Text,
  /** Plain addresses of the tokens; `nativeToken` where the currency itself is wrapped or unwrapped. */
  tokenIn: EvmAddress,
  tokenOut: EvmAddress,
  /** Whose pool it is, such as `Uniswap`. */
  venue: absent(Text),
  pool: absent(EvmAddress),
  /** What the pool keeps, in millionths. */
  feeMillionths: absent(z.int().check(z.minimum(0), z.maximum(1_000_000))),
})
export type Leg = z.infer<typeof Leg>

/** Taken from what is received, by the operator of the gateway. Ours. */
export const OperatorFee = z.object({ bps: Bps, amount: Amount, recipient: EvmAddress })
export type OperatorFee = z.infer<typeof OperatorFee>

export const Quote = z.object({
  id: absent(Text),
  fromAmount: Amount,
  fromAccount: Text,
  /** What the account receives, after all fees but gas. */
  toAmount: Amount,
  toAccount: Text,
  /** What it receives at least, with the slippage that was asked for. Ours, as all that follows. */
  minimumAmount: absent(Amount),
  /** By how much the trade is worse than the pools' own price, fees of the pools included. */
  priceImpactBps: absent(Bps),
  route: absent(z.array(Leg).check(z.maxLength(8))),
  /** The contract that is called. */
  router: absent(EvmAddress),
  /** The contract that needs an allowance. Absent: none does. */
  spender: absent(EvmAddress),
  fee: absent(OperatorFee),
  /** Units of gas, and the same worth in `to`, where that is known. */
  gas: absent(Amount),
  gasInTo: absent(Amount),
  /** The token takes a part of each transfer, which the amounts already leave out. */
  isTaxed: absent(z.boolean()),
  /** Unix time in milliseconds, when the quote should be asked for again. */
  expiresAt: absent(z.int().check(z.nonnegative())),
})
export type Quote = z.infer<typeof Quote>
/** None or one. */
export const Quotes = z.object({ quotes: z.array(Quote).check(z.maxLength(10)) })
export type Quotes = z.infer<typeof Quotes>

export const SwapToken = z.object({
  name: Text,
  symbol: Text,
  /** CAIP-10. */
  address: Text,
  decimals: z.int().check(z.minimum(0), z.maximum(255)),
  /** Empty: no picture. */
  logoUri: absent(ImageUrl),
  eip2612: absent(z.boolean()),
})
export type SwapToken = z.infer<typeof SwapToken>
export const SwapTokens = z.object({ tokens: z.array(SwapToken).check(z.maxLength(20_000)) })
export type SwapTokens = z.infer<typeof SwapTokens>

export const Allowance = z.object({
  allowance: Amount,
  /** Whose allowance it is. Ours. */
  spender: absent(EvmAddress),
})
export type Allowance = z.infer<typeof Allowance>

/** Wei per unit of gas that a transaction pays at most, to be in one of the next blocks, sooner, or at once. */
export const GasPrice = z.object({ standard: Amount, fast: Amount, instant: Amount })
export type GasPrice = z.infer<typeof GasPrice>

const transactionBytes = 64 * 1024
const Data = Hex.check(z.maxLength(2 + 2 * transactionBytes))

/** Whole percents, or hundredths of a percent (ours), which count if both are there. */
const Slippage = z.object({
  slippage: z.int().check(z.minimum(0), z.maximum(maxSlippagePercent)),
  slippageBps: z.optional(Bps.check(z.maximum(maxSlippagePercent * 100))),
  permit: z.optional(Hex.check(z.maxLength(4_096))),
})

/**
 * Which contracts a route may call. Absent: the one that `allowance` and `build-approve` mean where none is named. `known`: all of the
 * table of networks, for a client that reads `spender` of a quote. `any`: also those of an aggregator, whose calls nobody can check. Ours.
 */
export const Routers = z.enum(['known', 'any'])

export const BuildRequest = z.object({
  projectId: ProjectId,
  amount: Amount,
  from: z.string().check(z.maxLength(170)),
  to: z.string().check(z.maxLength(170)),
  /** CAIP-10. It pays and receives. */
  userAddress: z.string().check(z.maxLength(170)),
  /** A transaction without it is refused. */
  eip155: z.optional(Slippage),
  /** Ours: the least to receive, as it was shown. Where today's price does not give that, nothing is built. */
  minimumAmount: z.optional(Amount),
  routers: z.optional(Routers),
  disableEstimate: z.optional(z.boolean()),
})
export type BuildRequest = z.infer<typeof BuildRequest>

export const BuiltSwap = z.object({
  tx: z.object({
    /** CAIP-10: the account, and the contract that is called. */
    from: Text,
    to: Text,
    data: Data,
    /** What is received, as a quote says it. */
    amount: Amount,
    /** Absent: the amount to swap if that is the currency, otherwise nothing. Ours, as all that follows. */
    value: absent(Amount),
    eip155: absent(z.object({ gas: absent(Amount), gasPrice: absent(Amount) })),
    minimumAmount: absent(Amount),
    spender: absent(EvmAddress),
    fee: absent(OperatorFee),
    /** Unix time in seconds, after which the contract refuses. */
    deadline: absent(z.int().check(z.nonnegative())),
  }),
})
export type BuiltSwap = z.infer<typeof BuiltSwap>

export const BuiltApproval = z.object({
  tx: z.object({
    /** CAIP-10. The contract to call is in `from`, the token that is given; `to` is the other token (facts §3.10). */
    from: Text,
    to: Text,
    data: Data,
    value: absent(Amount),
    eip155: absent(z.object({ gas: absent(Amount), gasPrice: absent(Amount) })),
    /** Who may spend, and how much. Ours, as all that follows. */
    spender: absent(EvmAddress),
    amount: absent(Amount),
    /** Data of a call to the same contract that must come first: the token changes no allowance that is not zero. */
    reset: absent(Data),
  }),
})
export type BuiltApproval = z.infer<typeof BuiltApproval>
