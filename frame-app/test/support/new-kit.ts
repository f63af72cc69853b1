/** A recovery kit of a new wallet, and what other libraries, and so other wallets, make of what it exports. */
import { expect } from 'vitest'
import { type Addresses, addressesOf, leafKeysOf } from '../../src/wallet/key-worker/keys/accounts.ts'
import { random } from '../../src/wallet/key-worker/keys/bytes.ts'
import type { HashCost } from '../../src/wallet/key-worker/keys/password.ts'
import { createRecoverySecret } from '../../src/wallet/key-worker/keys/recovery.ts'
import { sealEntropy } from '../../src/wallet/key-worker/keys/wallet-key.ts'
import { makeKit } from '../../src/wallet/key-worker/kit/kit.ts'
import { addressesOfKeys, addressesOfWords } from './derived.ts'

export async function newKit(cost: HashCost) {
  const [key, entropy, identity] = [random(32), random(16), { walletId: crypto.randomUUID(), keyVersion: 1 }]
  const ciphertext = await sealEntropy(key, entropy, identity)
  const addresses = addressesOf(await leafKeysOf(entropy))
  const recoverySecret = createRecoverySecret()
  return { addresses, ...(await makeKit({ identity, addresses, ciphertext, key, recoverySecret }, cost)) }
}

export interface Exported {
  readonly words: string
  readonly eip155: string
  readonly solana: string
}

export function expectSameElsewhere({ words, ...keys }: Exported, { eip155, solana }: Addresses): void {
  expect(addressesOfWords(words)).toEqual({ eip155: [eip155, eip155], solana: [solana] })
  expect(addressesOfKeys(keys)).toEqual({ eip155: [eip155], solana: [solana] })
}
