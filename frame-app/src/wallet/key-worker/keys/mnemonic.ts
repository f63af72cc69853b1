/** BIP-39: entropy to words to seed, with the English list and an empty passphrase, as other wallets do with exported words. */
import { entropyToMnemonic, mnemonicToSeedWebcrypto } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Bytes } from './bytes.ts'

/** 128 bits: twelve words. */
export const entropyLength = 16

export const wordsOf = (entropy: Bytes): string => entropyToMnemonic(entropy, wordlist)

/** 64 bytes. */
export const seedOf = async (entropy: Bytes): Promise<Bytes> =>
  new Uint8Array(await mnemonicToSeedWebcrypto(wordsOf(entropy)))
