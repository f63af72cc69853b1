/** Signatures on Solana. The bytes are chosen by others; what they are is judged here once more, before they are signed. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { KeyWorkerError } from '../../key-link/failure.ts'
import type { SolanaMessage, SolanaTransaction } from '../../signing/request.ts'
import type { Bytes } from '../keys/bytes.ts'
import { readSigners } from './solana-message.ts'

/** @returns 64 bytes in base58. @throws {KeyWorkerError} NOT_SIGNED for a text that is the message of a transaction. */
export function signSolanaMessage(key: Bytes, { message }: SolanaMessage): string {
  const bytes = readBase58(message)
  if (readSigners(bytes)) throw new KeyWorkerError('NOT_SIGNED')
  return base58.encode(ed25519.sign(bytes, key))
}

/** @returns 64 bytes in base58. @throws {KeyWorkerError} NOT_SIGNED for what is none, or asks for no signature of this account. */
export function signSolanaTransaction(key: Bytes, { message, signer }: SolanaTransaction): string {
  const bytes = readBase58(message)
  if (!readSigners(bytes)?.includes(signer)) throw new KeyWorkerError('NOT_SIGNED')
  return base58.encode(ed25519.sign(bytes, key))
}

function readBase58(text: string): Uint8Array {
  try {
    return base58.decode(text)
  } catch (cause) {
    throw new KeyWorkerError('BAD_CALL', { cause })
  }
}
