/** The JSON-RPC methods of a Solana node that wallets and pages use, on the chain in memory. */
import {
  type Address,
  address,
  type EncodedAccount,
  getBase58Encoder,
  getBase64Encoder,
  isAddress,
  type MaybeEncodedAccount,
  type ReadonlyUint8Array,
  type Transaction,
} from '@solana/kit'
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import * as z from 'zod'
import { RpcError } from '../rpc.ts'
import { base58, blockhashOf, type Chain, feeOf, nonceOf, readTransaction, signatureOf } from './chain.ts'
import { type TransactionError, writeListed, writeTransaction } from './record.ts'
import { readMint, readTokenAccount } from './token-layout.ts'

const Key = z
  .string()
  .refine(isAddress)
  .transform((text): Address => address(text))
const Encoding = z.enum(['base58', 'base64', 'jsonParsed'])
const Slice = z.object({ offset: z.int().nonnegative(), length: z.int().nonnegative() })
const Config = z.looseObject({ encoding: Encoding.optional(), dataSlice: Slice.optional() }).nullish()
type Config = z.infer<typeof Config>
const Bytes = (text: string, encoding: z.infer<typeof Encoding> | undefined): ReadonlyUint8Array =>
  encoding === 'base64' ? getBase64Encoder().encode(text) : getBase58Encoder().encode(text)
const Sent = z.looseObject({ encoding: z.enum(['base58', 'base64']).optional() })

const tokenPrograms = {
  [TOKEN_PROGRAM_ID.toBase58()]: 'spl-token',
  [TOKEN_2022_PROGRAM_ID.toBase58()]: 'spl-token-2022',
}

type Method = (params: unknown) => unknown

