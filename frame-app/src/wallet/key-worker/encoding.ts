/** Converts between bytes and their text form in the service's contract. */
import type { Sealed } from '@airlock/protocol/wallet-service/shapes.ts'
import { base64url } from 'jose'
import type { Bytes } from './keys/bytes.ts'
import type { SealedBytes } from './keys/sealing.ts'

export const fromText = (text: string): Bytes => new Uint8Array(base64url.decode(text))
export const toText = (bytes: Uint8Array): string => base64url.encode(bytes)

export const unsealed = ({ enc, ciphertext }: Sealed): SealedBytes => ({
  enc: fromText(enc),
  ciphertext: fromText(ciphertext),
})
