/** Solana: ed25519 of the text, in base58. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { holds, utf8 } from './bytes.ts'
import type { Verifier } from './index.ts'

export const verifySolana: Verifier = ({ address, message, signature }) =>
  holds(() =>
    ed25519.verify(base58.decode(signature), utf8(message), base58.decode(address), {
      // RFC 8032, as every other verifier of a login reads it.
      zip215: false,
    }),
  )
