/**
 * HPKE (RFC 9180, base mode): DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM, over WebCrypto. `info` says what is sealed,
 * the additional data for which wallet: nothing that was sealed for one purpose opens as another.
 */
import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { KeyWorkerError } from '../../key-link/failure.ts'
import { type Bytes, concat, utf8 } from './bytes.ts'

export const suite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes128Gcm(),
})

/** Length of `enc`, and of a public key: an uncompressed point. */
export const publicKeyLength = 65

export interface Purpose {
  readonly info: string
  /** Additional data. */
  readonly place: string
}

export interface SealedBytes {
  readonly enc: Bytes
  readonly ciphertext: Bytes
}

/** @throws {KeyWorkerError} UNREADABLE when `publicKey` is no point of the curve. */
export async function sealTo(publicKey: Bytes, plaintext: Bytes, purpose: Purpose): Promise<SealedBytes> {
  const recipientPublicKey = await readPublicKey(publicKey)
  const { enc, ct } = await suite.seal({ recipientPublicKey, info: utf8(purpose.info) }, plaintext, utf8(purpose.place))
  return { enc: new Uint8Array(enc), ciphertext: new Uint8Array(ct) }
}

/** @throws {KeyWorkerError} UNREADABLE for any other key, purpose or byte. */
export async function openSealed(privateKey: CryptoKey, sealed: SealedBytes, purpose: Purpose): Promise<Bytes> {
  const { enc, ciphertext } = sealed
  const [info, place] = [utf8(purpose.info), utf8(purpose.place)]
  try {
    return new Uint8Array(await suite.open({ recipientKey: privateKey, enc, info }, ciphertext, place))
  } catch (cause) {
    throw new KeyWorkerError('UNREADABLE', { cause })
  }
}

/** Both parts as one text of bytes. */
export const joinSealed = ({ enc, ciphertext }: SealedBytes): Bytes => concat(enc, ciphertext)
export const splitSealed = (bytes: Bytes): SealedBytes => ({
  enc: bytes.slice(0, publicKeyLength),
  ciphertext: bytes.slice(publicKeyLength),
})

export const writePublicKey = async ({ publicKey }: CryptoKeyPair): Promise<Bytes> =>
  new Uint8Array(await suite.kem.serializePublicKey(publicKey))

async function readPublicKey(bytes: Bytes): Promise<CryptoKey> {
  try {
    return await suite.kem.deserializePublicKey(bytes)
  } catch (cause) {
    throw new KeyWorkerError('UNREADABLE', { cause })
  }
}
