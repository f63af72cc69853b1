/** Clock and random source, injected so that tests can replace them. */
import { randomBytes } from 'node:crypto'

export type Outside = {
  /** Unix ms. */
  readonly now: () => number
  readonly randomBytes: (count: number) => Uint8Array
}

export const realOutside: Outside = { now: Date.now, randomBytes: (count) => new Uint8Array(randomBytes(count)) }

export const toBase64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
export const fromBase64url = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64url'))

/** 256 bits: an unguessable token. */
export const newToken = ({ randomBytes }: Outside): string => toBase64url(randomBytes(32))
/** 128 bits: an identifier. */
export const newId = ({ randomBytes }: Outside): string => toBase64url(randomBytes(16))
