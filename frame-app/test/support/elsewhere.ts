/** What other libraries, and so other wallets, make of exported words and keys. */
import { base58 } from '@scure/base'
import { mnemonicToSeedSync } from '@scure/bip39'
import { Keypair } from '@solana/web3.js'
import { HDNodeWallet, Wallet } from 'ethers'
import { HDKey } from 'micro-key-producer/slip10.js'
import { mnemonicToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import type { Addresses } from '../../src/wallet/key-worker/keys/accounts.ts'

export interface Exported {
  readonly words: string
  readonly eip155: string
  readonly solana: string
}

export function expectSameElsewhere({ words, eip155, solana }: Exported, addresses: Addresses): void {
  expect(HDNodeWallet.fromPhrase(words).address).toBe(addresses.eip155)
  expect(mnemonicToAccount(words).address).toBe(addresses.eip155)
  const leaf = HDKey.fromMasterSeed(mnemonicToSeedSync(words)).derive("m/44'/501'/0'/0'")
  expect(Keypair.fromSeed(leaf.privateKey).publicKey.toBase58()).toBe(addresses.solana)
  expect(new Wallet(eip155).address).toBe(addresses.eip155)
  expect(Keypair.fromSecretKey(base58.decode(solana)).publicKey.toBase58()).toBe(addresses.solana)
}
