/**
 * Nonces that the server recognises by a MAC, without storing them, so that a flood of requests fills no memory. Only a nonce that a valid
 * signature has used is stored, until it would expire anyway.
 */
import { SiwxError } from '../error.ts'
import { hexOf, keyOf } from './keys.ts'

const randomBytes = 12
/** The time in seconds, as a big-endian number of four bytes. */
const timeBytes = 4
const tagBytes = 16
const form = new RegExp(`^[0-9a-f]{${(randomBytes + timeBytes + tagBytes) * 2}}$`)

export interface Nonces {
  readonly make: (now: number) => Promise<string>
  /** @returns when it expires, in ms @throws SiwxError NONCE_INVALID, NONCE_EXPIRED */
  readonly check: (nonce: string, now: number) => Promise<number>
}

/** @param lifeMs how long a nonce is valid */
export function createNonces(secret: string, { lifeMs, epoch }: { lifeMs: number; epoch: string | undefined }): Nonces {
  const key = keyOf(secret, 'nonce', epoch)
  const tagOf = async (body: Uint8Array<ArrayBuffer>) =>
    new Uint8Array(await crypto.subtle.sign('HMAC', await key, body)).subarray(0, tagBytes)
  return {
    async make(now) {
      const body = new Uint8Array(randomBytes + timeBytes)
      crypto.getRandomValues(body.subarray(0, randomBytes))
      new DataView(body.buffer).setUint32(randomBytes, Math.ceil((now + lifeMs) / 1000))
      return hexOf(body) + hexOf(await tagOf(body))
    },
    async check(nonce, now) {
      if (!form.test(nonce)) throw new SiwxError('NONCE_INVALID')
      const bytes = Uint8Array.from(nonce.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
      const body = bytes.slice(0, randomBytes + timeBytes)
      const tag = await tagOf(body)
      // Compares all bytes in constant time.
      const difference = tag.reduce((sum, byte, index) => sum | (byte ^ (bytes[body.length + index] ?? 0)), 0)
      if (difference !== 0) throw new SiwxError('NONCE_INVALID')
      const endsAt = new DataView(body.buffer).getUint32(randomBytes) * 1000
      if (endsAt <= now) throw new SiwxError('NONCE_EXPIRED')
      return endsAt
    },
  }
}
