/** What other libraries, and so other wallets, make of exported words and keys. */
import { expect } from 'vitest'
import type { Addresses } from '../../src/wallet/key-worker/keys/accounts.ts'
import { addressesOfKeys, addressesOfWords } from './derived.ts'

export interface Exported {
  readonly words: string
  readonly eip155: string
  readonly solana: string
}

export function expectSameElsewhere({ words, ...keys }: Exported, { eip155, solana }: Addresses): void {
  expect(addressesOfWords(words)).toEqual({ eip155: [eip155, eip155], solana: [solana] })
  expect(addressesOfKeys(keys)).toEqual({ eip155: [eip155], solana: [solana] })
}
