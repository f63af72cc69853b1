/**
 * Makes and opens recovery kits. A kit has one whole share set of its own and the wallet's recovery secret, wrapped with the kit's password.
 * So it opens offline with nothing but the password, whichever recovery methods the wallet has by then; and in the wallet it opens a new
 * device as a recovery method does.
 */
import { base58 } from '@scure/base'
import { bytesToHex } from 'viem/utils'
import { fromText, toText } from '../encoding.ts'
import { type Addresses, addressesOf, isSameAddresses, leafKeysOf, solanaSecretKeyOf } from '../keys/accounts.ts'
import { type Bytes, random, wipe, withSecrets } from '../keys/bytes.ts'
import { wordsOf } from '../keys/mnemonic.ts'
import { type HashCost, saltLength, stretchPassword, unwrapWithPassword, wrapWithPassword } from '../keys/password.ts'
import { openRecoveryShare, sealRecoveryShare } from '../keys/recovery-share.ts'
import { joinShares, splitKey } from '../keys/shares.ts'
import { openEntropy, type WalletIdentity } from '../keys/wallet-key.ts'
import { KitError } from './failure.ts'
import { type Kit, readKit, writeKit } from './format.ts'
import { drawPassword } from './password.ts'

export interface KitSource {
  readonly identity: WalletIdentity
  readonly addresses: Addresses
  readonly ciphertext: Bytes
  /** K. The caller must wipe it and the recovery secret. */
  readonly key: Bytes
  readonly recoverySecret: Bytes
}

export async function makeKit(
  source: KitSource,
  cost: HashCost,
): Promise<{ readonly secret: string; readonly password: string }> {
  const { identity, addresses, ciphertext, key, recoverySecret } = source
  const place = { ...identity, setId: crypto.randomUUID() }
  return withSecrets(async ({ passing }) => {
    const { device, auth, recovery } = await splitKey(key)
    for (const share of [device, auth, recovery]) passing(share)
    const recoverySealed = await sealRecoveryShare(recoverySecret, recovery, { ...place, addresses, ciphertext })
    const [password, salt] = [drawPassword(), random(saltLength)]
    const { wrapKey, access } = await stretchPassword(password, salt, cost)
    passing(access)
    const wrapped = await wrapWithPassword(recoverySecret, wrapKey, { ...identity, purpose: 'kit', addresses })
    const secret = await writeKit({
      ...place,
      ...addresses,
      ciphertext: toText(ciphertext),
      share: toText(auth),
      recoverySealed: toText(recoverySealed),
      salt: toText(salt),
      wrapped: toText(wrapped),
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

/** Opens the kit without a service. @throws {KitError} */
export async function openKit(text: string, password: string, cost: HashCost): Promise<OpenedKit> {
  const kit = await readKit(text)
  const { walletId, setId, keyVersion } = kit
  const ciphertext = fromText(kit.ciphertext)
  const addresses = addressesIn(kit)
  return withSecrets(async ({ passing }) => {
    const recoverySecret = passing(await recoverySecretOf(kit, password, cost))
    const wallet = { walletId, setId, keyVersion, addresses, ciphertext }
    const recovery = passing(await openRecoveryShare(recoverySecret, fromText(kit.recoverySealed), wallet))
    const key = passing(await joinShares(passing(fromText(kit.share)), recovery))
    const entropy = passing(await openEntropy(key, ciphertext, { walletId, keyVersion }))
    const keys = await leafKeysOf(entropy)
    passing(keys.eip155, keys.solana)
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

/** @throws {KeyWorkerError} WRONG_PASSWORD. */
export async function recoverySecretOf(kit: Kit, password: string, cost: HashCost): Promise<Bytes> {
  const { wrapKey, access } = await stretchPassword(password, fromText(kit.salt), cost)
  wipe(access)
  const { walletId } = kit
  return unwrapWithPassword(fromText(kit.wrapped), wrapKey, { purpose: 'kit', walletId, addresses: addressesIn(kit) })
}

export const addressesIn = ({ eip155, solana }: Kit): Addresses => ({ eip155, solana })
