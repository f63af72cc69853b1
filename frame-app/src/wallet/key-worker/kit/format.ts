/**
 * The file of a recovery kit, version 1: C, one share in clear, another sealed with the recovery secret, and that secret wrapped with a
 * password. Everything else is fixed by the version, also the cost of the slow hash. Parsed strictly: no other field, order or spelling.
 */
import { EvmAddress, SolanaAddress } from '@airlock/protocol/scalars/values.ts'
import { base64url, KeyVersion, Uuid } from '@airlock/protocol/wallet-service/shapes.ts'
import * as z from 'zod/mini'
import { toText } from '../encoding.ts'
import { utf8 } from '../keys/bytes.ts'
import { saltLength, wrappedLength } from '../keys/password.ts'
import { KitError } from './failure.ts'

/** Longer texts are refused before they are parsed. */
export const maxKitLength = 4096

const format = 'airlock-recovery-kit'

/** In the order of the file. */
const Kit = z.strictObject({
  format: z.literal(format),
  version: z.literal(1),
  walletId: Uuid,
  setId: Uuid,
  keyVersion: KeyVersion,
  eip155: EvmAddress,
  solana: SolanaAddress,
  /** C. */
  ciphertext: base64url(44),
  share: base64url(33),
  /** The second share, sealed (`keys/recovery-share.ts`). */
  recoverySealed: base64url(49, 256),
  /** Of the slow hash. */
  salt: base64url(saltLength),
  /** The recovery secret under the hash of the password (`keys/password.ts`). */
  wrapped: base64url(wrappedLength),
  /** Finds damage, such as a letter that was typed wrongly; it protects from nobody. */
  check: base64url(8),
})
export type Kit = z.infer<typeof Kit>
type Unchecked = Omit<Kit, 'check'>
const fields = Object.keys(Kit.shape).filter((field) => field !== 'check')

export async function writeKit(kit: Omit<Unchecked, 'format' | 'version'>): Promise<string> {
  const whole = textOf({ ...kit, format, version: 1 })
  return withCheck(whole, await checkOf(whole))
}

/**
 * White space around the text is allowed, because it may have been pasted; in it, none is.
 * @throws {KitError} NOT_A_KIT, NEWER_VERSION, DAMAGED.
 */
export async function readKit(text: string): Promise<Kit> {
  if (text.length > maxKitLength) throw new KitError('NOT_A_KIT')
  const trimmed = text.trim()
  const raw = parseJson(trimmed)
  if (!Named.safeParse(raw).success) throw new KitError(isBegun(trimmed) ? 'DAMAGED' : 'NOT_A_KIT')
  if (Newer.safeParse(raw).success) throw new KitError('NEWER_VERSION')
  const parsed = Kit.safeParse(raw)
  if (!parsed.success) throw new KitError('DAMAGED')
  const { check, ...kit } = parsed.data
  const whole = textOf(kit)
  // Written again, it must be the same text: this refuses another order of the fields, a field that is there twice, and escapes.
  if (withCheck(whole, check) !== trimmed || (await checkOf(whole)) !== check) throw new KitError('DAMAGED')
  return parsed.data
}

const Named = z.object({ format: z.literal(format) })
const Newer = z.object({ version: z.int().check(z.minimum(2)) })
const isBegun = (text: string): boolean => text.startsWith(`{"format":"${format}"`)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const textOf = (kit: Unchecked): string => JSON.stringify(kit, fields)
const withCheck = (whole: string, check: string): string => `${whole.slice(0, -1)},"check":${JSON.stringify(check)}}`

async function checkOf(whole: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', utf8(`airlock kit check v1|${whole}`))
  return toText(new Uint8Array(hash).slice(0, 8))
}
