/**
 * HPKE (RFC 9180): DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM, over WebCrypto. `info` names what is sealed, the additional data
 * for which wallet, so data sealed for one purpose does not open for another. Base mode does not authenticate the sender; PSK mode proves
 * that the sender has the pre-shared key.
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
  /** PSK mode: at least 32 random bytes that only the legitimate sender and the recipient have. */
  readonly psk?: Bytes
}

export interface SealedBytes {
  readonly enc: Bytes
  readonly ciphertext: Bytes
}

/** @throws {KeyWorkerError} UNREADABLE if `publicKey` is not a point on the curve. */
export async function sealTo(publicKey: Bytes, plaintext: Bytes, purpose: Purpose): Promise<SealedBytes> {
  const recipientPublicKey = await readPublicKey(publicKey)
  const { enc, ct } = await suite.seal({ recipientPublicKey, ...context(purpose) }, plaintext, utf8(purpose.place))
  return { enc: new Uint8Array(enc), ciphertext: new Uint8Array(ct) }
}

/** @throws {KeyWorkerError} UNREADABLE for any other key, purpose, pre-shared key or byte. */
export async function openSealed(privateKey: CryptoKey, sealed: SealedBytes, purpose: Purpose): Promise<Bytes> {
  const { enc, ciphertext } = sealed
  try {
    const recipient = { recipientKey: privateKey, enc, ...context(purpose) }
    return new Uint8Array(await suite.open(recipient, ciphertext, utf8(purpose.place)))
  } catch (cause) {
    throw new KeyWorkerError('UNREADABLE', { cause })
  }
}

const context = ({ info, psk }: Purpose) => ({
  info: utf8(info),
  ...(psk && { psk: { id: utf8('airlock/psk/1'), key: psk } }),
})

/** Both parts in one byte array. */
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
