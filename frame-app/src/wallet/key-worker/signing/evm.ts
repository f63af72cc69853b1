/**
 * Signatures on eip155. The request is untrusted. The digest is computed here from the whole request, so that exactly this is signed, and
 * nobody can request a signature of a bare hash.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Hex, TransactionSerializable } from 'viem'
import {
  bytesToHex,
  hashAuthorization,
  hashMessage,
  hashTypedData,
  hexToBytes,
  keccak256,
  serializeTransaction,
} from 'viem/utils'
import { KeyWorkerError } from '../../key-link/failure.ts'
import { batchData } from '../../signing/batch.ts'
import { implementations, isDelegate } from '../../signing/implementations.ts'
import { operationData } from '../../signing/operation.ts'
import type {
  EvmBatch,
  EvmMessage,
  EvmOperation,
  EvmSession,
  EvmTransaction,
  EvmTypedData,
  EvmUndelegation,
} from '../../signing/request.ts'
import { delegationOf, isOutOfReach, typedDelegation } from '../../signing/session.ts'
import type { Bytes } from '../keys/bytes.ts'

/** @returns the signed transaction, `0x02…`. */
export function signEvmTransaction(key: Bytes, request: EvmTransaction): Hex {
  const { to, value, data, accessList } = request
  const called = { to, value: BigInt(value), data, accessList }
  return signTransaction(key, { ...toTransaction(request, data), ...called, type: 'eip1559' })
}

/**
 * @returns the signed transaction: `0x04…` with the authorization, `0x02…` without.
 * @throws {KeyWorkerError} NOT_SIGNED if the delegate is not in the wallet's list.
 */
export function signEvmBatch(key: Bytes, request: EvmBatch): Hex {
  const { delegate } = request
  const transaction = toTransaction(request, batchData(request.calls, request.form))
  if (delegate === null) return signTransaction(key, { ...transaction, type: 'eip1559' })
  if (!isDelegate(delegate)) throw new KeyWorkerError('NOT_SIGNED')
  return signDelegating(key, transaction, delegate)
}

/** @returns the signed transaction, `0x04…`. The only way to an authorization of the zero address, which takes the code away. */
export const signEvmUndelegation = (key: Bytes, request: EvmUndelegation): Hex =>
  signDelegating(key, toTransaction(request, '0x'), `0x${'0'.repeat(40)}`)

/** @returns the signature of the operation, then that of the delegation, if any. */
export function signEvmOperation(key: Bytes, request: EvmOperation): Hex {
  const { chainId, authorizationNonce: nonce, implementation } = request
  const signed = writeSignature(signDigest(key, hashTypedData(operationData(request))))
  if (nonce === null) return signed
  const authorization = hashAuthorization({ address: implementations[implementation].delegate, chainId, nonce })
  return `${signed}${writeSignature(signDigest(key, authorization)).slice(2)}`
}

type Transaction = ReturnType<typeof toTransaction>

/** From the account to itself. */
const toTransaction = (request: EvmTransaction | EvmBatch | EvmUndelegation, data: Hex) => ({
  chainId: request.chainId,
  nonce: request.nonce,
  to: request.signer,
  value: 0n,
  data,
  gas: BigInt(request.gas),
  maxFeePerGas: BigInt(request.maxFeePerGas),
  maxPriorityFeePerGas: BigInt(request.maxPriorityFeePerGas),
})

function signDelegating(key: Bytes, transaction: Transaction, address: Hex): Hex {
  const { chainId, nonce } = transaction
  // The network counts the transaction itself before it reads the authorization.
  const authorization = { address, chainId, nonce: nonce + 1 }
  const signed = { ...authorization, ...signDigest(key, hashAuthorization(authorization)) }
  return signTransaction(key, { ...transaction, type: 'eip7702', authorizationList: [signed] })
}

const signTransaction = (key: Bytes, transaction: TransactionSerializable): Hex =>
  serializeTransaction(transaction, signDigest(key, keccak256(serializeTransaction(transaction))))

/**
 * @returns the signature of the delegation, 65 bytes; after it the signed transaction of the upgrade, if any.
 * @throws {KeyWorkerError} NOT_SIGNED for a session without all of its limits.
 */
export function signEvmSession(key: Bytes, request: EvmSession): Hex {
  const delegation = delegationOf(request, Date.now())
  if (!delegation) throw new KeyWorkerError('NOT_SIGNED')
  const signature = writeSignature(signDigest(key, hashTypedData(typedDelegation(request.chainId, delegation))))
  return request.upgrade ? `${signature}${signEvmBatch(key, request.upgrade).slice(2)}` : signature
}

/** @returns 65 bytes: r, s, and `v` as 27 or 28. */
export const signEvmMessage = (key: Bytes, { message }: Pick<EvmMessage, 'message'>): Hex =>
  writeSignature(signDigest(key, hashMessage({ raw: message })))

/**
 * @returns 65 bytes: r, s, and `v` as 27 or 28.
 * @throws {KeyWorkerError} NOT_SIGNED for a user operation or a delegation: it is signed only as a request of its own kind.
 */
export function signEvmTypedData(key: Bytes, { signer, typedData }: EvmTypedData): Hex {
  const { verifyingContract } = typedData.domain
  if (typeof verifyingContract === 'string' && isOutOfReach(verifyingContract, signer))
    throw new KeyWorkerError('NOT_SIGNED')
  return writeSignature(signDigest(key, hashTypedData(typedData)))
}

interface Signature {
  readonly r: Hex
  readonly s: Hex
  readonly yParity: 0 | 1
}

/** Deterministic (RFC 6979), low s. */
function signDigest(key: Bytes, digest: Hex): Signature {
  const [recovery, ...rest] = secp256k1.sign(hexToBytes(digest), key, { prehash: false, format: 'recovered' })
  const bytes = Uint8Array.from(rest)
  return { r: bytesToHex(bytes.slice(0, 32)), s: bytesToHex(bytes.slice(32)), yParity: recovery === 1 ? 1 : 0 }
}

const writeSignature = ({ r, s, yParity }: Signature): Hex => `${r}${s.slice(2)}${yParity === 1 ? '1c' : '1b'}`
