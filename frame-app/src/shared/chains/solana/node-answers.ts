/** Requests that payments send to Solana's nodes. Every answer is parsed; a node can still lie about what an account holds. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { SolanaAddress } from '@airlock/protocol/scalars/values.ts'
import { base64 } from '@scure/base'
import * as z from 'zod/mini'
import { toDisplayText } from '../../format/display-text.ts'
import type { Ask } from '../sending.ts'
import type { ChainAccount } from './accounts.ts'

export type Held = ChainAccount & { readonly isProgram: boolean }
/** By address; accounts that do not exist are missing. */
export type Accounts = Readonly<Record<string, Held | undefined>>

const commitment = 'confirmed'
const maxReason = 160

const Lamports = z.number().check(z.nonnegative(), z.refine(Number.isInteger))
const Account = z.nullable(
  z.object({
    lamports: Lamports,
    owner: SolanaAddress,
    data: z.tuple([z.string().check(z.maxLength(100_000)), z.literal('base64')]),
    executable: z.optional(z.boolean()),
  }),
)
const AccountList = z.object({ value: z.array(Account).check(z.maxLength(100)) })
const Blockhash = z.object({ value: z.object({ blockhash: SolanaAddress }) })
const Fee = z.object({ value: z.nullable(Lamports) })
const Simulated = z.object({
  value: z.object({
    err: z.unknown(),
    logs: z.nullish(z.array(z.string())),
    accounts: z.nullish(z.array(Account)),
  }),
})

async function read<T extends z.ZodMiniType>(ask: Ask, schema: T, method: string, params: Json): Promise<z.infer<T>> {
  const parsed = z.safeParse(schema, await ask(method, params))
  if (!parsed.success) throw new AirlockError('NETWORK', { message: `${method}: the node’s answer has another form.` })
  return parsed.data
}

export async function askAccounts(ask: Ask, addresses: readonly string[]): Promise<Accounts> {
  const { value } = await read(ask, AccountList, 'getMultipleAccounts', [
    [...addresses],
    { commitment, encoding: 'base64' },
  ])
  return byAddress(addresses, value)
}

export const askBlockhash = async (ask: Ask): Promise<string> =>
  (await read(ask, Blockhash, 'getLatestBlockhash', [{ commitment }])).value.blockhash

/** In lamports. @param usual if the node cannot say */
export async function askFee(ask: Ask, message: Uint8Array, usual: bigint): Promise<bigint> {
  const { value } = await read(ask, Fee, 'getFeeForMessage', [base64.encode(message), { commitment }])
  return value === null ? usual : BigInt(value)
}

/** What an account of this size must hold, in lamports. */
export const askRent = async (ask: Ask, size: number): Promise<bigint> =>
  BigInt(await read(ask, Lamports, 'getMinimumBalanceForRentExemption', [size, { commitment }]))

export interface Outcome {
  readonly works: boolean
  readonly reason: string
  readonly before: Accounts
  readonly after: Accounts
}

/** Signatures may be missing. */
export async function simulate(ask: Ask, transaction: Uint8Array, addresses: readonly string[]): Promise<Outcome> {
  const [before, { value }] = await Promise.all([
    askAccounts(ask, addresses),
    read(ask, Simulated, 'simulateTransaction', [
      base64.encode(transaction),
      {
        commitment,
        encoding: 'base64',
        sigVerify: false,
        replaceRecentBlockhash: true,
        accounts: { encoding: 'base64', addresses: [...addresses] },
      },
    ]),
  ])
  const works = value.err === null
  return {
    works,
    reason: works ? '' : reasonIn(value),
    before,
    after: works ? byAddress(addresses, value.accounts ?? []) : {},
  }
}

/** The last log line in which a program reports an error, or else the network's error. */
function reasonIn({ err, logs }: { err?: unknown; logs?: readonly string[] | null | undefined }): string {
  const told = logs?.findLast((line) => /^Program log: .*(error|fail|insufficient)/i.test(line))
  const code = typeof err === 'string' ? err : (JSON.stringify(err) ?? '')
  return toDisplayText(told?.replace(/^Program log: /, '') ?? code, { max: maxReason })
}

function byAddress(addresses: readonly string[], accounts: readonly z.infer<typeof Account>[]): Accounts {
  return Object.fromEntries(addresses.map((address, place) => [address, toHeld(accounts[place] ?? null)]))
}

function toHeld(account: z.infer<typeof Account>): Held | undefined {
  if (!account) return undefined
  const { lamports, owner, data, executable } = account
  try {
    return {
      lamports: BigInt(lamports),
      program: owner,
      data: base64.decode(data[0]),
      isProgram: executable === true,
    }
  } catch (cause) {
    throw new AirlockError('NETWORK', { cause, message: 'The node’s answer has another form.' })
  }
}
