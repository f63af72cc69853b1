/**
 * Derives the two leaf keys and their addresses from the entropy. The paths are the first ones of other wallets, so that the exported
 * words restore the same addresses there.
 */
import type { Addresses } from '@airlock/protocol/wallet-service/shapes.ts'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base58 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { bytesToHex, publicKeyToAddress } from 'viem/utils'
import { type Bytes, concat, withSecrets } from './bytes.ts'
import { seedOf } from './mnemonic.ts'
import { deriveEd25519 } from './slip10.ts'

export const evmPath = "m/44'/60'/0'/0/0"
const solanaPath = [44, 501, 0, 0] as const

/** EVM with checksum, Solana in base58. */
export type { Addresses }

/** 32 bytes each. They never leave the Key Worker, and their holder must wipe them. */
export interface LeafKeys {
  readonly eip155: Bytes
  readonly solana: Bytes
}

export async function leafKeysOf(entropy: Bytes): Promise<LeafKeys> {
  return withSecrets(async ({ passing, keep }) => {
    const seed = passing(await seedOf(entropy))
    return { eip155: keep(evmKey(seed)), solana: await deriveEd25519(seed, solanaPath) }
  })
}

function evmKey(seed: Bytes): Bytes {
  const root = HDKey.fromMasterSeed(seed)
  const leaf = root.derive(evmPath)
  try {
    if (leaf.privateKey === null) throw new Error('The path has no key')
    return new Uint8Array(leaf.privateKey)
  } finally {
    root.wipePrivateData()
    leaf.wipePrivateData()
  }
}

/** 64 bytes, as Solana's tools write a key: the private key, then the public one. The holder must wipe it. */
export const solanaSecretKeyOf = ({ solana }: LeafKeys): Bytes => concat(solana, ed25519.getPublicKey(solana))

/** Uncompressed: 65 bytes. */
export const evmPublicKeyOf = ({ eip155 }: LeafKeys): `0x04${string}` =>
  `0x04${bytesToHex(secp256k1.getPublicKey(eip155, false).slice(1)).slice(2)}`

export const addressesOf = (keys: LeafKeys): Addresses => ({
  eip155: publicKeyToAddress(evmPublicKeyOf(keys)),
  solana: base58.encode(ed25519.getPublicKey(keys.solana)),
})

export const isSameAddresses = (a: Addresses, b: Addresses): boolean => a.eip155 === b.eip155 && a.solana === b.solana
