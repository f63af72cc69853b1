/** The interface of a test wallet for specs, and how it refuses. */
import type * as z from 'zod'
import { prettifyError } from 'zod'

export type Behaviour =
  /** Approves at once. */
  | 'honest'
  /** Waits for `approveNext` or `decline`. */
  | 'asks'
  /** Answers 4001 at once. */
  | 'declines'
  /** The first request for accounts waits for `unlock`; further ones get -32002. */
  | 'locked'
  /** Never answers what needs approval. */
  | 'hanging'
  /** Approves after `delayMs`. */
  | 'slow'
  /** Is on a chain that none of our hosts lists. */
  | 'wrong-network'
  /** Knows only its own chain: switching to another one fails with 4902 until it was added. */
  | 'unsupported-chain'

export type WalletOptions = {
  readonly name: string
  readonly rdns?: string
  readonly uuid?: string
  readonly icon?: string
  readonly behaviour?: Behaviour
  /** `legacy`: only sets `window.ethereum`, announces nothing. */
  readonly presence?: 'eip6963' | 'legacy'
  /** `all`: also in framed pages, like extensions. Default: the top page only. */
  readonly frames?: 'top' | 'all'
  /** The chain on which it starts. Default: the first chain of the world. */
  readonly chainId?: number
  /** Delay of `slow`. */
  readonly delayMs?: number
  /** Answers `eth_accounts` this late, like an extension that was asleep. */
  readonly wakesAfterMs?: number
  /** Never answers a page's request to disconnect. */
  readonly clings?: boolean
  /** Carries out several calls as one (EIP-5792). */
  readonly hasBatches?: boolean
  /** Signs messages with a key that is not of its account. */
  readonly forges?: boolean
}

/** Two wallets with one rdns; each gets its own uuid, as the standard demands. */
export const withDuplicateRdns = (options: WalletOptions, secondName: string): readonly WalletOptions[] => {
  const rdns = options.rdns ?? 'example.duplicate'
  return [
    { ...options, rdns },
    { ...options, rdns, name: secondName },
  ]
}

export type WalletCall = { readonly method: string; readonly params: unknown }

export type TestWallet = {
  readonly name: string
  readonly rdns: string
  readonly uuid: string
  readonly address: `0x${string}`
  /** Every request seen, oldest first. */
  readonly calls: readonly WalletCall[]
  /** The first request of this method; waits until there is one. */
  readonly called: (method: string) => Promise<WalletCall>
  /** Approves the waiting request, or else the next one; overrides the behaviour once. */
  readonly approveNext: () => void
  readonly decline: () => void
  readonly unlock: () => void
  /** Emits a provider event in every open page. */
  readonly emit: (event: string, payload: unknown) => Promise<void>
}

/** An intended error answer; its code reaches the dapp unchanged. */
export class WalletError extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** @throws {WalletError} -32602, as a real wallet answers malformed parameters. */
export function parse<T>(schema: z.ZodType<T>, params: unknown): T {
  const parsed = schema.safeParse(params)
  if (!parsed.success) throw new WalletError(-32602, `Invalid params: ${prettifyError(parsed.error)}`)
  return parsed.data
}
