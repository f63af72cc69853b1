/**
 * Wraps the recovery secret with a password. Each guess costs one run of Argon2id (RFC 9106) over 64 MiB, about a second on a usual
 * computer. The cost is fixed, not read from the wrapped copy: a changed copy could make guessing cheap, or opening endless.
 */
import { argon2id } from '@noble/hashes/argon2.js'
import { KeyWorkerError } from '../../key-link/failure.ts'
import type { Addresses } from './accounts.ts'
import { type Bytes, concat, random, utf8, wipe, withSecrets } from './bytes.ts'
import { addressesText } from './recovery.ts'

/** Kibibytes, passes, lanes. */
export const slowHash = { m: 64 * 1024, t: 3, p: 1 } as const
const [saltLength, ivLength] = [16, 12]
/** Salt, IV, the secret, and the tag of AES-GCM. */
export const wrappedLength = saltLength + ivLength + 32 + 16

export interface PasswordContext {
  /** What the copy is for: one of a kit does not open as one of the service. */
  readonly purpose: 'kit' | 'method'
  readonly walletId: string
  readonly addresses: Addresses
}

export async function wrapWithPassword(secret: Bytes, password: string, context: PasswordContext): Promise<Bytes> {
  const [salt, iv] = [random(saltLength), random(ivLength)]
  return withSecrets(async ({ passing }) => {
    const key = await wrappingKey(passing(hashPassword(password, salt)), 'encrypt')
    const sealed = await crypto.subtle.encrypt(parameters(iv, context), key, secret)
    return concat(salt, iv, new Uint8Array(sealed))
  })
}

/** @throws {KeyWorkerError} WRONG_PASSWORD for another password, wallet, purpose or byte. */
export async function unwrapWithPassword(wrapped: Bytes, password: string, context: PasswordContext): Promise<Bytes> {
  const salt = wrapped.slice(0, saltLength)
  const iv = wrapped.slice(saltLength, saltLength + ivLength)
  const sealed = wrapped.slice(saltLength + ivLength)
  return withSecrets(async ({ passing }) => {
    if (wrapped.length !== wrappedLength) throw new KeyWorkerError('WRONG_PASSWORD')
    const key = await wrappingKey(passing(hashPassword(password, salt)), 'decrypt')
    return new Uint8Array(
      await crypto.subtle.decrypt(parameters(iv, context), key, sealed).catch((cause: unknown) => {
        throw new KeyWorkerError('WRONG_PASSWORD', { cause })
      }),
    )
  })
}

function hashPassword(password: string, salt: Bytes): Bytes {
  const typed = utf8(password)
  try {
    return new Uint8Array(argon2id(typed, salt, { ...slowHash, dkLen: 32 }))
  } finally {
    wipe(typed)
  }
}

const parameters = (iv: Bytes, { purpose, walletId, addresses }: PasswordContext) => ({
  name: 'AES-GCM',
  iv,
  additionalData: utf8(`airlock password recovery v1|${purpose}|${walletId}|${addressesText(addresses)}`),
})

const wrappingKey = (hash: Bytes, use: 'encrypt' | 'decrypt') =>
  crypto.subtle.importKey('raw', hash, 'AES-GCM', false, [use])
