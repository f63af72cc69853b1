/** `undefined` if reading throws, as libraries do for what they cannot read. */
export function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
