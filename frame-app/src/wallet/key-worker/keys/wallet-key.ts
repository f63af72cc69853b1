/**
 * K, the wallet key of 256 random bits, and C, the entropy encrypted with it. C opens only if the shares were combined correctly. Its
 * additional data binds it to one wallet and one version of the key: a row of another wallet, or an old one, does not open.
 */

import { KeyWorkerError } from '../../key-link/failure.ts'
import { type Addresses, addressesOf, isSameAddresses, type LeafKeys, leafKeysOf } from './accounts.ts'
import { type Bytes, concat, random, utf8, withSecrets } from './bytes.ts'
import { entropyLength } from './mnemonic.ts'

/** A wallet, and the version of its key. The id contains no `|`, so that the text form is unambiguous. */
export interface WalletIdentity {
  readonly walletId: string
  readonly keyVersion: number
}

export const walletKeyLength = 32
const ivLength = 12

/** Length of C: iv, entropy, tag. */
export const ciphertextLength = ivLength + entropyLength + 16

export const identityText = ({ walletId, keyVersion }: WalletIdentity): Bytes => utf8(`${walletId}|${keyVersion}`)

export async function sealEntropy(key: Bytes, entropy: Bytes, wallet: WalletIdentity): Promise<Bytes> {
  const iv = random(ivLength)
  const sealed = await crypto.subtle.encrypt(parameters(iv, wallet), await importKey(key, 'encrypt'), entropy)
  return concat(iv, new Uint8Array(sealed))
}

/** @throws {KeyWorkerError} WRONG_SHARES for any other key, identity or byte. */
export async function openEntropy(key: Bytes, ciphertext: Bytes, wallet: WalletIdentity): Promise<Bytes> {
  if (key.length !== walletKeyLength || ciphertext.length !== ciphertextLength) throw new KeyWorkerError('WRONG_SHARES')
  const [iv, sealed] = [ciphertext.slice(0, ivLength), ciphertext.slice(ivLength)]
  try {
    const entropy = await crypto.subtle.decrypt(parameters(iv, wallet), await importKey(key, 'decrypt'), sealed)
    return new Uint8Array(entropy)
  } catch (cause) {
    throw new KeyWorkerError('WRONG_SHARES', { cause })
  }
}

/** @throws {KeyWorkerError} WRONG_SHARES, WRONG_WALLET. */
export async function openKeys(
  key: Bytes,
  ciphertext: Bytes,
  identity: WalletIdentity,
  addresses: Addresses,
): Promise<LeafKeys> {
  return withSecrets(async ({ passing, keep }) => {
    const keys = await leafKeysOf(passing(await openEntropy(key, ciphertext, identity)))
    keep(keys.eip155, keys.solana)
    if (!isSameAddresses(addressesOf(keys), addresses)) throw new KeyWorkerError('WRONG_WALLET')
    return keys
  })
}

const parameters = (iv: Bytes, wallet: WalletIdentity) => ({
  name: 'AES-GCM',
  iv,
  additionalData: identityText(wallet),
})

const importKey = (key: Bytes, use: 'encrypt' | 'decrypt') =>
  crypto.subtle.importKey('raw', key, 'AES-GCM', false, [use])
