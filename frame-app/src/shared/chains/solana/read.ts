/**
 * Reads a serialized transaction: who pays, who signs, and what each instruction does as far as it is known. What is not known to the
 * letter is `unknown`; nothing is guessed. The bytes are a stranger's.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  decodeApproveCheckedInstruction,
  decodeApproveInstruction,
  decodeTransferCheckedInstruction,
  decodeTransferInstruction,
  TokenInstruction,
} from '@solana/spl-token'
import {
  ComputeBudgetInstruction,
  ComputeBudgetProgram,
  type MessageCompiledInstruction,
  SystemInstruction,
  SystemProgram,
  TransactionInstruction,
  VersionedMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { provideBuffer } from '../../node-buffer.ts'
import { type TokenProgram, tokenProgramOf } from './programs.ts'

export type SolanaInstruction =
  | { readonly kind: 'transfer'; readonly from: string; readonly to: string; readonly lamports: bigint }
  | {
      readonly kind: 'tokenTransfer'
      readonly program: TokenProgram
      readonly owner: string
      /** Token accounts, not wallets. */
      readonly source: string
      readonly destination: string
      readonly amount: bigint
      /** Both are there where the instruction says them, and the program then holds them to be true. */
      readonly mint?: string
      readonly decimals?: number
    }
  | {
      /** Somebody else may spend from this account. */
      readonly kind: 'tokenApproval'
      readonly program: TokenProgram
      readonly owner: string
      readonly account: string
      readonly delegate: string
      readonly amount: bigint
      readonly mint?: string
      readonly decimals?: number
    }
  | {
      /** The account in which `owner` holds the token is made, where there is none. */
      readonly kind: 'tokenAccount'
      readonly payer: string
      readonly account: string
      readonly owner: string
      readonly mint: string
    }
  | { readonly kind: 'unitLimit'; readonly units: number }
  | { readonly kind: 'unitPrice'; readonly microLamports: bigint }
  | { readonly kind: 'unknown'; readonly program: string; readonly data: Uint8Array }

export interface SolanaTransaction {
  readonly version: 'legacy' | 0
  readonly feePayer: string
  /** All that must sign, in the order of their signatures. */
  readonly signers: readonly string[]
  readonly blockhash: string
  readonly instructions: readonly SolanaInstruction[]
  /** Accounts come from tables on the chain, which this reader does not see: who uses them is `unknown`. */
  readonly usesTables: boolean
  /** What is signed. */
  readonly message: Uint8Array
}

/** The most that a packet of the network carries. */
export const maxTransactionBytes = 1232

/** @throws AirlockError BAD_SHAPE for anything but one whole transaction. */
export function readTransaction(bytes: Uint8Array): SolanaTransaction {
  if (bytes.length > maxTransactionBytes) throw notOne()
  const transaction = strictly(bytes, VersionedTransaction)
  const { message } = transaction
  const { staticAccountKeys: keys, header, compiledInstructions, recentBlockhash } = message
  const [feePayer] = keys
  if (message.version === 1 || !feePayer || transaction.signatures.length !== header.numRequiredSignatures)
    throw notOne()
  return {
    version: message.version,
    feePayer: feePayer.toBase58(),
    signers: keys.slice(0, header.numRequiredSignatures).map((key) => key.toBase58()),
    blockhash: recentBlockhash,
    instructions: compiledInstructions.map((instruction) => readInstruction(message, instruction)),
    usesTables: message.addressTableLookups.length > 0,
    message: Uint8Array.from(message.serialize()),
  }
}

/** Whoever signs such a text as a message has signed a transaction. */
export function isTransactionMessage(bytes: Uint8Array): boolean {
  try {
    strictly(bytes, VersionedMessage)
    return true
  } catch {
    return false
  }
}

/** The transaction with this signature in its signer's place. @throws AirlockError BAD_SHAPE where it is nobody's who must sign. */
export function withSignature(bytes: Uint8Array, signer: string, signature: Uint8Array): Uint8Array {
  const transaction = strictly(bytes, VersionedTransaction)
  const place = readTransaction(bytes).signers.indexOf(signer)
  if (place < 0 || signature.length !== signatureBytes) throw notOne()
  transaction.signatures[place] = signature
  return transaction.serialize()
}

const signatureBytes = 64

const notOne = (cause?: unknown) => new AirlockError('BAD_SHAPE', { cause, message: 'This is no Solana transaction.' })

/** The library reads over what is too much; what it would write again otherwise is refused. */
function strictly<T extends { serialize(): Uint8Array }>(
  bytes: Uint8Array,
  form: { deserialize(bytes: Uint8Array): T },
): T {
  try {
    const read = form.deserialize(Uint8Array.from(bytes))
    const again = read.serialize()
    if (again.length === bytes.length && again.every((byte, index) => byte === bytes[index])) return read
  } catch (cause) {
    throw notOne(cause)
  }
  throw notOne()
}

