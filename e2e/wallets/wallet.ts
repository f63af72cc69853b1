/** The interface of a test wallet for specs, and how it refuses. */
import type { BrowserContext } from '@playwright/test'
import type * as z from 'zod'
import { prettifyError } from 'zod'
import { RpcError } from '../world/rpc.ts'
import type { Reply } from './in-page.ts'

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
export class WalletError extends RpcError {}

/** @throws {WalletError} -32602, as a real wallet answers malformed parameters. */
export function parse<T>(schema: z.ZodType<T>, params: unknown): T {
  const parsed = schema.safeParse(params)
  if (!parsed.success) throw new WalletError(-32602, `Invalid params: ${prettifyError(parsed.error)}`)
  return parsed.data
}

/** What a wallet does for the methods of its page, by name. */
export type WalletMethods = Readonly<Record<string, (params: unknown) => Promise<unknown>>>

type Failure = { readonly code: number; readonly message: string }

const failureOf = (error: unknown): Failure =>
  error instanceof WalletError ? { code: error.code, message: error.message } : { code: -32603, message: 'failed' }

/** Answers the calls of this binding in all pages to come, and lists them, oldest first. */
export async function answerPage(
  context: BrowserContext,
  binding: string,
  methods: WalletMethods,
  toFailure = failureOf,
): Promise<readonly WalletCall[]> {
  const calls: WalletCall[] = []
  await context.exposeBinding(binding, async (_source, method: unknown, params: unknown): Promise<Reply> => {
    calls.push({ method: String(method), params })
    try {
      const run = methods[String(method)]
      if (!run) throw new WalletError(-32601, 'Unknown method.')
      return { result: await run(params) }
    } catch (error) {
      return { error: toFailure(error) }
    }
  })
  return calls
}

/** Calls the function that the wallet has left in every open page. */
export async function tellPages(context: BrowserContext, binding: string, ...args: readonly unknown[]): Promise<void> {
  await Promise.all(
    context.pages().map((page) =>
      page.evaluate(
        ([key, ...given]) => {
          const inPage: unknown = Reflect.get(window, Symbol.for(key))
          if (typeof inPage === 'function') Reflect.apply(inPage, undefined, given)
        },
        [binding, ...args] as const,
      ),
    ),
  )
}

/** A wallet whose requests a spec sees and decides. */
export type DecidingWallet = {
  /** Every request seen, oldest first. */
  readonly calls: readonly WalletCall[]
  readonly approveNext: () => void
  readonly decline: () => void
}

/** A deciding wallet with two accounts: its user picks the other one by `switchAccount`. */
export type SwitchingWallet = DecidingWallet & {
  /** The address of the account after `switchAccount`. */
  readonly other: string
  readonly switchAccount: () => Promise<void>
}
