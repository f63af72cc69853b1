/**
 * K, the wallet key of 256 random bits, and C, the entropy encrypted with it. C opens only if the shares were combined correctly. Its
 * additional data binds it to one wallet and one version of the key: a row of another wallet, or an old one, does not open.
 */

import { type FailureCode, KeyWorkerError } from '../../key-link/failure.ts'
import { type Addresses, addressesOf, isSameAddresses, type LeafKeys, leafKeysOf } from './accounts.ts'
import { type Bytes, concat, random, utf8, withSecrets } from './bytes.ts'
import { entropyLength } from './mnemonic.ts'

/** A wallet, and the version of its key. The id contains no `|`, so that the text form is unambiguous. */
export interface WalletIdentity {
  readonly walletId: string
  readonly keyVersion: number
}

export const walletKeyLength = 32
export const ivLength = 12

/** Length of C: iv, entropy, tag. */
export const ciphertextLength = ivLength + entropyLength + 16

export const identityText = ({ walletId, keyVersion }: WalletIdentity): Bytes => utf8(`${walletId}|${keyVersion}`)

/** AES-GCM with a random IV, which the result begins with. */
export async function encryptWith(
  key: CryptoKey | Promise<CryptoKey>,
  secret: Bytes,
  additionalData: Bytes,
): Promise<Bytes> {
  const iv = random(ivLength)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, await key, secret)
  return concat(iv, new Uint8Array(sealed))
}

/** @throws {KeyWorkerError} with this code for another key, additional data or byte. */
export async function decryptWith(
  key: CryptoKey | Promise<CryptoKey>,
  wrapped: Bytes,
  { additionalData, code }: { readonly additionalData: Bytes; readonly code: FailureCode },
): Promise<Bytes> {
  const [iv, sealed] = [wrapped.slice(0, ivLength), wrapped.slice(ivLength)]
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, await key, sealed))
  } catch (cause) {
    throw new KeyWorkerError(code, { cause })
  }
}

export const sealEntropy = (key: Bytes, entropy: Bytes, wallet: WalletIdentity): Promise<Bytes> =>
  encryptWith(importKey(key, 'encrypt'), entropy, identityText(wallet))

/** @throws {KeyWorkerError} WRONG_SHARES for any other key, identity or byte. */
export async function openEntropy(key: Bytes, ciphertext: Bytes, wallet: WalletIdentity): Promise<Bytes> {
  if (key.length !== walletKeyLength || ciphertext.length !== ciphertextLength) throw new KeyWorkerError('WRONG_SHARES')
  const additionalData = identityText(wallet)
  return decryptWith(importKey(key, 'decrypt'), ciphertext, { additionalData, code: 'WRONG_SHARES' })
}

/** @throws {KeyWorkerError} WRONG_SHARES, WRONG_WALLET. */
export async function openKeys(
  key: Bytes,
  ciphertext: Bytes,
  wallet: WalletIdentity & { readonly addresses: Addresses },
): Promise<LeafKeys> {
  return withSecrets(async ({ passing, keep }) => {
    const keys = await leafKeysOf(passing(await openEntropy(key, ciphertext, wallet)))
    keep(keys.eip155, keys.solana)
    if (!isSameAddresses(addressesOf(keys), wallet.addresses)) throw new KeyWorkerError('WRONG_WALLET')
    return keys
  })
}

const importKey = (key: Bytes, use: 'encrypt' | 'decrypt') =>
  crypto.subtle.importKey('raw', key, 'AES-GCM', false, [use])
