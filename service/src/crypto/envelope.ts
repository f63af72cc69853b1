/**
 * Seals single values with AES-256-GCM. A sealed value opens only with its key and in its place, which is authenticated
 * so that rows and columns cannot be swapped. Layout: version (1 byte), key id (16), nonce (12), ciphertext, tag (16).
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const version = 1
const keyIdBytes = 16
const nonceBytes = 12
const tagBytes = 16
const headBytes = 1 + keyIdBytes + nonceBytes
const cipher = 'aes-256-gcm'

export type Key = { readonly id: Uint8Array; readonly bytes: Uint8Array }

/** Location of a value. `row` names the row and its owner. */
export type Place = { readonly table: string; readonly row: string; readonly column: string }

export function seal(key: Key, place: Place, open: Uint8Array): Uint8Array {
  if (key.id.length !== keyIdBytes) throw new RangeError('A key id has 16 bytes')
  const nonce = randomBytes(nonceBytes)
  const encrypt = createCipheriv(cipher, key.bytes, nonce, { authTagLength: tagBytes })
  encrypt.setAAD(aadOf(place))
  const body = [encrypt.update(open), encrypt.final()]
  return new Uint8Array(Buffer.concat([Uint8Array.of(version), key.id, nonce, ...body, encrypt.getAuthTag()]))
}

/** @throws {SealBrokenError} when value, key or place differ from those it was sealed with. */
export function unseal(key: Key, place: Place, sealed: Uint8Array): Uint8Array {
  try {
    if (!Buffer.from(key.id).equals(keyIdOf(sealed))) throw new SealBrokenError(place)
    const decrypt = createDecipheriv(cipher, key.bytes, sealed.subarray(1 + keyIdBytes, headBytes), {
      authTagLength: tagBytes,
    })
    decrypt.setAAD(aadOf(place))
    decrypt.setAuthTag(sealed.subarray(-tagBytes))
    const body = decrypt.update(sealed.subarray(headBytes, -tagBytes))
    return new Uint8Array(Buffer.concat([body, decrypt.final()]))
  } catch {
    // The original error message would only help an attacker.
    throw new SealBrokenError(place)
  }
}

/** Id of the key that opens it. @throws {SealBrokenError} when it was not made by `seal`. */
export function keyIdOf(sealed: Uint8Array): Uint8Array {
  if (sealed.length < headBytes + tagBytes || sealed[0] !== version) throw new SealBrokenError()
  return sealed.subarray(1, 1 + keyIdBytes)
}

const aadOf = ({ table, row, column }: Place) => Buffer.from(`${table}|${row}|${column}|${version}`, 'utf8')

export class SealBrokenError extends Error {
  constructor(place?: Place) {
    super(place ? `What is sealed in ${place.table}.${place.column} does not open there` : 'Not a sealed value')
    this.name = 'SealBrokenError'
  }
}
