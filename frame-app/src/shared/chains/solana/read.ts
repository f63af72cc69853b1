/**
 * Reads a serialized transaction: fee payer, signers, accounts, and the decoded instructions. The bytes are untrusted: anything but
 * exactly one transaction in a form that the network accepts is refused.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type PublicKey, VersionedMessage, VersionedTransaction } from '@solana/web3.js'
import { publicKey } from './address.ts'
import { readInstruction, type SolanaInstruction } from './instructions.ts'

export interface SolanaTransaction {
  readonly version: 'legacy' | 0
  readonly feePayer: string
  /** All required signers, in the order of their signatures. */
  readonly signers: readonly string[]
  /** Signers whose signature is missing. Existing signatures are not verified. */
  readonly unsigned: readonly string[]
  readonly blockhash: string
  readonly instructions: readonly SolanaInstruction[]
  /** Address lookup tables that it uses. */
  readonly tables: readonly string[]
  /** Accounts taken from those tables. */
  readonly fromTables: readonly string[]
  /** A table was not given or is too short: instructions that use it are `unknown`. */
  readonly lacksTables: boolean
  /** Accounts that may be changed, including those from tables. */
  readonly writable: readonly string[]
  /** The bytes that are signed. */
  readonly message: Uint8Array
}

/** Contents of lookup tables, by the address of the table. */
export type Tables = ReadonlyMap<string, readonly string[]>

/** Maximum size of a transaction on the network: one packet. */
export const maxTransactionBytes = 1232
const signatureBytes = 64
const noTables: Tables = new Map()

/** @throws AirlockError BAD_SHAPE for anything but one whole transaction. */
export function readTransaction(bytes: Uint8Array, tables: Tables = noTables): SolanaTransaction {
  const { message, signatures } = parse(bytes)
  const { staticAccountKeys, header, compiledInstructions, recentBlockhash, addressTableLookups } = message
  const [feePayer] = staticAccountKeys
  const signers = staticAccountKeys.slice(0, header.numRequiredSignatures).map((key) => key.toBase58())
  if (message.version === 1 || !feePayer) throw notOne()
  const looked = [
    ...addressTableLookups.flatMap(({ accountKey, writableIndexes }) => look(accountKey, writableIndexes)),
    ...addressTableLookups.flatMap(({ accountKey, readonlyIndexes }) => look(accountKey, readonlyIndexes)),
  ]
  const keys = [...staticAccountKeys, ...looked]
  return {
    version: message.version,
    feePayer: feePayer.toBase58(),
    signers,
    unsigned: signers.filter((_, place) => signatures[place]?.every((byte) => byte === 0)),
    blockhash: recentBlockhash,
    instructions: compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => {
      // The network does not allow programs from a lookup table.
      const program = staticAccountKeys[programIdIndex]
      if (!program || accountKeyIndexes.some((index) => index >= keys.length)) throw notOne()
      return readInstruction(
        program,
        accountKeyIndexes.map((index) => keys[index]),
        data,
      )
    }),
    tables: addressTableLookups.map(({ accountKey }) => accountKey.toBase58()),
    fromTables: looked.flatMap((key) => (key ? [key.toBase58()] : [])),
    lacksTables: looked.includes(undefined),
    writable: keys.flatMap((key, index) => (key && message.isAccountWritable(index) ? [key.toBase58()] : [])),
    message: Uint8Array.from(message.serialize()),
  }

  function look(table: PublicKey, indexes: readonly number[]): (PublicKey | undefined)[] {
    const addresses = tables.get(table.toBase58())
    return indexes.map((index) => {
      const address = addresses?.[index]
      return address === undefined ? undefined : publicKey(address)
    })
  }
}

/**
 * Whether bytes to be signed as a message are a transaction: signing them would sign that transaction. Unknown versions count too:
 * no UTF-8 text begins with a byte from 0x80 to 0xbf, which marks a versioned transaction.
 */
export function isTransactionMessage(bytes: Uint8Array): boolean {
  const [first = 0] = bytes
  if (first >= 0x80 && first < 0xc0) return true
  try {
    strictly(bytes, VersionedMessage)
    return true
  } catch {
    return false
  }
}

/** Inserts the signature of a signer. @throws AirlockError BAD_SHAPE if `signer` is not a required signer. */
export function withSignature(bytes: Uint8Array, signer: string, signature: Uint8Array): Uint8Array {
  const transaction = parse(bytes)
  const place = readTransaction(bytes).signers.indexOf(signer)
  if (place < 0 || signature.length !== signatureBytes) throw notOne()
  transaction.signatures[place] = signature
  return transaction.serialize()
}

/** Replaces the block hash and removes all signatures, which become invalid. @throws AirlockError BAD_SHAPE */
export function withBlockhash(bytes: Uint8Array, blockhash: string): Uint8Array {
  const transaction = parse(bytes)
  transaction.message.recentBlockhash = publicKey(blockhash).toBase58() // 32 bytes, like an address
  transaction.signatures = transaction.signatures.map(() => new Uint8Array(signatureBytes))
  return transaction.serialize()
}

const notOne = (cause?: unknown) => new AirlockError('BAD_SHAPE', { cause, message: 'This is no Solana transaction.' })

/** Parses exactly one transaction, and checks that its header fits its keys. */
function parse(bytes: Uint8Array): VersionedTransaction {
  if (bytes.length > maxTransactionBytes) throw notOne()
  const transaction = strictly(bytes, VersionedTransaction)
  const { staticAccountKeys, header } = transaction.message
  const { numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = header
  const others = staticAccountKeys.length - numRequiredSignatures
  if (transaction.signatures.length !== numRequiredSignatures || numRequiredSignatures <= numReadonlySignedAccounts)
    throw notOne()
  if (others < numReadonlyUnsignedAccounts) throw notOne()
  // The network refuses duplicate accounts.
  if (new Set(staticAccountKeys.map((key) => key.toBase58())).size !== staticAccountKeys.length) throw notOne()
  return transaction
}

/** The library ignores extra bytes, so bytes that do not serialise back to themselves are refused. */
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
