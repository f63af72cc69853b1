/** The chain's stored transactions in the format of nodes: `getSignaturesForAddress` and `getTransaction` in `jsonParsed`. */
import { address, type Transaction } from '@solana/kit'
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { AddressLookupTableAccount, type MessageCompiledInstruction, VersionedMessage } from '@solana/web3.js'
import type { LiteSVM } from 'litesvm'
import { readMint, readTokenAccount } from './token-layout.ts'

/** In the form of real clusters: a name, or an instruction's error. */
export type TransactionError = string | { readonly InstructionError: readonly [number, string | { Custom: number }] }

export type Outcome = {
  readonly signature: string
  readonly slot: number
  readonly err: TransactionError | null
  readonly logs: readonly string[]
  readonly units: number
}

type TokenBalance = {
  readonly accountIndex: number
  readonly mint: string
  readonly owner: string
  readonly programId: string
  readonly uiTokenAmount: { readonly amount: string; readonly decimals: number; readonly uiAmountString: string }
}
type Balances = { readonly lamports: readonly number[]; readonly tokens: readonly TokenBalance[] }

export type Recorded = Outcome & {
  /** Unix seconds. */
  readonly blockTime: number
  readonly keys: readonly string[]
  readonly instructions: readonly unknown[]
  readonly fee: number
  readonly before: Balances
  readonly after: Balances
}

const tokenPrograms: readonly string[] = [TOKEN_PROGRAM_ID.toBase58(), TOKEN_2022_PROGRAM_ID.toBase58()]

export function balancesOf(svm: LiteSVM, keys: readonly string[]): Balances {
  const accounts = keys.map((key) => {
    const found = svm.getAccount(address(key))
    return 'exists' in found && !found.exists ? undefined : found
  })
  const decimalsOf = (mint: string): number => {
    const found = svm.getAccount(address(mint))
    return 'exists' in found && !found.exists ? 0 : readMint(found).decimals
  }
  return {
    lamports: accounts.map((one) => Number(one?.lamports ?? 0n)),
    tokens: accounts.flatMap((one, accountIndex) => {
      const token = one && tokenPrograms.includes(one.programAddress) ? readTokenAccount(one) : undefined
      if (!one || !token) return []
      const { mint, owner, amount } = token
      const decimals = decimalsOf(mint.toBase58())
      const uiTokenAmount = {
        amount: String(amount),
        decimals,
        uiAmountString: String(Number(amount) / 10 ** decimals),
      }
      return [
        { accountIndex, mint: mint.toBase58(), owner: owner.toBase58(), programId: one.programAddress, uiTokenAmount },
      ]
    }),
  }
}

/** All keys of a message, those from lookup tables last, and its instructions. */
export function readMessage(svm: LiteSVM, { messageBytes }: Transaction) {
  const message = VersionedMessage.deserialize(Uint8Array.from(messageBytes))
  const tables = message.addressTableLookups.flatMap(({ accountKey }) => {
    const found = svm.getAccount(address(accountKey.toBase58()))
    if ('exists' in found && !found.exists) return []
    const state = AddressLookupTableAccount.deserialize(Uint8Array.from(found.data))
    return [new AddressLookupTableAccount({ key: accountKey, state })]
  })
  const isKnown = tables.length === message.addressTableLookups.length
  const all = isKnown ? message.getAccountKeys({ addressLookupTableAccounts: tables }) : undefined
  const keys = (all?.keySegments().flat() ?? message.staticAccountKeys).map((key) => key.toBase58())
  return { keys, instructions: message.compiledInstructions.map((one) => parsedOf(one, keys)) }
}

const systemProgram = '11111111111111111111111111111111'
const systemTransfer = 2

/** For the token programs, by the first byte of the data: the name, and the index of the mint account. */
const tokenInstructions: Readonly<Record<number, readonly [type: string, mint: number | undefined]>> = {
  3: ['transfer', undefined],
  7: ['mintTo', 0],
  8: ['burn', 1],
  12: ['transferChecked', 1],
  14: ['mintToChecked', 0],
  15: ['burnChecked', 1],
}

function parsedOf({ programIdIndex, accountKeyIndexes, data }: MessageCompiledInstruction, keys: readonly string[]) {
  const programId = keys[programIdIndex]
  const accounts = accountKeyIndexes.map((index) => keys[index])
  const bytes = Buffer.from(data)
  if (programId === systemProgram && bytes.length === 12 && bytes.readUInt32LE() === systemTransfer) {
    const [source, destination] = accounts
    const info = { source, destination, lamports: Number(bytes.readBigUInt64LE(4)) }
    return { program: 'system', programId, parsed: { type: 'transfer', info }, stackHeight: null }
  }
  const known =
    programId !== undefined && tokenPrograms.includes(programId) ? tokenInstructions[data[0] ?? -1] : undefined
  if (!known) return { programId, accounts, data: bytes.toString('base64'), stackHeight: null }
  const [type, mint] = known
  const info = mint === undefined ? {} : { mint: accounts[mint] }
  return { program: 'spl-token', programId, parsed: { type, info }, stackHeight: null }
}

export const writeListed = ({ signature, slot, err, blockTime }: Recorded) => ({
  signature,
  slot,
  err,
  memo: null,
  blockTime,
  confirmationStatus: 'finalized',
})

export const writeTransaction = (one: Recorded, blockhash: string) => ({
  slot: one.slot,
  blockTime: one.blockTime,
  version: 0,
  meta: {
    err: one.err,
    status: one.err === null ? { Ok: null } : { Err: one.err },
    fee: one.fee,
    preBalances: one.before.lamports,
    postBalances: one.after.lamports,
    preTokenBalances: one.before.tokens,
    postTokenBalances: one.after.tokens,
    innerInstructions: [],
    logMessages: one.logs,
    rewards: [],
    computeUnitsConsumed: one.units,
  },
  transaction: {
    signatures: [one.signature],
    message: {
      accountKeys: one.keys.map((pubkey, index) => ({
        pubkey,
        signer: index === 0,
        writable: true,
        source: 'transaction',
      })),
      instructions: one.instructions,
      recentBlockhash: blockhash,
    },
  },
})
