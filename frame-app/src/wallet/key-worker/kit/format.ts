/**
 * The file of a recovery kit, version 1: C, one share in clear, another sealed to the kit's own recovery secret, and that secret wrapped
 * with a password. Everything is fixed by the version, also the cost of the slow hash, so that a changed file cannot make it cheap for a
 * thief or endless for its owner. Parsed strictly: no other field, order or spelling is read.
 */
import { EvmAddress, SolanaAddress } from '@airlock/protocol/scalars/values.ts'
import { base64url, KeyVersion, Uuid } from '@airlock/protocol/wallet-service/shapes.ts'
import * as z from 'zod/mini'
import { utf8 } from '../keys/bytes.ts'
import { toText } from '../places.ts'
import { KitError } from './failure.ts'

/** Longer texts are refused before they are parsed. */
export const maxKitLength = 4096

const Kit = z.strictObject({
  format: z.literal('airlock-recovery-kit'),
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
  salt: base64url(16),
  /** The kit's recovery secret under the hash of the password. */
  wrapped: base64url(60),
  /** Finds damage, such as a letter that was typed wrongly; it protects from nobody. */
  check: base64url(8),
})
export type Kit = z.infer<typeof Kit>

export async function writeKit(kit: Omit<Kit, 'format' | 'version' | 'check'>): Promise<string> {
  const { walletId, setId, keyVersion, eip155, solana, ciphertext, share, recoverySealed, salt, wrapped } = kit
  const fields = { walletId, setId, keyVersion, eip155, solana, ciphertext, share, recoverySealed, salt, wrapped }
  const whole = { format: 'airlock-recovery-kit', version: 1, ...fields } as const
  return JSON.stringify({ ...whole, check: await checkOf(whole) })
}

/**
 * White space around the text is allowed, because it may have been pasted; in it, none is.
 * @throws {KitError} NOT_A_KIT, NEWER_VERSION, DAMAGED.
 */
export async function readKit(text: string): Promise<Kit> {
  const trimmed = text.trim()
  if (trimmed.length > maxKitLength) throw new KitError('NOT_A_KIT')
  const raw = parseJson(trimmed)
  if (!Named.safeParse(raw).success) throw new KitError(raw === undefined && isBegun(trimmed) ? 'DAMAGED' : 'NOT_A_KIT')
  if (!Current.safeParse(raw).success) throw new KitError('NEWER_VERSION')
  const parsed = Kit.safeParse(raw)
  if (!parsed.success) throw new KitError('DAMAGED')
  const { check, ...whole } = parsed.data
  // Also refuses another order of the fields, a field that is there twice, and escapes.
  const isSame = JSON.stringify({ ...ordered(whole), check }) === trimmed && (await checkOf(ordered(whole))) === check
  if (!isSame) throw new KitError('DAMAGED')
  return parsed.data
}

const Named = z.object({ format: z.literal('airlock-recovery-kit') })
const Current = z.object({ version: z.literal(1) })
const isBegun = (text: string): boolean => text.startsWith('{"format":"airlock-recovery-kit"')

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Unchecked = Omit<Kit, 'check'>
const ordered = (kit: Unchecked): Unchecked => {
  const { format, version, walletId, setId, keyVersion, eip155, solana, ciphertext, share, recoverySealed } = kit
  const { salt, wrapped } = kit
  return {
    format,
    version,
    walletId,
    setId,
    keyVersion,
    eip155,
    solana,
    ciphertext,
    share,
    recoverySealed,
    salt,
    wrapped,
  }
}

async function checkOf(kit: Unchecked): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', utf8(`airlock kit check v1|${JSON.stringify(kit)}`))
  return toText(new Uint8Array(hash).slice(0, 8))
}
