/** Solana: an ed25519 signature of the text, in base58. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { holds, utf8, type Verifier } from './verifier.ts'

const verify: Verifier['verify'] = ({ address, message, signature }) =>
  holds(() =>
    ed25519.verify(base58.decode(signature), utf8(message), base58.decode(address), {
      // Strict RFC 8032, like other verifiers of logins.
      zip215: false,
    }),
  )

/** base58 has one spelling for 32 bytes. */
function canonical(_: string, address: string): string | undefined {
  try {
    return base58.decode(address).length === 32 ? address : undefined
  } catch {
    return undefined
  }
}

export const solana: Verifier = { verify, canonical }
