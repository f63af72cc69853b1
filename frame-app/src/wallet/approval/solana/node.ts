/** Access to one Solana network for approvals, over the listed nodes. Every answer is parsed before use, but a node can still lie. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { SolanaAddress } from '@airlock/protocol/scalars/values.ts'
import { base64 } from '@scure/base'
import * as z from 'zod/mini'
import { askEach } from '../../../shared/chains/agreement.ts'
import type { ChainAccount } from '../../../shared/chains/solana/accounts.ts'
import { solanaDriver } from '../../../shared/chains/solana/driver.ts'
import { toDisplayText } from '../../../shared/format/display-text.ts'

/** Options that a page may set. */
export interface SendOptions {
  readonly skipPreflight?: boolean | undefined
  readonly preflightCommitment?: string | undefined
  readonly maxRetries?: number | undefined
  readonly minContextSlot?: number | undefined
}

/** The result of a simulation, with the requested accounts after it, in order. */
export type Rehearsal =
  | { readonly works: true; readonly accounts: readonly (ChainAccount | undefined)[] }
  /** `reason`: from the programs that it calls, cleaned and bounded. */
  | { readonly works: false; readonly reason: string }

/** Solana's level of certainty about a block. */
export type Commitment = 'processed' | 'confirmed'

export type SolanaNode = ReturnType<typeof createNode>

/** Longer than programs' usual error messages. */
const maxReason = 160
const commitment: Commitment = 'confirmed'
/** Addresses per call; nodes accept no more. */
const perCall = 100

/** Old commitment names that pages still use and nodes no longer accept. */
const olderNames: Readonly<Record<string, string>> = {
  recent: 'processed',
  single: 'confirmed',
  singleGossip: 'confirmed',
  root: 'finalized',
  max: 'finalized',
}

const Lamports = z.number().check(z.nonnegative(), z.refine(Number.isInteger))
const Account = z.nullable(
  z.object({ lamports: Lamports, owner: SolanaAddress, data: z.tuple([z.string(), z.literal('base64')]) }),
)
const Accounts = z.object({ value: z.array(Account) })
const Blockhash = z.object({ value: z.object({ blockhash: SolanaAddress }) }) // 32 bytes, like an address
const Flag = z.object({ value: z.boolean() })
const FeeAnswer = z.object({ value: z.nullable(Lamports) })
const Simulated = z.object({
  value: z.object({
    err: z.unknown(),
    logs: z.optional(z.nullable(z.array(z.string()))),
    accounts: z.optional(z.nullable(z.array(Account))),
  }),
})
const Statuses = z.object({ value: z.array(z.nullable(z.object({}))) })

type Ask = <T extends z.ZodMiniType>(schema: T, method: string, params: Json) => Promise<z.infer<T>>

function askerFor(id: Caip2, urls: readonly string[], signal: AbortSignal): Ask {
  const currency = { name: '', symbol: '', decimals: 9 }
  const { request } = solanaDriver.createReader({ id, name: '', currency, rpcUrls: [], testnet: false }, urls)
  return async (schema, method, params) => {
    const read = z.safeParse(schema, await request(method, params, signal))
    if (!read.success) throw new AirlockError('NETWORK', { message: `${method}: the node’s answer has another form.` })
    return read.data
  }
}

async function readAccounts(ask: Ask, addresses: readonly string[]): Promise<(ChainAccount | undefined)[]> {
  const parts = Array.from({ length: Math.ceil(addresses.length / perCall) }, (_, place) =>
    addresses.slice(place * perCall, (place + 1) * perCall),
  )
  const answers = await Promise.all(
    parts.map(async (part) => {
      const { value } = await ask(Accounts, 'getMultipleAccounts', [part, { commitment, encoding: 'base64' }])
      return part.map((_, place) => readAccount(value[place] ?? null))
    }),
  )
  return answers.flat()
}

/** @param urls nodes of the project record. @param signal aborts all calls */
export function createNode(id: Caip2, urls: readonly string[], signal: AbortSignal) {
  const ask = askerFor(id, urls, signal)
  return {
    /** In the order of the addresses; `undefined` for an account that does not exist. */
    accounts: (addresses: readonly string[]) => readAccounts(ask, addresses),
    /** The same from each of two listed nodes. */
    accountsByEach: (addresses: readonly string[]) =>
      askEach(urls, (url) => readAccounts(askerFor(id, [url], signal), addresses)),
    latestBlockhash: async () => (await ask(Blockhash, 'getLatestBlockhash', [{ commitment }])).value.blockhash,
    /** No if one of two nodes says no. @throws AirlockError if none answers */
    async isRecent(blockhash: string, than: Commitment): Promise<boolean> {
      const { answers } = await askEach(urls, (url) =>
        askerFor(id, [url], signal)(Flag, 'isBlockhashValid', [blockhash, { commitment: than }]),
      )
      if (answers.length === 0) throw new AirlockError('NETWORK')
      return answers.every(({ value }) => value)
    },
    /** In lamports; `undefined` if the node does not report it. */
    async fee(message: Uint8Array): Promise<bigint | undefined> {
      const { value } = await ask(FeeAnswer, 'getFeeForMessage', [base64.encode(message), { commitment }])
      return value === null ? undefined : BigInt(value)
    },
    /** Simulates a transaction; signatures may be missing. @param keepsHash keeps its block hash instead of using a recent one */
    async rehearse(transaction: Uint8Array, addresses: readonly string[], keepsHash: boolean): Promise<Rehearsal> {
      const { value } = await ask(Simulated, 'simulateTransaction', [
        base64.encode(transaction),
        {
          commitment,
          encoding: 'base64',
          sigVerify: false,
          replaceRecentBlockhash: !keepsHash,
          accounts: { encoding: 'base64', addresses: [...addresses] },
        },
      ])
      if (value.err !== null) return { works: false, reason: reasonIn(value) }
      return { works: true, accounts: addresses.map((_, place) => readAccount(value.accounts?.[place] ?? null)) }
    },
    async send(transaction: Uint8Array, options: SendOptions): Promise<void> {
      const { skipPreflight, preflightCommitment = commitment, maxRetries, minContextSlot } = options
      await ask(z.string(), 'sendTransaction', [
        base64.encode(transaction),
        {
          encoding: 'base64',
          preflightCommitment: olderNames[preflightCommitment] ?? preflightCommitment,
          ...(skipPreflight !== undefined && { skipPreflight }),
          ...(maxRetries !== undefined && { maxRetries }),
          ...(minContextSlot !== undefined && { minContextSlot }),
        },
      ])
    },
    /** Whether the network has seen this transaction. */
    async knows(signature: string): Promise<boolean> {
      const { value } = await ask(Statuses, 'getSignatureStatuses', [[signature]])
      return value[0] != null
    },
  }
}

/** The last log line in which a program reports an error, or else the network's error code. */
function reasonIn({ err, logs }: { err?: unknown; logs?: readonly string[] | null | undefined }): string {
  const told = logs?.findLast((line) => /^Program log: .*(error|fail|insufficient)/i.test(line))
  const code = typeof err === 'string' ? err : (JSON.stringify(err) ?? '')
  return toDisplayText(told?.replace(/^Program log: /, '') ?? code, { max: maxReason })
}

function readAccount(account: z.infer<typeof Account>): ChainAccount | undefined {
  if (!account) return undefined
  const { lamports, owner, data } = account
  try {
    return { lamports: BigInt(lamports), program: owner, data: base64.decode(data[0]) }
  } catch (cause) {
    throw new AirlockError('NETWORK', { cause, message: 'The node’s answer has another form.' })
  }
}
