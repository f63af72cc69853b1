/** Parses Solana addresses, with our own error for malformed ones. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { PublicKey } from '@solana/web3.js'

/** @throws AirlockError BAD_SHAPE if the text is not 32 bytes in base58. */
export function publicKey(address: string): PublicKey {
  try {
    return new PublicKey(address)
  } catch (cause) {
    throw new AirlockError('BAD_SHAPE', { cause, message: 'This is no Solana address.' })
  }
}
