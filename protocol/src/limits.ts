/** Every length, count and time limit that protects an end of a link. */
export const limits = {
  /** Nesting of a message; the envelope is level 1. */
  depth: 16,
  /** Values (objects, arrays, scalars) in a message, and in a message of a large type. */
  nodes: 10_000,
  nodesLarge: 100_000,
  /** Size of a message in units of `walk`, and of a message of a large type. */
  size: 64 * 1024,
  sizeLarge: 1024 * 1024,
  /** Requests that one end may have unanswered; further ones wait in the sender's queue. */
  inFlight: 64,
  queue: 1000,
  /** Messages per second and burst that a receiver accepts before it closes the port. */
  rate: 200,
  burst: 400,
  /**
   * The same for units of `walk`, and like them per port. A unit costs a receiver 1 to 30 ns (structured clone, walk, schema; measured), so
   * that the largest messages at full rate take 2 to 6 % of its thread. The burst holds four of the largest messages.
   */
  sizeRate: 2 * 1024 * 1024,
  sizeBurst: 4 * 1024 * 1024,
  /** Refused messages after which the port is closed. */
  strikes: 8,
  /** Undeserialisable messages after which the port is closed. */
  unreadable: 3,
  /** Request ids remembered to refuse duplicates; ids retired by timeout or cancel, whose late answers are harmless. */
  rememberedIds: 4096,
  /** Events of the audit trail, per end of a link. */
  auditEvents: 256,
  /** Milliseconds. */
  deadlineMs: 30_000,
  progressEveryMs: 10_000,
  heartbeatMs: 5_000,
  handshakeMs: 10_000,
  pingAfterLoadMs: 1_000,
  /** A timer this late means that the page was suspended: the other end gets more time. */
  suspendedMs: 1_500,
  /** Characters. */
  errorMessage: 512,
  icon: 48 * 1024,
  url: 2048,
  name: 128,
  amount: 64,
  wallets: 32,
  /** In addition, wallets that claim the identity of a listed one. */
  rivalWallets: 32,
  networks: 100,
} as const

/** Limit for the contents of a large message. */
export const large = { depth: limits.depth, nodes: limits.nodesLarge, size: limits.sizeLarge } as const

export type ChannelLimits = {
  [K in
    | 'inFlight'
    | 'queue'
    | 'rate'
    | 'burst'
    | 'sizeRate'
    | 'sizeBurst'
    | 'strikes'
    | 'unreadable'
    | 'deadlineMs']: number
}
