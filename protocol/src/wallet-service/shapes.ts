/** Shapes that several endpoints of the wallet service share. Bytes are base64url without padding. */
import * as z from 'zod/mini'
import { patterned } from '../scalars/typed.ts'
import { EvmAddress, Hex, SolanaAddress, Timestamp } from '../scalars/values.ts'
import { serviceLimits } from './limits.ts'

/** Base64url of `min` to `max` bytes. */
export const base64url = (min: number, max = min) =>
  z
    .string()
    .check(z.minLength(Math.ceil((min * 4) / 3)), z.maxLength(Math.ceil((max * 4) / 3)), z.regex(/^[A-Za-z0-9_-]*$/))

/** Chosen at random by the client, so that a repeated request is recognised as the same one. */
export const Uuid = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/))
/** An id or token created by the service. */
export const Opaque = z.string().check(z.minLength(16), z.maxLength(128), z.regex(/^[A-Za-z0-9_-]*$/))
export const KeyVersion = z.int().check(z.minimum(1), z.maximum(1_000_000))
/** A public key on P-256, uncompressed: 65 bytes. */
export const P256PublicKey = base64url(65)
export const EvmPublicKey = patterned<`0x04${string}`>(/^0x04[0-9a-f]{128}$/)
const Seconds = z.int().check(z.nonnegative())

/** RFC 9180, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM; `info` and additional data: `sealing.ts`. */
export const Sealed = z.object({ enc: P256PublicKey, ciphertext: base64url(16, 512) })
export type Sealed = z.infer<typeof Sealed>

export const Addresses = z.object({ eip155: EvmAddress, solana: SolanaAddress })
export type Addresses = z.infer<typeof Addresses>

export const CustodyLevel = z.enum(['L0', 'L1', 'L2'])
export type CustodyLevel = z.infer<typeof CustodyLevel>

export const RecoveryKind = z.enum(['escrow', 'passkey', 'password'])
export type RecoveryKind = z.infer<typeof RecoveryKind>

/** Public parameters of the wrapping, such as salts and costs; for an escrow `EscrowParams`. */
const MethodParams = z.record(z.string().check(z.maxLength(32)), z.string().check(z.maxLength(256)))

/**
 * `halves`: the wallet service has one, the recovery service the other. No service stores the whole secret, because it could then present
 * any wallet as the user's.
 */
export const EscrowParams = z.object({ halves: z.literal('2') })

/** For a password: the salt of its slow hash (`PasswordAccess`), whose cost is fixed. */
export const PasswordParams = z.strictObject({ salt: base64url(16) })

/**
 * Proves a password before its copy of r is released, so that each guess costs one of the few calls an hour. It is derived from the slow
 * hash of the password; the service keeps its SHA-256 as the first 32 bytes of `wrappedR`.
 */
export const PasswordAccess = z.strictObject({ methodId: Uuid, access: base64url(32) })
export type PasswordAccess = z.infer<typeof PasswordAccess>
/** Bytes of `wrappedR` for a `password`: the hash, then r, encrypted with a key that the service never has. */
export const passwordCopyLength = 32 + 60

const method = { methodId: Uuid, kind: RecoveryKind, params: MethodParams }
/** Only for a passkey. */
const credentialId = z.optional(base64url(1, 1023))

/**
 * How the recovery secret r can be released. `wrappedR`: for `escrow` the half r1; for the others r, encrypted with a key that the service
 * never has.
 */
export const NewRecoveryMethod = z.strictObject({ ...method, credentialId, wrappedR: base64url(32, 256) })
export type NewRecoveryMethod = z.infer<typeof NewRecoveryMethod>

/** A method without its secret. */
export const RecoveryMethod = z.object({ ...method, credentialId, createdAt: Timestamp })
export type RecoveryMethod = z.infer<typeof RecoveryMethod>

/** A method with its secret, for the requesting device. `params` describe the secret. */
export const OpenedRecoveryMethod = z.object({ ...method, sealedR: Sealed })

/** The service's part of a device's share set. */
export const NewShareSet = z.strictObject({
  setId: Uuid,
  /** A_d, 33 bytes. */
  authShare: base64url(33),
  /** R_d, sealed to the recovery public key of the wallet. */
  recoverySealed: base64url(49, 256),
  /** SHA-256 of `commitmentText` and the share. */
  commitment: base64url(32),
})
export type NewShareSet = z.infer<typeof NewShareSet>

export const Signature = Hex.check(z.minLength(132), z.maxLength(132))

/** A wallet that was replaced by one with a new key. `signature`: by its EVM key over `successionText`. */
export const Predecessor = z.strictObject({
  walletId: Uuid,
  keyVersion: KeyVersion,
  addresses: Addresses,
  signature: Signature,
})
/**
 * The wallets that a wallet has replaced, oldest first. `former`: the entropy of the last one, encrypted with the key of this wallet;
 * absent once the user has ended the old account.
 */
export const Lineage = z.strictObject({
  predecessors: z.array(Predecessor).check(z.minLength(1), z.maxLength(serviceLimits.predecessors)),
  former: z.optional(base64url(44)),
})
export type Lineage = z.infer<typeof Lineage>

const place = { walletId: Uuid, setId: Uuid, keyVersion: KeyVersion }

/**
 * The service's answer for a set: it proves that the set is stored, and has the share that opens the wallet together with the device's
 * share.
 */
export const StoredShareSet = z.object({
  ...place,
  status: z.enum(['PENDING', 'ACTIVE']),
  sealedAuthShare: Sealed,
  recoverySealed: base64url(49, 256),
  ciphertext: base64url(44, 128),
  addresses: Addresses,
  lineage: z.optional(Lineage),
})
export type StoredShareSet = z.infer<typeof StoredShareSet>

/** `words`: the recovery phrase. `eip155`, `solana`: one key. `kit`: a recovery kit. `password`: a new recovery password. */
export const ExportKind = z.enum(['words', 'eip155', 'solana', 'kit', 'password'])
export type ExportKind = z.infer<typeof ExportKind>
/** `rotation` is not an export: it opens the entropy to a Key Worker that replaces the wallet with one that has a new key. */
export const TicketKind = z.enum([...ExportKind.options, 'rotation'])
export type TicketKind = z.infer<typeof TicketKind>

/**
 * The authentication share of the device's set, sealed for one export (`sealingInfo.exportTicket`). Without the share the Key Worker cannot
 * open the secret. The service gives a ticket only after a fresh login; a script in the wallet's document, which gets the share to open the
 * wallet, can make one itself (docs/custody.md).
 */
export const ExportTicket = z.object({ ...place, what: TicketKind, sealedTicket: Sealed })
export type ExportTicket = z.infer<typeof ExportTicket>

export const Session = z.object({
  userId: Opaque,
  deviceId: Opaque,
  /** Sent as `Authorization: DPoP <token>` with a proof that names it. */
  accessToken: Opaque,
  accessExpiresIn: Seconds,
  /** Valid for one use; the previous one stays valid for 30 s, because two tabs may race. */
  refreshToken: Opaque,
  refreshExpiresIn: Seconds,
})
export type Session = z.infer<typeof Session>
