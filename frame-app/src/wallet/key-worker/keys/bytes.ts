/** Helpers for bytes: arrays with their own buffer, as WebCrypto requires, and wiping of secrets after use. */
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

/** Registers secrets as soon as they exist, and returns the first: `passing` ones are wiped when the work ends, `keep` ones only if it fails. */
export interface Noted {
  passing<T extends Bytes | undefined>(secret: T, ...more: readonly Bytes[]): T
  keep<T extends Bytes | undefined>(secret: T, ...more: readonly Bytes[]): T
}
export async function withSecrets<T>(work: (noted: Noted) => Promise<T>): Promise<T> {
  const [passing, kept]: [(Bytes | undefined)[], (Bytes | undefined)[]] = [[], []]
  const note =
    (list: (Bytes | undefined)[]) =>
    <S extends Bytes | undefined>(secret: S, ...more: readonly Bytes[]): S => {
      list.push(secret, ...more)
      return secret
    }
  try {
    return await work({ passing: note(passing), keep: note(kept) })
  } catch (error) {
    wipe(...kept)
    throw error
  } finally {
    wipe(...passing)
  }
}

/** Overwrites secrets. This covers only these buffers: copies made by the engine cannot be reached. */
export function wipe(...secrets: readonly (Uint8Array | undefined)[]): void {
  for (const secret of secrets) secret?.fill(0)
}
