/** Reads the operator's text secrets, such as API keys, from files. */
import { readFileSync, statSync } from 'node:fs'

/** @throws {Error} when other users can read the file */
export function readPrivate(path: string, key: string): string {
  try {
    if ((statSync(path).mode & 0o077) === 0) return readFileSync(path, 'utf8').trim()
  } catch (cause) {
    throw new Error(`${key}: ${path} cannot be read`, { cause })
  }
  throw new Error(`${key}: ${path} may be read by others; chmod 0600 it`)
}
