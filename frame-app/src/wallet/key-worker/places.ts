/** What binds a sealed share to its place, and how sealed things are written in the service's contract. */
import type { Sealed } from '@airlock/protocol/wallet-service/shapes.ts'
import { type SharePlace, sharePlaceText } from '@airlock/protocol/wallet-service/texts.ts'
import { base64url } from 'jose'
import type { Bytes } from './keys/bytes.ts'
import type { Purpose, SealedBytes } from './keys/sealing.ts'

export const fromText = (text: string): Bytes => new Uint8Array(base64url.decode(text))
export const toText = (bytes: Uint8Array): string => base64url.encode(bytes)

export const unsealed = ({ enc, ciphertext }: Sealed): SealedBytes => ({
  enc: fromText(enc),
  ciphertext: fromText(ciphertext),
})

/** R_d, sealed by a device to the wallet's recovery key. No service opens it. */
export const recoverySharePurpose = (place: SharePlace): Purpose => ({
  info: 'airlock/device-recovery-share/1',
  place: sharePlaceText(place),
})
