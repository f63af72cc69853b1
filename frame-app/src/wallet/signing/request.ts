/**
 * What an account is asked to sign, in full: the one structure that a person is shown, that an approval is given for, and from which the
 * Key Worker rebuilds the digest. There is no request that is a bare hash. Both sides of the Worker parse it with these schemas, and
 * nothing in it is optional, so that nobody can fill in something that nobody has seen.
 */
import {
  AnyJson,
  Base58,
  EvmAddress,
  Hash32,
  Hex,
  Quantity,
  SolanaAddress,
  text,
} from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'

const AccessList = z
  .array(z.strictObject({ address: EvmAddress, storageKeys: z.array(Hash32).check(z.maxLength(1000)) }))
  .check(z.maxLength(1000))

/** EIP-1559, type 2. What has to be signed is its serialization without signature. */
export const EvmTransaction = z.strictObject({
  kind: z.literal('evmTransaction'),
  signer: EvmAddress,
  chainId: z.int().check(z.positive()),
  nonce: z.int().check(z.nonnegative()),
  /** `null` makes a contract. */
  to: z.nullable(EvmAddress),
  /** In wei. */
  value: Quantity,
  data: Hex,
  gas: Quantity,
  /** In wei per gas. */
  maxFeePerGas: Quantity,
  maxPriorityFeePerGas: Quantity,
  accessList: AccessList,
})

/** EIP-191, version 0x45 (`personal_sign`): the bytes behind the prefix. */
export const EvmMessage = z.strictObject({ kind: z.literal('evmMessage'), signer: EvmAddress, message: Hex })

const TypedDataField = z.strictObject({ name: text(128), type: text(128) })

/**
 * EIP-712 in canonical form: `types` holds `EIP712Domain`, the primary type and what they need, nothing else; every struct has exactly
 * its fields; integers are decimal text, bytes are hex, addresses have their checksum.
 */
export const TypedData = z.strictObject({
  types: z.record(text(128), z.array(TypedDataField).check(z.maxLength(256))),
  primaryType: text(128),
  domain: z.record(z.string(), AnyJson),
  message: z.record(z.string(), AnyJson),
})
export const EvmTypedData = z.strictObject({
  kind: z.literal('evmTypedData'),
  signer: EvmAddress,
  typedData: TypedData,
})

/** The bytes as they are. Nothing that could be read as the message of a transaction is ever asked for under this kind. */
export const SolanaMessage = z.strictObject({
  kind: z.literal('solanaMessage'),
  signer: SolanaAddress,
  message: Base58,
})

/** The message of a transaction (legacy or version 0), which is what its signatures are over. */
export const SolanaTransaction = z.strictObject({
  kind: z.literal('solanaTransaction'),
  signer: SolanaAddress,
  message: Base58,
})

/** Several that are approved as one: all are signed, or none is. */
export const SolanaTransactions = z.strictObject({
  kind: z.literal('solanaTransactions'),
  signer: SolanaAddress,
  messages: z.array(Base58).check(z.minLength(1), z.maxLength(50)),
})

export const SigningRequest = z.union([
  EvmTransaction,
  EvmMessage,
  EvmTypedData,
  SolanaMessage,
  SolanaTransaction,
  SolanaTransactions,
])

export type EvmTransaction = z.infer<typeof EvmTransaction>
export type EvmMessage = z.infer<typeof EvmMessage>
export type TypedData = z.infer<typeof TypedData>
export type EvmTypedData = z.infer<typeof EvmTypedData>
export type SolanaMessage = z.infer<typeof SolanaMessage>
export type SolanaTransaction = z.infer<typeof SolanaTransaction>
export type SolanaTransactions = z.infer<typeof SolanaTransactions>
export type SigningRequest = z.infer<typeof SigningRequest>