export function createMethods(chain: Chain, facts: { genesisHash: string }): Readonly<Record<string, Method>> {
  const { svm } = chain
  const inContext = <T>(value: T) => ({ context: { apiVersion: '2.0.0', slot: chain.slot() }, value })
  const existing = (key: Address) => {
    const account: MaybeEncodedAccount = svm.getAccount(key)
    return 'exists' in account && !account.exists ? undefined : account
  }
  const mintOf = (key: Address) => {
    const account = existing(key)
    return account && readMint(account)
  }
  const amountOf = (amount: bigint, decimals: number) => {
    const uiAmount = Number(amount) / 10 ** decimals
    return { amount: String(amount), decimals, uiAmount, uiAmountString: String(uiAmount) }
  }
  const parsed = (account: EncodedAccount) => {
    const program = tokenPrograms[account.programAddress]
    const token = readTokenAccount(account)
    if (program === undefined || !token) return undefined
    const { mint, owner, amount, state } = token
    const decimals = mintOf(address(mint.toBase58()))?.decimals ?? 0
    const info = {
      isNative: false,
      mint: mint.toBase58(),
      owner: owner.toBase58(),
      state: state === 2 ? 'frozen' : 'initialized',
      tokenAmount: amountOf(amount, decimals),
    }
    return { program, parsed: { type: 'account', info }, space: account.data.length }
  }
  const written = (account: EncodedAccount, { encoding = 'base64', dataSlice }: NonNullable<Config> = {}) => {
    const data = Buffer.from(account.data)
    const slice = dataSlice ? data.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length) : data
    return {
      data: (encoding === 'jsonParsed' && parsed(account)) || [slice.toString('base64'), 'base64'],
      executable: account.executable,
      lamports: Number(account.lamports),
      owner: account.programAddress,
      rentEpoch: 0,
      space: account.data.length,
    }
  }
  const account = (key: Address, config: Config) => {
    const found = existing(key)
    return found ? written(found, config ?? {}) : null
  }
  const staleness = (transaction: Transaction): TransactionError | null => {
    const nonce = nonceOf(transaction)
    const stored = nonce && existing(nonce)?.data.slice(40, 72)
    const hash = blockhashOf(transaction)
    return chain.isBlockhashValid(hash) || (stored && base58(stored) === hash) ? null : 'BlockhashNotFound'
  }

  return {
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': '2.0.0', 'feature-set': 0 }),
    getGenesisHash: () => facts.genesisHash,
    getSlot: () => chain.slot(),
    getBlockHeight: () => chain.slot(),
    getEpochInfo: () => ({
      absoluteSlot: chain.slot(),
      blockHeight: chain.slot(),
      epoch: 0,
      slotIndex: 0,
      slotsInEpoch: 432_000,
    }),
    getRecentPrioritizationFees: () => [{ slot: chain.slot(), prioritizationFee: 0 }],
    getLatestBlockhash: () => inContext(chain.latestBlockhash()),
    isBlockhashValid: method(z.tuple([z.string()]).rest(z.unknown()), ([blockhash]) =>
      inContext(chain.isBlockhashValid(blockhash)),
    ),
    getMinimumBalanceForRentExemption: method(z.tuple([z.int().nonnegative()]).rest(z.unknown()), ([size]) =>
      Number(svm.minimumBalanceForRentExemption(BigInt(size))),
    ),
    getBalance: method(z.tuple([Key]).rest(z.unknown()), ([key]) => inContext(Number(svm.getBalance(key) ?? 0n))),
    getAccountInfo: method(z.tuple([Key, Config.optional()]), ([key, config]) => inContext(account(key, config))),
    getMultipleAccounts: method(z.tuple([z.array(Key).max(100), Config.optional()]), ([keys, config]) =>
      inContext(keys.map((key) => account(key, config))),
    ),
    getTokenAccountsByOwner: method(
      z.tuple([Key, z.union([z.object({ mint: Key }), z.object({ programId: Key })]), Config.optional()]),
      ([owner, filter, config]) => {
        const programs =
          'programId' in filter ? [filter.programId] : Object.keys(tokenPrograms).map((one) => address(one))
        const found = programs
          .flatMap((program) => svm.getProgramAccounts(program))
          .filter((one) => {
            const token = readTokenAccount(one)
            if (token?.owner.toBase58() !== owner) return false
            return !('mint' in filter) || token.mint.toBase58() === filter.mint
          })
        return inContext(found.map((one) => ({ pubkey: one.address, account: written(one, config ?? {}) })))
      },
    ),
    getTokenAccountBalance: method(z.tuple([Key]).rest(z.unknown()), ([key]) => {
      const found = existing(key)
      const token = found && readTokenAccount(found)
      if (!token) throw invalid('could not find account')
      const { amount, mint } = token
      return inContext(amountOf(amount, mintOf(address(mint.toBase58()))?.decimals ?? 0))
    }),
    getTokenSupply: method(z.tuple([Key]).rest(z.unknown()), ([key]) => {
      const mint = mintOf(key)
      if (!mint) throw invalid('could not find mint')
      return inContext(amountOf(mint.supply, mint.decimals))
    }),
    getFeeForMessage: method(z.tuple([z.base64()]).rest(z.unknown()), ([message]) =>
      inContext(feeOf(Buffer.from(message, 'base64'))),
    ),
    requestAirdrop: method(
      z.tuple([Key, z.int().positive()]).rest(z.unknown()),
      ([key, amount]) => chain.airdrop(key, BigInt(amount)).signature,
    ),
    getSignatureStatuses: method(z.tuple([z.array(z.string()).max(256)]).rest(z.unknown()), ([signatures]) =>
      inContext(
        signatures.map((signature) => {
          const found = chain.outcome(signature)
          if (!found) return null
          const { slot, err } = found
          const status = err === null ? { Ok: null } : { Err: err }
          return { slot, err, status, confirmations: null, confirmationStatus: 'finalized' }
        }),
      ),
    ),
    getSignaturesForAddress: method(
      z.tuple([
        Key,
        z
          .looseObject({
            limit: z.int().min(1).max(1_000).default(1_000),
            before: z.string().optional(),
            until: z.string().optional(),
          })
          .nullish(),
      ]),
      ([key, config]) => {
        const all = chain.recorded()
        const start = config?.before === undefined ? -1 : all.findIndex(({ signature }) => signature === config.before)
        const end = config?.until === undefined ? -1 : all.findIndex(({ signature }) => signature === config.until)
        return all
          .slice(start + 1, end < 0 ? undefined : end)
          .filter(({ keys }) => keys.includes(key))
          .slice(0, config?.limit ?? 1_000)
          .map(writeListed)
      },
    ),
    getTransaction: method(
      z.tuple([z.string(), z.looseObject({ encoding: z.literal('jsonParsed') })]),
      ([signature]) => {
        const found = chain.outcome(signature)
        return found ? writeTransaction(found, chain.latestBlockhash().blockhash) : null
      },
    ),
    simulateTransaction: method(
      z.tuple([
        z.string(),
        Sent.extend({
          sigVerify: z.boolean().optional(),
          replaceRecentBlockhash: z.boolean().optional(),
          accounts: z.object({ addresses: z.array(Key), encoding: Encoding.optional() }).nullish(),
        }).optional(),
      ]),
      ([text, config]) => {
        const transaction = transactionIn(text, config?.encoding)
        const stale = config?.replaceRecentBlockhash ? null : staleness(transaction)
        const wanted = config?.accounts?.addresses
        const nothing = { accounts: wanted ? wanted.map(() => null) : null, unitsConsumed: 0, returnData: null }
        if (stale !== null) return inContext({ err: stale, logs: [], ...nothing })
        const { err, logs, units, accounts } = chain.simulate(transaction, { verify: config?.sigVerify ?? false })
        const after = wanted?.map((key) => {
          const changed = accounts.find((one) => one.address === key)
          const how = { encoding: config?.accounts?.encoding }
          return changed ? written(changed, how) : account(key, how)
        })
        return inContext({
          ...nothing,
          err,
          logs,
          unitsConsumed: units,
          ...(after && err === null ? { accounts: after } : {}),
        })
      },
    ),
    sendTransaction: method(
      z.tuple([z.string(), Sent.extend({ skipPreflight: z.boolean().optional() }).nullish()]),
      ([text, config]) => {
        const transaction = transactionIn(text, config?.encoding)
        if (Object.values(transaction.signatures).includes(null)) throw badSignature()
        const stale = staleness(transaction)
        // Real nodes accept it too, but it never gets into a block.
        if (config?.skipPreflight && stale !== null) return signatureOf(transaction)
        if (!config?.skipPreflight) {
          const { err, logs, units } =
            stale === null ? chain.simulate(transaction, { verify: true }) : { err: stale, logs: [], units: 0 }
          if (err === 'SignatureFailure') throw badSignature()
          if (err !== null)
            throw new RpcError(-32002, `Transaction simulation failed: ${sentence(err)}`, {
              err,
              logs,
              unitsConsumed: units,
              accounts: null,
              returnData: null,
            })
        }
        return chain.send(transaction).signature
      },
    ),
  }
}

/** @throws {RpcError} -32602 for invalid params. */
function method<T>(schema: z.ZodType<T>, run: (params: T) => unknown): Method {
  return (params) => {
    const parsed = schema.safeParse(params)
    if (!parsed.success) throw invalid(z.prettifyError(parsed.error))
    return run(parsed.data)
  }
}

function transactionIn(text: string, encoding: 'base58' | 'base64' | undefined) {
  try {
    return readTransaction(Bytes(text, encoding))
  } catch (cause) {
    throw invalid(`failed to deserialize the transaction: ${String(cause)}`)
  }
}

const invalid = (text: string) => new RpcError(-32602, `Invalid params: ${text}`)
const badSignature = () => new RpcError(-32003, 'Transaction signature verification failure')

const sentences: Readonly<Record<string, string>> = {
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  AlreadyProcessed: 'This transaction has already been processed',
  BlockhashNotFound: 'Blockhash not found',
}

const sentence = (err: TransactionError): string => {
  if (typeof err === 'string') return sentences[err] ?? err
  const [index, kind] = err.InstructionError
  const text = typeof kind === 'string' ? kind : `custom program error: 0x${kind.Custom.toString(16)}`
  return `Error processing Instruction ${index}: ${text}`
}
