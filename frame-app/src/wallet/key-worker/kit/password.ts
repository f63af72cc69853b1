/**
 * The words of a recovery kit and of a recovery password: six of the BIP-39 list, drawn at random, 66 bits. They are not the user's choice,
 * because a thief of the file, or an operator of the service, can guess without limit.
 */
import type { NewRecoveryMethod } from '@airlock/protocol/wallet-service/shapes.ts'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { toText } from '../encoding.ts'
import type { Addresses } from '../keys/accounts.ts'
import { type Bytes, concat, random, wipe, withSecrets } from '../keys/bytes.ts'
import { type HashCost, saltLength, stretchPassword, wrapWithPassword } from '../keys/password.ts'

const passwordWords = 6

/** 2048 words: eleven bits of each pair of random bytes are a word without bias. */
export function drawPassword(): string {
  const bytes = random(passwordWords * 2)
  const words = Array.from({ length: passwordWords }, (_, at) => {
    const [high = 0, low = 0] = bytes.slice(at * 2)
    return wordlist[((high << 8) | low) & 2047] ?? ''
  })
  wipe(bytes)
  return words.join(' ')
}

/** A recovery password, and its method for the service: the hash of what proves it, and the copy of the recovery secret. */
export async function makePassword(
  recoverySecret: Bytes,
  wallet: { readonly walletId: string; readonly addresses: Addresses },
  cost: HashCost,
): Promise<{ readonly secret: string; readonly method: NewRecoveryMethod }> {
  const [secret, salt] = [drawPassword(), random(saltLength)]
  return withSecrets(async ({ passing }) => {
    const { wrapKey, access } = await stretchPassword(secret, salt, cost)
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', passing(access)))
    const copy = await wrapWithPassword(recoverySecret, wrapKey, { ...wallet, purpose: 'method' })
    const method = {
      methodId: crypto.randomUUID(),
      kind: 'password' as const,
      wrappedR: toText(concat(hash, copy)),
      params: { salt: toText(salt) },
    }
    return { secret, method }
  })
}
