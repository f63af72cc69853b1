/**
 * A complete signing request: the same structure is shown to the user, approved, and used by the Key Worker to compute the digest. No
 * request is a bare hash. Both sides of the Worker parse it with these schemas. No field is optional, so that nothing can be filled in
 * after the user has seen it.
 */
import { SmartAccountImplementation } from '@airlock/protocol/contracts/smart-accounts.ts'
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

/** What every transaction of an EVM account has. */
export const evmTerms = {
  /** Never 0: an authorization with it would be valid on every network. */
  chainId: z.int().check(z.positive()),
  nonce: z.int().check(z.nonnegative()),
  gas: Quantity,
  /** In wei per gas. */
  maxFeePerGas: Quantity,
  maxPriorityFeePerGas: Quantity,
}

/** EIP-1559, type 2. Its serialization without signature is signed. */
export const EvmTransaction = z.strictObject({
  kind: z.literal('evmTransaction'),
  signer: EvmAddress,
  ...evmTerms,
  /** `null` deploys a contract. */
  to: z.nullable(EvmAddress),
  /** In wei. */
  value: Quantity,
  data: Hex,
  accessList: AccessList,
})

/** One call of a batch. `to` is never empty: a batch cannot deploy a contract. */
const EvmCall = z.strictObject({ to: EvmAddress, value: Quantity, data: Hex })

/** More calls than a user would read. */
export const mostCalls = 20

/**
 * Several calls in one transaction of the account to itself: either all are executed or none. Type 4 with an authorization (EIP-7702) if
 * `delegate` is set, otherwise type 2.
 */
export const EvmBatch = z.strictObject({
  kind: z.literal('evmBatch'),
  signer: EvmAddress,
  ...evmTerms,
  /** The contract whose code the account uses from now on (`implementations.ts`). `null` if it already uses it. */
  delegate: z.nullable(EvmAddress),
  /** The function of that code: `executeBatch`, or `execute` of ERC-7579. */
  form: z.enum(['executeBatch', 'execute']),
  calls: z.array(EvmCall).check(z.minLength(1), z.maxLength(mostCalls)),
})

/** Values of a user operation. A bundler and a paymaster help to choose them, so each is limited to a number of hex digits. */
const upTo = (digits: number) => Quantity.check(z.maxLength(2 + digits))
/** 2^24: the maximum gas of a transaction (EIP-7825). */
const Gas = upTo(6)
/** 2^20: simple accounts and paymasters need a tenth. */
const CheckingGas = upTo(5)
/** 2^44 wei per gas: more than ten thousand gwei. */
const PerGas = upTo(11)

/**
 * Several calls as a user operation for the EntryPoint of the account's code (ERC-4337, `operation.ts`). A paymaster pays the fee: no
 * operation is signed without one, so the account itself never pays a bundler.
 */
export const EvmOperation = z.strictObject({
  kind: z.literal('evmOperation'),
  /** The account's code, which decides how the operation is hashed, and by whom it is carried out. */
  implementation: SmartAccountImplementation,
  signer: EvmAddress,
  chainId: z.int().check(z.positive()),
  /** The nonce at the EntryPoint. */
  nonce: z.int().check(z.nonnegative()),
  /** The account's next nonce, used by the delegation (EIP-7702); `null` if the account already uses the code. */
  authorizationNonce: z.nullable(z.int().check(z.nonnegative())),
  calls: z.array(EvmCall).check(z.minLength(1), z.maxLength(mostCalls)),
  callGas: Gas,
  verificationGas: CheckingGas,
  /** Includes the cost of data on networks that charge for it. */
  preVerificationGas: Gas,
  maxFeePerGas: PerGas,
  maxPriorityFeePerGas: PerGas,
  /** Not the zero address, which means that there is none. */
  paymaster: EvmAddress.check(z.regex(/^0x.*[^0]/)),
  /** Whole bytes: half of one would move all fields that are packed with it. */
  paymasterData: Hex.check(z.maxLength(8192), z.regex(/^0x(..)*$/)),
  paymasterVerificationGas: CheckingGas,
  paymasterPostOpGas: CheckingGas,
})

/** The account stops using the code of a contract (EIP-7702): a transaction to itself that does nothing else. */
export const EvmUndelegation = z.strictObject({
  kind: z.literal('evmUndelegation'),
  signer: EvmAddress,
  ...evmTerms,
})

/** More contracts, recipients or functions than a user would read. */
export const mostTargets = 10

