/** The operator's swap settings for all networks. The contracts of a network are in `GatewayNetwork`. */

/** Deducted from the received amount. */
export type SwapFee = {
  /** 1 to 100. */
  readonly bps: number
  readonly recipient: `0x${string}`
}

export type AggregatorSettings = {
  /** Base URL of an API in the form of 0x's version 2. */
  readonly url: string
  readonly key: string
  /** The contract that needs the allowance. */
  readonly spender: `0x${string}`
}

export type SwapSettings = {
  /** Absent: none. */
  readonly fee?: SwapFee | undefined
  /** Absent: none. The aggregator learns the users' requests and addresses. */
  readonly aggregator?: AggregatorSettings | undefined
}
