/** Signatures on Solana. The bytes are untrusted, so their kind is checked again here before they are signed. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { KeyWorkerError } from '../../key-link/failure.ts'
import type { SolanaMessage, SolanaTransaction, SolanaTransactions } from '../../signing/request.ts'
import { type Bytes, concat } from '../keys/bytes.ts'
import { isMarked, readSigners } from './solana-message.ts'

/** @returns 64 bytes in base58. @throws {KeyWorkerError} NOT_SIGNED for bytes that are, or in a later version could be, a transaction. */
export function signSolanaMessage(key: Bytes, { message }: SolanaMessage): string {
  const bytes = readBase58(message)
  if (isMarked(bytes) || readSigners(bytes)) throw new KeyWorkerError('NOT_SIGNED')
  return base58.encode(ed25519.sign(bytes, key))
}

/** @returns 64 bytes in base58. @throws {KeyWorkerError} NOT_SIGNED if it is not a transaction that this account has to sign. */
export const signSolanaTransaction = (key: Bytes, { message, signer }: SolanaTransaction): string =>
  base58.encode(ed25519.sign(messageFor(signer, message), key))

/** @returns the signatures, 64 bytes each, concatenated, in base58. @throws {KeyWorkerError} NOT_SIGNED as above; then none is signed. */
export function signSolanaTransactions(key: Bytes, { messages, signer }: SolanaTransactions): string {
  const all = messages.map((message) => messageFor(signer, message))
  return base58.encode(concat(...all.map((bytes) => ed25519.sign(bytes, key))))
}

function messageFor(signer: string, message: string): Uint8Array {
  const bytes = readBase58(message)
  if (!readSigners(bytes)?.includes(signer)) throw new KeyWorkerError('NOT_SIGNED')
  return bytes
}

function readBase58(text: string): Uint8Array {
  try {
    return base58.decode(text)
  } catch (cause) {
    throw new KeyWorkerError('BAD_CALL', { cause })
  }
}
