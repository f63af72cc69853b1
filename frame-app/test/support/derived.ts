/** Addresses that other libraries, and so other wallets, derive from exported words and keys. */
import { base58 } from '@scure/base'
import { mnemonicToSeedSync } from '@scure/bip39'
import { Keypair } from '@solana/web3.js'
import { HDNodeWallet, Wallet } from 'ethers'
import { HDKey } from 'micro-key-producer/slip10.js'
import { mnemonicToAccount } from 'viem/accounts'

interface Derived {
  readonly eip155: readonly string[]
  readonly solana: readonly string[]
}

export function addressesOfWords(words: string): Derived {
  const leaf = HDKey.fromMasterSeed(mnemonicToSeedSync(words)).derive("m/44'/501'/0'/0'")
  return {
    eip155: [HDNodeWallet.fromPhrase(words).address, mnemonicToAccount(words).address],
    solana: [Keypair.fromSeed(leaf.privateKey).publicKey.toBase58()],
  }
}

export const addressesOfKeys = ({ eip155, solana }: { readonly eip155: string; readonly solana: string }): Derived => ({
  eip155: [new Wallet(eip155).address],
  solana: [Keypair.fromSecretKey(base58.decode(solana)).publicKey.toBase58()],
})
