/** Metadata of a mint: Metaplex's `Metadata` account, and the metadata extension of a Token-2022 mint. */
import { type Cursor, createCursor } from './cursor.ts'

export type MintMetadata = {
  /** Unparsed and untrusted. */
  readonly name: string
  readonly uri: string
  /** Mint of the collection, if the collection has verified it. */
  readonly collection: string | undefined
}

/** `Key::MetadataV1` of Metaplex. */
const metadataV1 = 4
/** Address, verified flag and share. */
const creatorSize = 32 + 1 + 1

/** @returns `undefined` if it is not metadata, or belongs to another mint */
export function readMetaplex(bytes: Uint8Array, mint: string): MintMetadata | undefined {
  return readSafely(bytes, (cursor) => {
    if (cursor.u8() !== metadataV1) return undefined
    // Update authority.
    cursor.take(32)
    if (cursor.key() !== mint) return undefined
    const [name, , uri] = [cursor.text(), cursor.text(), cursor.text()]
    return { name, uri, collection: readSafely(cursor, readCollection) }
  })
}

/** The fields after the texts. Old accounts lack some of them. */
function readCollection(cursor: Cursor): string | undefined {
  const option = <T>(read: () => T): T | undefined => (cursor.u8() === 1 ? read() : undefined)
  // Seller fee.
  cursor.u16()
  option(() => cursor.take(creatorSize * cursor.u32()))
  // Primary sale flag, and mutable flag.
  cursor.take(2)
  // Edition bump, and token standard.
  option(cursor.u8)
  option(cursor.u8)
  return option(() => {
    const isVerified = cursor.u8() === 1
    const key = cursor.key()
    // Anyone can name a famous collection; only the collection can verify it.
    return isVerified ? key : undefined
  })
}

/** Layout of a Token-2022 mint: size of an account without extensions, and extension types. */
const baseSize = 165
const mintKind = 1
const extensions = { metadataPointer: 18, metadata: 19 } as const

/** @returns `undefined` unless the mint itself contains its metadata, and declares so */
export function readMintExtension(bytes: Uint8Array, mint: string): MintMetadata | undefined {
  const found = readSafely(bytes, (cursor) => {
    cursor.take(baseSize)
    return cursor.u8() === mintKind ? readExtensions(cursor) : undefined
  })
  const pointer = found?.get(extensions.metadataPointer)
  const metadata = found?.get(extensions.metadata)
  if (!pointer || !metadata) return undefined
  const place = readSafely(pointer, (cursor) => {
    cursor.take(32)
    return cursor.key()
  })
  if (place !== mint) return undefined
  return readSafely(metadata, (cursor) => {
    cursor.take(32)
    if (cursor.key() !== mint) return undefined
    const [name, , uri] = [cursor.text(), cursor.text(), cursor.text()]
    return { name, uri, collection: undefined }
  })
}

/** The first extension of each type. The last one may be cut off: only the beginning of an account is read. */
function readExtensions(cursor: Cursor): ReadonlyMap<number, Uint8Array> {
  const found = new Map<number, Uint8Array>()
  while (!cursor.isAtEnd()) {
    const entry = readSafely(cursor, () => ({ kind: cursor.u16(), value: cursor.atMost(cursor.u16()) }))
    if (!entry || entry.kind === 0) break
    if (!found.has(entry.kind)) found.set(entry.kind, entry.value)
  }
  return found
}

/** `undefined` when too few bytes are left. */
function readSafely<T>(from: Uint8Array | Cursor, read: (cursor: Cursor) => T): T | undefined {
  try {
    return read(from instanceof Uint8Array ? createCursor(from) : from)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
