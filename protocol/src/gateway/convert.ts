/**
 * Swaps of tokens on one EVM network (specification §7). Amounts are whole numbers in the smallest unit. A token is
 * CAIP-10; `nativeToken` in place of the contract is the network's own currency. Fields that the hosted API lacks are marked as ours;
 * readers must work without them.
 */
import * as z from 'zod/mini'
import { ProjectId } from '../contracts/project.ts'
import { EvmAddress, Hex } from '../scalars/values.ts'
import { absent, ImageUrl, Text } from './text.ts'

/** Placeholder address for the currency of an EVM network. */
export const nativeToken = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** Basis points in the whole. */
export const wholeBps = 10_000
/** Share of the received amount; the hosted API accepts whole percents up to this. */
export const maxSlippagePercent = 50
/** Maximum fee that routers accept. */
export const maxFeeBps = 100

/** Below 2^256. */
export const Amount = z.string().check(z.regex(/^(0|[1-9]\d{0,77})$/))
const Bps = z.int().check(z.minimum(0), z.maximum(wholeBps))

/** One pool of the route. `kind` is an open set: `v2`, `v3`, `wrap`, `unwrap`, `aggregator`. Ours. */
export const Leg = z.object({
  kind: Text,
  /** Plain addresses of the tokens; `nativeToken` if the currency itself is wrapped or unwrapped. */
  tokenIn: EvmAddress,
  tokenOut: EvmAddress,
  /** The exchange, such as `Uniswap`. */
  venue: absent(Text),
  pool: absent(EvmAddress),
  /** The pool's fee, in millionths. */
  feeMillionths: absent(z.int().check(z.minimum(0), z.maximum(1_000_000))),
})
export type Leg = z.infer<typeof Leg>

/** The gateway operator's fee, deducted from the received amount. Ours. */
export const OperatorFee = z.object({ bps: Bps, amount: Amount, recipient: EvmAddress })
export type OperatorFee = z.infer<typeof OperatorFee>

export const Quote = z.object({
  id: absent(Text),
  fromAmount: Amount,
  fromAccount: Text,
  /** Amount that the account receives, after all fees except gas. */
  toAmount: Amount,
  toAccount: Text,
  /** Minimum received, with the requested slippage. This and all following fields are ours. */
  minimumAmount: absent(Amount),
  /** Price impact: how much worse the trade is than the pools' own price, pool fees included. */
  priceImpactBps: absent(Bps),
  route: absent(z.array(Leg).check(z.maxLength(8))),
  /** The called contract. */
  router: absent(EvmAddress),
  /** The contract that needs an allowance. Absent: none. */
  spender: absent(EvmAddress),
  fee: absent(OperatorFee),
  /** Units of gas, and their value in `to`, if known. */
  gas: absent(Amount),
  gasInTo: absent(Amount),
  /** The token charges a fee on transfers, already deducted from the amounts. */
  isTaxed: absent(z.boolean()),
  /** Unix time in milliseconds after which the quote should be renewed. */
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
  /** The spender. Ours. */
  spender: absent(EvmAddress),
})
export type Allowance = z.infer<typeof Allowance>

/** Maximum wei per unit of gas, for slow, normal and fast inclusion. */
export const GasPrice = z.object({ standard: Amount, fast: Amount, instant: Amount })
export type GasPrice = z.infer<typeof GasPrice>

const transactionBytes = 64 * 1024
const Data = Hex.check(z.maxLength(2 + 2 * transactionBytes))

/** Whole percents, or basis points (ours), which take precedence. */
const Slippage = z.object({
  slippage: z.int().check(z.minimum(0), z.maximum(maxSlippagePercent)),
  slippageBps: z.optional(Bps.check(z.maximum(maxSlippagePercent * 100))),
  permit: z.optional(Hex.check(z.maxLength(4_096))),
})

/**
 * Which contracts a route may call. Absent: the network's default, as in `allowance` and `build-approve`. `known`: all in the table of
 * networks, for a client that reads the quote's `spender`. `any`: also those of an aggregator, whose calls cannot be checked. Ours.
 */
export const Routers = z.enum(['known', 'any'])

export const BuildRequest = z.object({
  projectId: ProjectId,
  amount: Amount,
  from: z.string().check(z.maxLength(170)),
  to: z.string().check(z.maxLength(170)),
  /** CAIP-10. The paying and receiving account. */
  userAddress: z.string().check(z.maxLength(170)),
  /** Required for a transaction. */
  eip155: z.optional(Slippage),
  /** Ours: the minimum that was shown. If today's price is worse, nothing is built. */
  minimumAmount: z.optional(Amount),
  routers: z.optional(Routers),
  disableEstimate: z.optional(z.boolean()),
})
export type BuildRequest = z.infer<typeof BuildRequest>

export const BuiltSwap = z.object({
  tx: z.object({
    /** CAIP-10: the account, and the called contract. */
    from: Text,
    to: Text,
    data: Data,
    /** The received amount, as in a quote. */
    amount: Amount,
    /** Absent: the amount to swap if it is the currency, otherwise zero. This and all following fields are ours. */
    value: absent(Amount),
    eip155: absent(z.object({ gas: absent(Amount), gasPrice: absent(Amount) })),
    minimumAmount: absent(Amount),
    spender: absent(EvmAddress),
    fee: absent(OperatorFee),
    /** Unix time in seconds at which the contract starts to refuse. */
    deadline: absent(z.int().check(z.nonnegative())),
  }),
})
export type BuiltSwap = z.infer<typeof BuiltSwap>

export const BuiltApproval = z.object({
  tx: z.object({
    /** CAIP-10. The contract to call is in `from`, the token to sell; `to` is the other token. */
    from: Text,
    to: Text,
    data: Data,
    value: absent(Amount),
    eip155: absent(z.object({ gas: absent(Amount), gasPrice: absent(Amount) })),
    /** The spender and the amount. This and all following fields are ours. */
    spender: absent(EvmAddress),
    amount: absent(Amount),
    /** Data of a call to the same contract that must come first: the token only changes an allowance that is zero. */
    reset: absent(Data),
  }),
})
export type BuiltApproval = z.infer<typeof BuiltApproval>
