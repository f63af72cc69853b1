/**
 * Parses the message of a Solana transaction (legacy or version 0) strictly and to its last byte, only to recognise one and to read its
 * signers. Bytes that could be a transaction are never signed as a text, and vice versa.
 */
import { base58 } from '@scure/base'

/** The required signers, in base58; `undefined` if the bytes are not the message of a transaction. */
export function readSigners(bytes: Uint8Array): readonly string[] | undefined {
  const reader = createReader(bytes)
  try {
    const first = reader.byte()
    const isVersioned = first >= versionMark
    if (isVersioned && first !== versionMark) return undefined
    const required = isVersioned ? reader.byte() : first
    const [readOnlySigned, readOnlyUnsigned] = [reader.byte(), reader.byte()]
    const keys = reader.list(() => reader.bytes(32))
    if (required === 0 || required > keys.length || readOnlySigned >= required) return undefined
    if (readOnlyUnsigned > keys.length - required) return undefined
    reader.bytes(32) // the blockhash
    reader.list(() => [reader.byte(), reader.list(reader.byte), reader.list(reader.byte)])
    if (isVersioned) reader.list(() => [reader.bytes(32), reader.list(reader.byte), reader.list(reader.byte)])
    return reader.isAtEnd() ? keys.slice(0, required).map((key) => base58.encode(key)) : undefined
  } catch {
    return undefined
  }
}

/** The highest bit of the first byte; the other bits are the version. */
const versionMark = 0x80

/**
 * Whether the bytes begin with a version mark, even of an unknown version. No text does: in UTF-8, these bytes never come first. Bytes from
 * 0xc0 on are not marks; Solana's off-chain messages begin with one.
 */
export const isMarked = ([first = 0]: Uint8Array): boolean => first >= versionMark && first < 0xc0

function createReader(bytes: Uint8Array) {
  let at = 0
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new RangeError('The message ends too early')
    at += length
    return bytes.subarray(at - length, at)
  }
  const byte = (): number => take(1)[0] ?? 0
  /** Lengths: seven bits per byte, at most three bytes. */
  const length = (): number => {
    let value = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const next = byte()
      value |= (next & 0x7f) << shift
      if (next < 0x80) return value
    }
    throw new RangeError('The length does not end')
  }
  return {
    byte,
    bytes: take,
    list: <T>(item: () => T): T[] => Array.from({ length: length() }, () => item()),
    isAtEnd: () => at === bytes.length,
  }
}
