/**
 * The recovery secret r: its key pair, to which the recovery share of every device is sealed, and the recovery methods. Each method has its
 * own copy of r, so that methods can be added and removed without changing the shares.
 */

import { KeyWorkerError } from '../../key-link/failure.ts'
import type { Addresses } from './accounts.ts'
import { type Bytes, concat, random, utf8, wipe } from './bytes.ts'
import { suite } from './sealing.ts'
import { decryptWith, encryptWith, identityText, type WalletIdentity } from './wallet-key.ts'

export const recoverySecretLength = 32

export const createRecoverySecret = (): Bytes => random(recoverySecretLength)

/** HKDF, then RFC 9180's DeriveKeyPair on P-256. The same secret always gives the same pair. */
export async function recoveryKeyPair(secret: Bytes): Promise<CryptoKeyPair> {
  const material = await deriveBytes(secret, 'airlock recovery key v1')
  try {
    return await suite.kem.deriveKeyPair(material)
  } finally {
    wipe(material)
  }
}

/** Split escrow: r = one xor other, kept by two services with separate checks. One half reveals nothing about r. */
export function splitEscrow(secret: Bytes): readonly [Bytes, Bytes] {
  const one = random(secret.length)
  return [one, xor(secret, one)]
}

/** @throws {KeyWorkerError} WRONG_RECOVERY for halves of another length. If they do not belong together, C does not open. */
export function joinEscrow(one: Bytes, other: Bytes): Bytes {
  if (one.length !== recoverySecretLength || other.length !== recoverySecretLength)
    throw new KeyWorkerError('WRONG_RECOVERY')
  return xor(one, other)
}

/**
 * Encrypts r with the output of a passkey's PRF, 32 bytes or more. The additional data contain the wallet, its addresses and the
 * credential, so that a copy that was moved to another row does not open. Key version and C are bound to the recovery share instead
 * (`recovery-share.ts`): otherwise the wallet's key could not be replaced without every passkey present.
 */
export const wrapWithPrf = (secret: Bytes, prf: Bytes, context: PrfContext): Promise<Bytes> =>
  encryptWith(prfKey(prf, 'encrypt'), secret, boundTo(context))

/** @throws {KeyWorkerError} WRONG_RECOVERY for another passkey, wallet, address or byte. */
export const unwrapWithPrf = (wrapped: Bytes, prf: Bytes, context: PrfContext): Promise<Bytes> =>
  decryptWith(prfKey(prf, 'decrypt'), wrapped, { additionalData: boundTo(context), code: 'WRONG_RECOVERY' })

export interface PrfContext {
  readonly walletId: string
  readonly addresses: Addresses
  /** base64url, as WebAuthn gives it. */
  readonly credentialId: string
}

/** Encrypts r with K. The additional data contains wallet and key version. */
export const wrapWithKey = (secret: Bytes, key: Bytes, wallet: WalletIdentity): Promise<Bytes> =>
  encryptWith(keptKey(key, 'encrypt'), secret, keptFor(wallet))

/** @throws {KeyWorkerError} WRONG_RECOVERY for another key, wallet or byte. */
export const unwrapWithKey = (wrapped: Bytes, key: Bytes, wallet: WalletIdentity): Promise<Bytes> =>
  decryptWith(keptKey(key, 'decrypt'), wrapped, { additionalData: keptFor(wallet), code: 'WRONG_RECOVERY' })

const keptFor = (wallet: WalletIdentity) => concat(utf8('airlock kept recovery v1|'), identityText(wallet))

/** Derived from K, but different from the key that encrypts the entropy. */
const keptKey = (key: Bytes, use: 'encrypt' | 'decrypt') => aesKey(key, 'airlock kept recovery wrap v1', [use])

const boundTo = ({ walletId, addresses, credentialId }: PrfContext) =>
  utf8(`airlock passkey recovery v2|${walletId}|${addressesText(addresses)}|${credentialId}`)

/** Neither address contains a `|`. */
export const addressesText = ({ eip155, solana }: Addresses): string => `${eip155}|${solana}`

async function prfKey(prf: Bytes, use: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
  if (prf.length < 32) throw new KeyWorkerError('WRONG_RECOVERY')
  return aesKey(prf, 'airlock passkey wrap v1', [use])
}

export async function aesKey(
  material: Bytes,
  info: string,
  uses: readonly ('encrypt' | 'decrypt')[],
): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', material, 'HKDF', false, ['deriveKey'])
  return crypto.subtle.deriveKey(hkdf(info), base, { name: 'AES-GCM', length: 256 }, false, [...uses])
}

/** Derives 32 bytes from the secret for one purpose. */
export async function deriveBytes(secret: Bytes, info: string): Promise<Bytes> {
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  return new Uint8Array(await crypto.subtle.deriveBits(hkdf(info), base, 256))
}

/** No salt, because the input is already random. */
const hkdf = (info: string) => ({ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8(info) })

const xor = (a: Bytes, b: Bytes): Bytes => a.map((byte, index) => byte ^ (b[index] ?? 0))
