/**
 * The device's two keys, created once per storage partition and not exportable. One signs proofs of possession for the service (DPoP,
 * RFC 9449), and its thumbprint identifies the device; the other encrypts the device share in storage.
 */
import { base64url, calculateJwkThumbprint, exportJWK, SignJWT } from 'jose'
import type { AnswerOf, RequestOf } from '../../key-link/surface.ts'
import { type Bytes, concat, random, utf8 } from './bytes.ts'
import { decryptWith, encryptWith, identityText, type WalletIdentity } from './wallet-key.ts'

export interface DeviceKeys {
  readonly proof: CryptoKeyPair
  /** The public key of `proof`, exported once. */
  readonly jwk: DeviceJwk
  readonly wrap: CryptoKey
}

/** The public key, as it is contained in every proof. */
type DeviceJwk = AnswerOf<'device'>['jwk']
export type ProofRequest = RequestOf<'prove'>

export async function createDeviceKeys(): Promise<DeviceKeys> {
  const proof = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  const wrap = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  return { proof, jwk: await publicJwk(proof), wrap }
}

async function publicJwk({ publicKey }: CryptoKeyPair): Promise<DeviceJwk> {
  const { x, y } = await exportJWK(publicKey)
  if (x === undefined || y === undefined) throw new Error('Not a key on P-256')
  return { kty: 'EC', crv: 'P-256', x, y }
}

/** RFC 7638, SHA-256, base64url. */
export const thumbprint = (jwk: DeviceJwk): Promise<string> => calculateJwkThumbprint({ ...jwk }, 'sha256')

export async function signProof(keys: DeviceKeys, { method, url, accessToken, nonce }: ProofRequest): Promise<string> {
  const { origin, pathname } = new URL(url)
  const claims = {
    htm: method,
    htu: origin + pathname,
    ...(accessToken !== undefined && { ath: await hashOf(accessToken) }),
    ...(nonce !== undefined && { nonce }),
  }
  return new SignJWT(claims)
    .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk: { ...keys.jwk } })
    .setJti(base64url.encode(random(16)))
    .setIssuedAt()
    .sign(keys.proof.privateKey)
}

/** Encrypts the device share for storage, bound to its wallet, so that records cannot be swapped. */
export const wrapShare = ({ wrap }: DeviceKeys, share: Bytes, wallet: WalletIdentity): Promise<Bytes> =>
  encryptWith(wrap, share, boundTo(wallet))

/** @throws {KeyWorkerError} WRONG_SHARES for another device, wallet or byte. */
export const unwrapShare = ({ wrap }: DeviceKeys, wrapped: Bytes, wallet: WalletIdentity): Promise<Bytes> =>
  decryptWith(wrap, wrapped, { additionalData: boundTo(wallet), code: 'WRONG_SHARES' })

const boundTo = (wallet: WalletIdentity) => concat(utf8('airlock device share v1|'), identityText(wallet))

const hashOf = async (text: string) =>
  base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text))))
