/** Operator secrets: 32 random bytes in a file that no other user may read. Weak and well-known values are refused. */
import { randomBytes } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'

const secretBytes = 32
/** 32 random bytes have fewer distinct values than this less than once in 10^9 times. */
const minDistinctBytes = 20

/** Example values from here and other manuals, as text and as decoded bytes. */
const examples = [
  'changeme',
  'change-me',
  'change_me',
  'example',
  'secret',
  'password',
  'placeholder',
  'replace',
  '0123456789abcdef',
]

/** @throws {SecretError} naming the setting and the problem, never the value. */
export function readSecretFile(setting: string, path: string | undefined): Uint8Array {
  if (path === undefined || path === '')
    throw new SecretError(`${setting} is not set. Make a secret with: airlock keys create <file>`)
  return parseSecret(setting, readOwnFile(setting, path, 'chmod 0400 it, and make a new secret if anybody did'))
}

/** @throws {SecretError} when other users can read the file, with this advice. */
export function readOwnFile(setting: string, path: string, advice = 'chmod 0600 it'): string {
  let text: string
  let mode: number
  try {
    mode = statSync(path).mode
    text = readFileSync(path, 'utf8').trim()
  } catch (cause) {
    throw new SecretError(`${setting}: ${path} cannot be read`, { cause })
  }
  if ((mode & 0o077) !== 0) throw new SecretError(`${setting}: ${path} may be read by others; ${advice}`)
  return text
}

/** 32 bytes as 43 or 44 characters of base64 (either alphabet) or 64 hex digits. @throws {SecretError} */
export function parseSecret(setting: string, text: string): Uint8Array {
  if (text === '') throw new SecretError(`${setting} is empty`)
  const isHex = /^[0-9a-f]{64}$/i.test(text)
  const bytes = Buffer.from(text, isHex ? 'hex' : 'base64')
  const isExact = isHex || /^[\w+/-]{43}=?$/.test(text)
  const decoded = bytes.toString('latin1').toLowerCase()
  if (examples.some((example) => text.toLowerCase().includes(example) || decoded.includes(example)))
    throw new SecretError(`${setting} is an example value that everybody knows`)
  if (bytes.length < secretBytes) throw new SecretError(`${setting} is too short: 32 random bytes are needed`)
  if (!isExact || bytes.length !== secretBytes) throw new SecretError(`${setting} is not 32 bytes in base64 or hex`)
  if (new Set(bytes).size < minDistinctBytes) throw new SecretError(`${setting} is not random`)
  return new Uint8Array(bytes)
}

/** Writes a new secret; never overwrites a file. */
export function createSecretFile(path: string): void {
  writeFileSync(path, `${randomBytes(secretBytes).toString('base64')}\n`, { mode: 0o400, flag: 'wx' })
}

export class SecretError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SecretError'
  }
}
