/**
 * Makes and opens recovery kits. A kit has a share set and a recovery secret of its own: it needs none of the wallet's recovery methods, and
 * removing one of them does not break it. Offline it needs nothing but the password.
 */

import { base58 } from '@scure/base'
import { bytesToHex } from 'viem/utils'
import { type Addresses, addressesOf, isSameAddresses, leafKeysOf, solanaSecretKeyOf } from '../keys/accounts.ts'
import { type Bytes, concat, random, utf8, withSecrets } from '../keys/bytes.ts'
import { wordsOf } from '../keys/mnemonic.ts'
import { addressesText, createRecoverySecret } from '../keys/recovery.ts'
import { openRecoveryShare, sealRecoveryShare } from '../keys/recovery-share.ts'
import { joinShares, splitKey } from '../keys/shares.ts'
import { openEntropy, type WalletIdentity } from '../keys/wallet-key.ts'
import { fromText, toText } from '../places.ts'
import { KitError } from './failure.ts'
import { readKit, writeKit } from './format.ts'
import { drawPassword, hashPassword, saltLength } from './password.ts'

const ivLength = 12

export interface KitSource {
  readonly identity: WalletIdentity
  readonly addresses: Addresses
  readonly ciphertext: Bytes
  /** K. The caller must wipe it. */
  readonly key: Bytes
}

export async function makeKit(source: KitSource): Promise<{ readonly secret: string; readonly password: string }> {
  const { identity, addresses, ciphertext, key } = source
  const place = { ...identity, setId: crypto.randomUUID() }
  const wallet = { ...place, addresses, ciphertext }
  return withSecrets(async ({ passing }) => {
    const { device, auth, recovery } = await splitKey(key)
    for (const share of [device, auth, recovery]) passing(share)
    const recoverySecret = passing(createRecoverySecret())
    const recoverySealed = await sealRecoveryShare(recoverySecret, recovery, wallet)
    const [password, salt, iv] = [drawPassword(), random(saltLength), random(ivLength)]
    const hash = passing(hashPassword(password, salt))
    const sealed = await crypto.subtle.encrypt(
      parameters(iv, wallet),
      await wrappingKey(hash, 'encrypt'),
      recoverySecret,
    )
    const secret = await writeKit({
      ...place,
      ...addresses,
      ciphertext: toText(ciphertext),
      share: toText(auth),
      recoverySealed: toText(recoverySealed),
      salt: toText(salt),
      wrapped: toText(concat(iv, new Uint8Array(sealed))),
    })
    return { secret, password }
  })
}

export interface OpenedKit {
  readonly addresses: Addresses
  readonly words: string
  readonly eip155: string
  /** As other wallets import it. */
  readonly solana: string
}

/** @throws {KitError} */
export async function openKit(text: string, password: string): Promise<OpenedKit> {
  const kit = await readKit(text)
  const { walletId, setId, keyVersion, eip155, solana } = kit
  const [ciphertext, wrapped] = [fromText(kit.ciphertext), fromText(kit.wrapped)]
  const addresses = { eip155, solana }
  const wallet = { walletId, setId, keyVersion, addresses, ciphertext }
  return withSecrets(async ({ passing }) => {
    const hash = passing(hashPassword(password, fromText(kit.salt)))
    const [iv, sealed] = [wrapped.slice(0, ivLength), wrapped.slice(ivLength)]
    const opened = await crypto.subtle.decrypt(parameters(iv, wallet), await wrappingKey(hash, 'decrypt'), sealed)
    const recoverySecret = passing(new Uint8Array(opened))
    const recovery = passing(await openRecoveryShare(recoverySecret, fromText(kit.recoverySealed), wallet))
    const key = passing(await joinShares(passing(fromText(kit.share)), recovery))
    const entropy = passing(await openEntropy(key, ciphertext, { walletId, keyVersion }))
    const keys = await leafKeysOf(entropy)
    for (const secret of [keys.eip155, keys.solana]) passing(secret)
    if (!isSameAddresses(addressesOf(keys), addresses)) throw new KitError('WRONG_PASSWORD')
    return {
      addresses,
      words: wordsOf(entropy),
      eip155: bytesToHex(keys.eip155),
      solana: base58.encode(passing(solanaSecretKeyOf(keys))),
    }
  }).catch((cause: unknown) => {
    throw new KitError('WRONG_PASSWORD', { cause })
  })
}

const parameters = (
  iv: Bytes,
  {
    walletId,
    keyVersion,
    setId,
    addresses,
  }: WalletIdentity & { readonly setId: string; readonly addresses: Addresses },
) => ({
  name: 'AES-GCM',
  iv,
  additionalData: utf8(`airlock recovery kit v1|${walletId}|${keyVersion}|${setId}|${addressesText(addresses)}`),
})

const wrappingKey = (hash: Bytes, use: 'encrypt' | 'decrypt') =>
  crypto.subtle.importKey('raw', hash, 'AES-GCM', false, [use])