/**
 * A smart session (ERC-7715): a key of the page may make calls for the account without asking, within these limits, which the contracts of
 * `session.ts` enforce. Signed as a delegation (ERC-7710).
 */
export const EvmSession = z.strictObject({
  kind: z.literal('evmSession'),
  signer: EvmAddress,
  chainId: z.int().check(z.positive()),
  /** The key of the page. */
  key: EvmAddress,
  /** Random, so that two sessions with the same limits differ. */
  salt: Hash32,
  /** Unix time in seconds. */
  until: z.int().check(z.positive()),
  /** In wei, the limit for all calls together. */
  coins: Quantity,
  /**
   * The limit for all transfers of the first target's token together, in its smallest unit. If set, only `transfer` of that token is
   * allowed.
   */
  tokens: z.nullable(Quantity),
  /** The contracts that may be called, or the recipients of coins. */
  targets: z.array(EvmAddress).check(z.minLength(1), z.maxLength(mostTargets)),
  /** Selectors that may be called on each contract. If empty, only coins can be sent, without a call. */
  methods: z.array(Hex.check(z.minLength(10), z.maxLength(10))).check(z.maxLength(mostTargets)),
  /** Upgrades the account to the code that executes sessions. `null` if it already uses it. */
  upgrade: z.nullable(EvmBatch),
})

/** EIP-191, version 0x45 (`personal_sign`): the bytes after the prefix. */
export const EvmMessage = z.strictObject({ kind: z.literal('evmMessage'), signer: EvmAddress, message: Hex })

const TypedDataField = z.strictObject({ name: text(128), type: text(128) })

/**
 * EIP-712 in canonical form: `types` contains only `EIP712Domain`, the primary type and the types that they use; every struct has exactly
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

/** The bytes unchanged. Bytes that could be the message of a transaction are refused for this kind. */
export const SolanaMessage = z.strictObject({
  kind: z.literal('solanaMessage'),
  signer: SolanaAddress,
  message: Base58,
})

/** The message of a transaction (legacy or version 0), over which its signatures are made. */
export const SolanaTransaction = z.strictObject({
  kind: z.literal('solanaTransaction'),
  signer: SolanaAddress,
  message: Base58,
})

/** Several transactions with one approval: all are signed, or none is. */
export const SolanaTransactions = z.strictObject({
  kind: z.literal('solanaTransactions'),
  signer: SolanaAddress,
  messages: z.array(Base58).check(z.minLength(1), z.maxLength(50)),
})

export const SigningRequest = z.union([
  EvmTransaction,
  EvmBatch,
  EvmOperation,
  EvmUndelegation,
  EvmSession,
  EvmMessage,
  EvmTypedData,
  SolanaMessage,
  SolanaTransaction,
  SolanaTransactions,
])

export type EvmTransaction = z.infer<typeof EvmTransaction>
export type EvmCall = z.infer<typeof EvmCall>
export type EvmBatch = z.infer<typeof EvmBatch>
export type EvmOperation = z.infer<typeof EvmOperation>
export type EvmUndelegation = z.infer<typeof EvmUndelegation>
export type EvmSession = z.infer<typeof EvmSession>
export type EvmMessage = z.infer<typeof EvmMessage>
export type TypedData = z.infer<typeof TypedData>
export type EvmTypedData = z.infer<typeof EvmTypedData>
export type SolanaMessage = z.infer<typeof SolanaMessage>
export type SolanaTransaction = z.infer<typeof SolanaTransaction>
export type SolanaTransactions = z.infer<typeof SolanaTransactions>
export type SigningRequest = z.infer<typeof SigningRequest>

export interface Signer {
  /**
   * Signs exactly this request. Returns
   *  - for `evmTransaction`, `evmBatch` and `evmUndelegation`: the signed transaction, ready to be sent (`0x02…`, `0x04…`),
   *  - for `evmOperation`: the signature of the operation, then that of the delegation if there is one, 65 bytes each,
   *  - for `evmSession`: the signature of the delegation, 65 bytes, and after it the signed transaction of the upgrade, if any,
   *  - for `evmMessage` and `evmTypedData`: the signature, 65 bytes in hex with `v` 27 or 28,
   *  - for the Solana kinds: the signature, 64 bytes in base58; for several transactions, all signatures concatenated.
   *
   * @throws AirlockError UNAUTHORIZED if the wallet is locked or the signer is not its account, ABORTED.
   */
  sign(request: SigningRequest, signal: AbortSignal): Promise<string>
}
