/** Reads bytes in order, little-endian. Lengths in an account are chosen by its writer and never trusted. */
import { base58 } from '@scure/base'

export type Cursor = ReturnType<typeof createCursor>

/** Every read throws a {RangeError} when too few bytes are left. */
export function createCursor(bytes: Uint8Array) {
  let at = 0
  const take = (length: number): Buffer => {
    if (length > bytes.length - at) throw new RangeError('The account ends early')
    at += length
    return Buffer.from(bytes.buffer, bytes.byteOffset + at - length, length)
  }
  const u8 = () => take(1).readUInt8()
  const u32 = () => take(4).readUInt32LE()
  return {
    take,
    /** At most this many bytes. */
    atMost: (length: number) => take(Math.min(length, bytes.length - at)),
    u8,
    u16: () => take(2).readUInt16LE(),
    u32,
    key: () => base58.encode(take(32)),
    /** UTF-8 with a length prefix; the zero padding of a fixed-size field is removed. */
    text: () => take(u32()).toString('utf8').replace(/\0+$/, ''),
    isAtEnd: () => at >= bytes.length,
  }
}
