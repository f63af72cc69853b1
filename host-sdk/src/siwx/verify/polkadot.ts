/**
 * Polkadot: sr25519, ed25519 or ECDSA, by an account in SS58. Extensions wrap the signed text in `<Bytes>` and `</Bytes>`, so that it can
 * never be a transaction.
 */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { ss58PrefixOf } from '@airlock/protocol/scalars/ss58.ts'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { verify as sr25519 } from '@scure/sr25519'
import { fromHex, holds, isSame, utf8, type Verifier } from './verifier.ts'

const verify: Verifier['verify'] = ({ address, message, signature }) => {
  const [key, signed] = [readAddress(address), fromHex(signature)]
  if (!key || !signed) return false
  return [utf8(`<Bytes>${message}</Bytes>`), utf8(message)].some((text) => isSigned(text, signed, key))
}

/**
 * With a type byte in front, a signature has 65 bytes (ed25519, sr25519) or 66 bytes (ECDSA). Without it, 64 bytes may be of either of the
 * first two curves, and 65 bytes are ECDSA.
 */
function isSigned(text: Uint8Array, signature: Uint8Array, key: Uint8Array): boolean {
  const rest = signature.subarray(1)
  switch (signature.length) {
    case 64:
      return isSr25519(text, signature, key) || isEd25519(text, signature, key)
    case 65:
      if (signature[0] === 0 && isEd25519(text, rest, key)) return true
      if (signature[0] === 1 && isSr25519(text, rest, key)) return true
      return isEcdsa(text, signature, key)
    case 66:
      return signature[0] === 2 && isEcdsa(text, rest, key)
    default:
      return false
  }
}

const isEd25519 = (text: Uint8Array, signature: Uint8Array, key: Uint8Array) =>
  holds(() => ed25519.verify(signature, text, key, { zip215: false }))

const isSr25519 = (text: Uint8Array, signature: Uint8Array, key: Uint8Array) =>
  holds(() => sr25519(text, signature, key))

/** The account of an ECDSA key is the hash of the key. */
const isEcdsa = (text: Uint8Array, signature: Uint8Array, account: Uint8Array) =>
  holds(() => {
    const recovery = signature[64] ?? 0
    const key = secp256k1.Signature.fromBytes(signature.subarray(0, 64), 'compact')
      .addRecoveryBit(recovery >= 27 ? recovery - 27 : recovery)
      .recoverPublicKey(hash256(text))
    return isSame(hash256(key.toBytes(true)), account)
  })

const hash256 = (bytes: Uint8Array) => blake2b(bytes, { dkLen: 32 })

/** The prefix that stands for any network. */
const anyNetwork = 42

/** A key has another address on each network; wallets name the one that they like. */
function canonical(chainId: Caip2, address: string): string | undefined {
  const key = readAddress(address)
  if (!key) return undefined
  const prefix = ss58PrefixOf(chainId) ?? anyNetwork
  const body = concatBytes(Uint8Array.of(prefix), key)
  return base58.encode(concatBytes(body, checksumOf(body)))
}

export const polkadot: Verifier = { verify, canonical }

const checksumOf = (body: Uint8Array) => blake2b(concatBytes(utf8('SS58PRE'), body), { dkLen: 64 }).subarray(0, 2)

/** The key in an SS58 address: one or two bytes of prefix, the key, and two bytes of checksum. */
function readAddress(address: string): Uint8Array | undefined {
  try {
    const bytes = base58.decode(address)
    const first = bytes[0] ?? 0xff
    if (first >= 128) return undefined
    const prefix = first < 64 ? 1 : 2
    if (bytes.length !== prefix + 34) return undefined
    const body = bytes.subarray(0, -2)
    return isSame(checksumOf(body), bytes.subarray(-2)) ? body.subarray(prefix) : undefined
  } catch {
    return undefined
  }
}
