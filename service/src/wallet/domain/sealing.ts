/** Seals data to a Key Worker's one-time public key (HPKE, RFC 9180): nobody in between sees a share. */
import type { Sealed } from '@airlock/protocol/wallet-service/shapes.ts'
import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { fromBase64url, toBase64url } from '../outside.ts'
import { Refusal } from '../refusal.ts'

const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes128Gcm() })
const utf8 = new TextEncoder()

/** @throws {Refusal} BAD_REQUEST when `recipient` is not a point on the curve. */
export async function sealTo(
  recipient: string,
  { info, place, open }: { readonly info: string; readonly place: string; readonly open: Uint8Array },
): Promise<Sealed> {
  const recipientPublicKey = await suite.kem
    .deserializePublicKey(copy(fromBase64url(recipient)))
    .catch(() => Promise.reject(new Refusal('BAD_REQUEST')))
  const sender = await suite.createSenderContext({ recipientPublicKey, info: copy(utf8.encode(info)) })
  const ciphertext = await sender.seal(copy(open), copy(utf8.encode(place)))
  return { enc: toBase64url(new Uint8Array(sender.enc)), ciphertext: toBase64url(new Uint8Array(ciphertext)) }
}

/** The library uses the whole buffer and ignores views. */
const copy = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer
