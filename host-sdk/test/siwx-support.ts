/** Accounts of every namespace, created with third-party libraries, which sign and verify. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import {
  blake2AsU8a,
  cryptoWaitReady,
  ed25519PairFromSeed,
  ed25519Sign,
  encodeAddress,
  secp256k1PairFromSeed,
  secp256k1Sign,
  signatureVerify,
  sr25519PairFromSeed,
  sr25519Sign,
} from '@polkadot/util-crypto'
import { base58, hex } from '@scure/base'
import { NETWORK, p2pkh, p2sh, p2tr, p2wpkh, TEST_NETWORK, utils, WIF } from '@scure/btc-signer'
import { verifyMessageSignature } from '@solana/wallet-standard-util'
import { Signer, Verifier } from 'bip322-js'
import { verifyMessage, Wallet } from 'ethers'
import type { CaipNetworkId } from '../src/types.ts'

export interface TestAccount {
  readonly kind: string
  readonly chainId: CaipNetworkId
  readonly address: string
  readonly sign: (message: string) => Promise<string> | string
  /** The other library's result. */
  readonly isValid: (message: string, signature: string) => boolean
}

const utf8 = (text: string) => new TextEncoder().encode(text)
const seed = (byte: number) => new Uint8Array(32).fill(byte)
const toHex = (bytes: Uint8Array) => `0x${hex.encode(bytes)}`

const ethereum = (key: number): TestAccount => {
  const wallet = new Wallet(toHex(seed(key)))
  return {
    kind: 'EIP-191',
    chainId: 'eip155:1',
    address: wallet.address,
    sign: (message) => wallet.signMessage(message),
    isValid: (message, signature) => verifyMessage(message, signature) === wallet.address,
  }
}

const solana = (key: number): TestAccount => {
  const publicKey = ed25519.getPublicKey(seed(key))
  return {
    kind: 'ed25519 on Solana',
    chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    address: base58.encode(publicKey),
    sign: (message) => base58.encode(ed25519.sign(utf8(message), seed(key))),
    isValid: (message, signature) =>
      verifyMessageSignature({
        message: utf8(message),
        signedMessage: utf8(message),
        signature: base58.decode(signature),
        publicKey,
      }),
  }
}

const main = 'bip122:000000000019d6689c085ae165831e93'
const testnet = 'bip122:000000000933ea01ad0ee984209779ba'

const bitcoin = (key: number): readonly TestAccount[] => {
  const secret = seed(key)
  const publicKey = secp256k1.getPublicKey(secret)
  const kinds = [
    ['P2PKH, legacy', main, p2pkh(publicKey).address, NETWORK],
    ['P2SH-P2WPKH, BIP-322', main, p2sh(p2wpkh(publicKey)).address, NETWORK],
    ['P2WPKH, BIP-322', main, p2wpkh(publicKey).address, NETWORK],
    ['P2TR, BIP-322', main, p2tr(utils.pubSchnorr(secret)).address, NETWORK],
    ['P2WPKH of a test network, BIP-322', testnet, p2wpkh(publicKey, TEST_NETWORK).address, TEST_NETWORK],
  ] as const
  return kinds.map(([kind, chainId, address = '', network]) => ({
    kind,
    chainId,
    address,
    sign: (message) => Signer.sign(WIF(network).encode(secret), address, message),
    isValid: (message, signature) => Verifier.verifySignature(address, message, signature),
  }))
}

const polkadot = (key: number): readonly TestAccount[] => {
  const [sr, ed, ec] = [
    sr25519PairFromSeed(seed(key)),
    ed25519PairFromSeed(seed(key)),
    secp256k1PairFromSeed(seed(key)),
  ]
  const account = (kind: string, publicKey: Uint8Array, sign: (bytes: Uint8Array) => Uint8Array): TestAccount => ({
    kind,
    chainId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    address: encodeAddress(publicKey, 0),
    sign: (message) => toHex(sign(utf8(`<Bytes>${message}</Bytes>`))),
    isValid: (message, signature) => signatureVerify(utf8(message), signature, encodeAddress(publicKey, 0)).isValid,
  })
  const typed = (type: number, signature: Uint8Array) => Uint8Array.from([type, ...signature])
  return [
    account('sr25519', sr.publicKey, (bytes) => sr25519Sign(bytes, sr)),
    account('sr25519, typed', sr.publicKey, (bytes) => typed(1, sr25519Sign(bytes, sr))),
    account('ed25519 on Polkadot', ed.publicKey, (bytes) => ed25519Sign(bytes, ed)),
    account('ed25519 on Polkadot, typed', ed.publicKey, (bytes) => typed(0, ed25519Sign(bytes, ed))),
    account('ECDSA on Polkadot', blake2AsU8a(ec.publicKey), (bytes) => typed(2, secp256k1Sign(bytes, ec, 'blake2'))),
  ]
}

export async function testAccounts(key: number): Promise<readonly TestAccount[]> {
  await cryptoWaitReady()
  return [ethereum(key), solana(key), ...bitcoin(key), ...polkadot(key)]
}
