/**
 * Wraps the recovery secret with a password, and proves the password to the service that keeps a copy. Each guess costs one run of Argon2id
 * (RFC 9106) over 64 MiB, about a second on a usual computer. The cost comes from the start of the program, never from the wrapped copy: a
 * changed copy could make guessing cheap, or opening endless.
 */
import { argon2id } from '@noble/hashes/argon2.js'
import type { Addresses } from './accounts.ts'
import { type Bytes, utf8, withSecrets } from './bytes.ts'
import { addressesText, aesKey, deriveBytes } from './recovery.ts'
import { decryptWith, encryptWith, ivLength } from './wallet-key.ts'

/** Kibibytes, passes, lanes. */
export interface HashCost {
  readonly m: number
  readonly t: number
  readonly p: number
}

/** The cost of every program that makes or opens such copies; all that exist were made with it. */
export const slowHash: HashCost = { m: 64 * 1024, t: 3, p: 1 }
export const saltLength = 16
/** IV, the secret, and the tag of AES-GCM. */
export const wrappedLength = ivLength + 32 + 16

export interface PasswordContext {
  /** What the copy is for: one of a kit does not open as one of the service. */
  readonly purpose: 'kit' | 'method'
  readonly walletId: string
  readonly addresses: Addresses
}

/** What a password gives with a salt. The caller must wipe `access`. */
export interface Stretched {
  readonly wrapKey: CryptoKey
  /** Shown to the service, which keeps its hash, before it releases the wrapped copy. It reveals nothing about `wrapKey`. */
  readonly access: Bytes
}

/** Takes about a second with the cost `slowHash`. */
export function stretchPassword(password: string, salt: Bytes, cost: HashCost): Promise<Stretched> {
  return withSecrets(async ({ passing }) => {
    const typed = passing(utf8(normalPassword(password)))
    const hash = passing(new Uint8Array(argon2id(typed, salt, { ...cost, dkLen: 32 })))
    const wrapKey = await aesKey(hash, 'airlock password wrap v1', ['encrypt', 'decrypt'])
    return { wrapKey, access: await deriveBytes(hash, 'airlock password access v1') }
  })
}

/** With capitals, more spaces or line breaks it is the same password: it was read from paper. */
const normalPassword = (typed: string): string => typed.normalize('NFKD').trim().toLowerCase().split(/\s+/).join(' ')

export const wrapWithPassword = (secret: Bytes, wrapKey: CryptoKey, context: PasswordContext): Promise<Bytes> =>
  encryptWith(wrapKey, secret, boundTo(context))

/** @throws {KeyWorkerError} WRONG_PASSWORD for another password, wallet, purpose or byte. */
export const unwrapWithPassword = (wrapped: Bytes, wrapKey: CryptoKey, context: PasswordContext): Promise<Bytes> =>
  decryptWith(wrapKey, wrapped, { additionalData: boundTo(context), code: 'WRONG_PASSWORD' })

const boundTo = ({ purpose, walletId, addresses }: PasswordContext) =>
  utf8(`airlock password recovery v1|${purpose}|${walletId}|${addressesText(addresses)}`)
