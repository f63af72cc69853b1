/** What an account says about a mint: Metaplex's `Metadata` account, and the metadata extension of a Token-2022 mint. */
import { type Cursor, createCursor } from './cursor.ts'

export type MintMetadata = {
  /** As it was written: anybody's text. */
  readonly name: string
  readonly uri: string
  /** Mint of the collection, if the collection has confirmed it. */
  readonly collection: string | undefined
}

/** `Key::MetadataV1` of Metaplex. */
const metadataV1 = 4
/** Address, flag and share. */
const creatorSize = 32 + 1 + 1

/** @returns `undefined` for what is no metadata, or metadata of another mint */
export function readMetaplex(bytes: Uint8Array, mint: string): MintMetadata | undefined {
  return readSafely(bytes, (cursor) => {
    if (cursor.u8() !== metadataV1) return undefined
    // Who may change it.
    cursor.take(32)
    if (cursor.key() !== mint) return undefined
    const [name, , uri] = [cursor.text(), cursor.text(), cursor.text()]
    return { name, uri, collection: readSafely(cursor, readCollection) }
  })
}

/** The fields after the texts. Old accounts have fewer of them. */
function readCollection(cursor: Cursor): string | undefined {
  const option = <T>(read: () => T): T | undefined => (cursor.u8() === 1 ? read() : undefined)
  // Fee of a sale.
  cursor.u16()
  option(() => cursor.take(creatorSize * cursor.u32()))
  // Whether it was sold once, and whether it may change.
  cursor.take(2)
  // Bump of the edition, and the kind of token.
  option(cursor.u8)
  option(cursor.u8)
  return option(() => {
    const isVerified = cursor.u8() === 1
    const key = cursor.key()
    // Anybody may name a famous collection; only the collection can confirm it.
    return isVerified ? key : undefined
  })
}

/** Of a Token-2022 mint: the size of an account without extensions, and the kinds of what follows. */
const baseSize = 165
const mintKind = 1
const extensions = { metadataPointer: 18, metadata: 19 } as const

/** @returns `undefined` unless the mint itself holds its metadata, and says so */
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

/** By kind, the first of each. The last one may be cut off: only the beginning of an account is read. */
function readExtensions(cursor: Cursor): ReadonlyMap<number, Uint8Array> {
  const found = new Map<number, Uint8Array>()
  while (!cursor.isAtEnd()) {
    const entry = readSafely(cursor, () => ({ kind: cursor.u16(), value: cursor.atMost(cursor.u16()) }))
    if (!entry || entry.kind === 0) break
    if (!found.has(entry.kind)) found.set(entry.kind, entry.value)
  }
  return found
}

/** `undefined` where the bytes end early. */
function readSafely<T>(from: Uint8Array | Cursor, read: (cursor: Cursor) => T): T | undefined {
  try {
    return read(from instanceof Uint8Array ? createCursor(from) : from)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
