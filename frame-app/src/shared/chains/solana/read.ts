/**
 * Reads a serialized transaction: who pays, who signs, what it names, and what each instruction does as far as it is known. The bytes
 * are a stranger's; they are one whole transaction of the form that the network takes, or refused.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type PublicKey, VersionedMessage, VersionedTransaction } from '@solana/web3.js'
import { publicKey } from './address.ts'
import { readInstruction, type SolanaInstruction } from './instructions.ts'

export interface SolanaTransaction {
  readonly version: 'legacy' | 0
  readonly feePayer: string
  /** All that must sign, in the order of their signatures. */
  readonly signers: readonly string[]
  /** Those who have not. Whether a signature that is there is a good one, nobody has looked. */
  readonly unsigned: readonly string[]
  readonly blockhash: string
  readonly instructions: readonly SolanaInstruction[]
  /** Tables on the chain that it takes accounts from. */
  readonly tables: readonly string[]
  /** Accounts out of those tables. */
  readonly fromTables: readonly string[]
  /** One of the tables was not given, or is too short: who uses it is `unknown`. */
  readonly lacksTables: boolean
  /** What may be changed, tables included. */
  readonly writable: readonly string[]
  /** What is signed. */
  readonly message: Uint8Array
}

/** What stands in tables, by their addresses. */
export type Tables = ReadonlyMap<string, readonly string[]>

/** The most that a packet of the network carries. */
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
      // The network takes no program out of a table.
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
 * Whoever signs such a text as a message has signed a transaction. Forms that are not known yet count: no text begins with the byte
 * that marks them.
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

/** The transaction with this signature in its signer's place. @throws AirlockError BAD_SHAPE where it is nobody's who must sign. */
export function withSignature(bytes: Uint8Array, signer: string, signature: Uint8Array): Uint8Array {
  const transaction = parse(bytes)
  const place = readTransaction(bytes).signers.indexOf(signer)
  if (place < 0 || signature.length !== signatureBytes) throw notOne()
  transaction.signatures[place] = signature
  return transaction.serialize()
}

/** The same for another block, and so signed by nobody. @throws AirlockError BAD_SHAPE */
export function withBlockhash(bytes: Uint8Array, blockhash: string): Uint8Array {
  const transaction = parse(bytes)
  transaction.message.recentBlockhash = publicKey(blockhash).toBase58() // 32 bytes, like an address
  transaction.signatures = transaction.signatures.map(() => new Uint8Array(signatureBytes))
  return transaction.serialize()
}

const notOne = (cause?: unknown) => new AirlockError('BAD_SHAPE', { cause, message: 'This is no Solana transaction.' })

/** One whole transaction, whose header fits its keys. */
function parse(bytes: Uint8Array): VersionedTransaction {
  if (bytes.length > maxTransactionBytes) throw notOne()
  const transaction = strictly(bytes, VersionedTransaction)
  const { staticAccountKeys, header } = transaction.message
  const { numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = header
  const others = staticAccountKeys.length - numRequiredSignatures
  if (transaction.signatures.length !== numRequiredSignatures || numRequiredSignatures <= numReadonlySignedAccounts)
    throw notOne()
  if (others < numReadonlyUnsignedAccounts) throw notOne()
  // The network refuses an account that is named twice.
  if (new Set(staticAccountKeys.map((key) => key.toBase58())).size !== staticAccountKeys.length) throw notOne()
  return transaction
}

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
