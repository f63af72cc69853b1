/** An account of Polkadot that signs as extensions do: texts between `<Bytes>` and `</Bytes>`, and extrinsics in their encoding. */
import { blake2AsU8a, cryptoWaitReady, encodeAddress, sr25519PairFromSeed, sr25519Sign } from '@polkadot/util-crypto'
import * as z from 'zod'

const Hex = z.string().regex(/^0x([0-9a-f]{2})*$/i)
export const Raw = z.strictObject({ address: z.string(), data: Hex, type: z.literal('bytes') })
export const Extrinsic = z.object({
  address: z.string(),
  method: Hex,
  era: Hex,
  nonce: Hex,
  tip: Hex,
  specVersion: Hex,
  transactionVersion: Hex,
  genesisHash: Hex,
  blockHash: Hex,
  withSignedTransaction: z.boolean().optional(),
})
export type Extrinsic = z.infer<typeof Extrinsic>

const bytesOf = (hex: string) => Buffer.from(hex.slice(2), 'hex')
const u32 = (hex: string) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(Number(hex))
  return bytes
}
/** SCALE's compact form of a small number. */
const compact = (hex: string) => {
  const value = Number(BigInt(hex))
  if (value >= 64) throw new RangeError('too large for these tests')
  return Buffer.from([value << 2])
}

/** What is signed of a text. */
export const wrapped = (text: string | Uint8Array) =>
  Buffer.concat([Buffer.from('<Bytes>'), Buffer.from(text), Buffer.from('</Bytes>')])

/** What is signed of an extrinsic of version 4 with the common extensions. */
export function encodedExtrinsic(one: Extrinsic): Uint8Array {
  const bytes = Buffer.concat([
    bytesOf(one.method),
    bytesOf(one.era),
    compact(one.nonce),
    compact(one.tip),
    u32(one.specVersion),
    u32(one.transactionVersion),
    bytesOf(one.genesisHash),
    bytesOf(one.blockHash),
  ])
  return bytes.length > 256 ? blake2AsU8a(bytes) : bytes
}

/** Names the kind of key before the signature of an extrinsic. */
const sr25519Kind = 1

export async function createPolkadotAccount(seed: Uint8Array) {
  await cryptoWaitReady()
  const pair = sr25519PairFromSeed(seed)
  const hex = (...parts: Uint8Array[]) => `0x${Buffer.concat(parts).toString('hex')}`
  return {
    /** With the prefix of no network in particular, as extensions write it. */
    address: encodeAddress(pair.publicKey, 42),
    signRaw: (raw: z.infer<typeof Raw>) => hex(sr25519Sign(wrapped(bytesOf(raw.data)), pair)),
    signPayload: (one: Extrinsic) => hex(Uint8Array.of(sr25519Kind), sr25519Sign(encodedExtrinsic(one), pair)),
  }
}
