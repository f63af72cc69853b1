/** What all constructions share: bytes on an own buffer, as WebCrypto wants them, and overwriting them after use. */
export type Bytes = Uint8Array<ArrayBuffer>

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text)

export const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))

export function concat(...parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Not in constant time: for public values only. */
export const isEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])

/** Overwrites secrets. A promise about these buffers only: what the engine copied meanwhile is out of reach. */
export function wipe(...secrets: readonly (Uint8Array | undefined)[]): void {
  for (const secret of secrets) secret?.fill(0)
}