function readInstruction(message: VersionedMessage, compiled: MessageCompiledInstruction): SolanaInstruction {
  const { staticAccountKeys } = message
  const programId = staticAccountKeys[compiled.programIdIndex]
  if (!programId) return { kind: 'unknown', program: 'a table', data: Uint8Array.from(compiled.data) }
  const unknown = { kind: 'unknown', program: programId.toBase58(), data: Uint8Array.from(compiled.data) } as const
  const accounts = compiled.accountKeyIndexes.map((index) => staticAccountKeys[index])
  const keys = accounts.flatMap((pubkey) => (pubkey ? [{ pubkey, isSigner: false, isWritable: false }] : []))
  if (keys.length !== accounts.length) return unknown
  provideBuffer()
  const instruction = new TransactionInstruction({ programId, keys, data: Buffer.from(compiled.data) })
  try {
    return readKnown(instruction) ?? unknown
  } catch {
    // Of another form than its first byte says.
    return unknown
  }
}

function readKnown(instruction: TransactionInstruction): SolanaInstruction | undefined {
  const { programId } = instruction
  const token = tokenProgramOf(programId)
  if (token) return readTokenInstruction(instruction, token)
  if (programId.equals(SystemProgram.programId)) return readSystemInstruction(instruction)
  if (programId.equals(ComputeBudgetProgram.programId)) return readBudgetInstruction(instruction)
  if (programId.equals(ASSOCIATED_TOKEN_PROGRAM_ID)) return readAccountInstruction(instruction)
  return undefined
}

function readSystemInstruction(instruction: TransactionInstruction): SolanaInstruction | undefined {
  if (instruction.data.length !== 12 || instruction.keys.length !== 2) return undefined
  if (SystemInstruction.decodeInstructionType(instruction) !== 'Transfer') return undefined
  const { fromPubkey, toPubkey, lamports } = SystemInstruction.decodeTransfer(instruction)
  return { kind: 'transfer', from: fromPubkey.toBase58(), to: toPubkey.toBase58(), lamports }
}

function readBudgetInstruction(instruction: TransactionInstruction): SolanaInstruction | undefined {
  const { length } = instruction.data
  switch (ComputeBudgetInstruction.decodeInstructionType(instruction)) {
    case 'SetComputeUnitLimit':
      return length === 5
        ? { kind: 'unitLimit', units: ComputeBudgetInstruction.decodeSetComputeUnitLimit(instruction).units }
        : undefined
    case 'SetComputeUnitPrice': {
      if (length !== 9) return undefined
      const { microLamports } = ComputeBudgetInstruction.decodeSetComputeUnitPrice(instruction)
      return { kind: 'unitPrice', microLamports: BigInt(microLamports) }
    }
    default:
      return undefined
  }
}

/** Create (no data, or 0) and create where there is none (1). */
function readAccountInstruction({ data, keys }: TransactionInstruction): SolanaInstruction | undefined {
  const [payer, account, owner, mint, system, program] = keys.map(({ pubkey }) => pubkey)
  const isCreate = data.length === 0 || (data.length === 1 && (data[0] === 0 || data[0] === 1))
  if (!isCreate || keys.length !== 6 || !payer || !account || !owner || !mint || !system || !program) return undefined
  if (!system.equals(SystemProgram.programId) || !tokenProgramOf(program)) return undefined
  const [from, at, whose, which] = [payer, account, owner, mint].map((key) => key.toBase58())
  if (!from || !at || !whose || !which) return undefined
  return { kind: 'tokenAccount', payer: from, account: at, owner: whose, mint: which }
}

/** More accounts than these belong to multisig owners and to hooks of the newer program: not known to the letter. */
function readTokenInstruction(
  instruction: TransactionInstruction,
  program: TokenProgram,
): SolanaInstruction | undefined {
  const { programId, keys } = instruction
  switch (instruction.data[0]) {
    case TokenInstruction.Transfer: {
      const { keys: by, data } = decodeTransferInstruction(instruction, programId)
      if (keys.length !== 3) return undefined
      return {
        kind: 'tokenTransfer',
        program,
        owner: by.owner.pubkey.toBase58(),
        source: by.source.pubkey.toBase58(),
        destination: by.destination.pubkey.toBase58(),
        amount: data.amount,
      }
    }
    case TokenInstruction.TransferChecked: {
      const { keys: by, data } = decodeTransferCheckedInstruction(instruction, programId)
      if (keys.length !== 4) return undefined
      return {
        kind: 'tokenTransfer',
        program,
        owner: by.owner.pubkey.toBase58(),
        source: by.source.pubkey.toBase58(),
        destination: by.destination.pubkey.toBase58(),
        amount: data.amount,
        mint: by.mint.pubkey.toBase58(),
        decimals: data.decimals,
      }
    }
    case TokenInstruction.Approve: {
      const { keys: by, data } = decodeApproveInstruction(instruction, programId)
      if (keys.length !== 3) return undefined
      return {
        kind: 'tokenApproval',
        program,
        owner: by.owner.pubkey.toBase58(),
        account: by.account.pubkey.toBase58(),
        delegate: by.delegate.pubkey.toBase58(),
        amount: data.amount,
      }
    }
    case TokenInstruction.ApproveChecked: {
      const { keys: by, data } = decodeApproveCheckedInstruction(instruction, programId)
      if (keys.length !== 4) return undefined
      return {
        kind: 'tokenApproval',
        program,
        owner: by.owner.pubkey.toBase58(),
        account: by.account.pubkey.toBase58(),
        delegate: by.delegate.pubkey.toBase58(),
        amount: data.amount,
        mint: by.mint.pubkey.toBase58(),
        decimals: data.decimals,
      }
    }
    default:
      return undefined
  }
}
