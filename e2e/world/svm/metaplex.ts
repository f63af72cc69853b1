/** A mint's metadata account in the format of Metaplex's program. The program itself does not run here: its licence does not permit it. */
import { PublicKey } from '@solana/web3.js'

export const metaplexProgram = new PublicKey('metaqbxxUerdq28cj1RbAWkUQm3ybzjb6a8bt518x1s')
const accountSize = 679
/** Fixed-size fields, padded with zeros. */
const lengths = { name: 32, symbol: 10, uri: 200 } as const

export type MetaplexMetadata = {
  /** In base58, as all addresses here. */
  readonly mint: string
  readonly authority: string
  readonly name: string
  readonly symbol?: string
  readonly uri: string
  readonly collection?: { readonly mint: string; readonly isVerified: boolean }
}

const key = (address: string): Buffer => new PublicKey(address).toBuffer()

export const metaplexAddress = (mint: string): string =>
  PublicKey.findProgramAddressSync(
    [Buffer.from('metadata'), metaplexProgram.toBuffer(), key(mint)],
    metaplexProgram,
  )[0].toBase58()

export function writeMetaplex({ mint, authority, name, symbol = '', uri, collection }: MetaplexMetadata): Uint8Array {
  const bytes = Buffer.concat([
    Buffer.of(4),
    key(authority),
    key(mint),
    filled(name, lengths.name),
    filled(symbol, lengths.symbol),
    filled(uri, lengths.uri),
    // Seller fee of five percent, for one creator, who has signed.
    Buffer.of(0xf4, 0x01),
    Buffer.of(1, 1, 0, 0, 0),
    key(authority),
    Buffer.of(1, 100),
    // No primary sale yet; mutable; edition bump; token standard 0: not fungible.
    Buffer.of(0, 1, 1, 254, 1, 0),
    collection ? Buffer.concat([Buffer.of(1, collection.isVerified ? 1 : 0), key(collection.mint)]) : Buffer.of(0),
  ])
  return Buffer.concat([bytes, Buffer.alloc(accountSize - bytes.length)])
}

function filled(text: string, length: number): Buffer {
  const bytes = Buffer.from(text)
  const size = Buffer.alloc(4)
  size.writeUInt32LE(Math.max(length, bytes.length))
  return Buffer.concat([size, bytes, Buffer.alloc(Math.max(0, length - bytes.length))])
}
