/** What the operator says about swaps on all networks. Which contracts a network has is in `GatewayNetwork`. */

/** Taken from what is received. */
export type SwapFee = {
  /** 1 to 100. */
  readonly bps: number
  readonly recipient: `0x${string}`
}

export type AggregatorSettings = {
  /** Base URL of an API in the form of 0x's version 2. */
  readonly url: string
  readonly key: string
  /** The contract that takes allowances for it. */
  readonly spender: `0x${string}`
}

export type SwapSettings = {
  /** Absent: none. */
  readonly fee?: SwapFee | undefined
  /** Absent: none. It learns what visitors ask for, and their addresses. */
  readonly aggregator?: AggregatorSettings | undefined
}
