/**
 * Everything that can be asked of the Key Worker: one argument and one answer per method, as schemas that both sides run. Bytes are
 * base64url. No answer holds a private key, K, the entropy, its words or a device share. What leaves is what the services keep:
 * an authentication share, sealed recovery shares, and each service's part of the recovery secret.
 */

import { Hex, HttpUrl, text } from '@airlock/protocol/scalars/values.ts'
import {
  Addresses,
  base64url,
  EvmPublicKey,
  KeyVersion,
  NewRecoveryMethod,
  NewShareSet,
  Opaque,
  P256PublicKey,
  Sealed,
  StoredShareSet,
  Uuid,
} from '@airlock/protocol/wallet-service/shapes.ts'
import * as z from 'zod/mini'
import { SigningRequest } from '../signing/request.ts'
import type { FailureCode } from './failure.ts'

/** Milliseconds without a call that needs the keys, after which they are forgotten. */
export const idleLockMs = 5 * 60_000
/** Milliseconds after which a call without an answer gets none: no call takes a second, so the Worker is dead or stuck. */
export const answerMs = 20_000

const Nothing = z.strictObject({})
const OfUser = z.strictObject({ userId: Opaque })
const CredentialId = base64url(1, 1023)
/** What the authenticator's PRF gave for this credential. */
const Passkey = z.strictObject({ credentialId: CredentialId, prf: base64url(32, 64) })

/** How the recovery secret of a new wallet is put away. `escrow`: in two halves, one for each service. */
export const NewRecovery = z.union([
  z.strictObject({ kind: z.literal('escrow') }),
  z.strictObject({ kind: z.literal('passkey'), passkey: Passkey }),
])
export type NewRecovery = z.infer<typeof NewRecovery>

/** What opens the recovery secret again: the method's copy, sealed to the Worker, and what the service cannot have. */
export const OpenRecovery = z.union([
  z.strictObject({
    kind: z.literal('escrow'),
    methodId: Uuid,
    sealedR: Sealed,
    /** The recovery service's half: a secret that one service has whole would prove nothing about the wallet. */
    sealedShare: Sealed,
  }),
  z.strictObject({ kind: z.literal('passkey'), methodId: Uuid, sealedR: Sealed, passkey: Passkey }),
  /** The copy that this device keeps under the wallet's own key: the set is this device's, whatever name it has at the service. */
  z.strictObject({ kind: z.literal('device') }),
  /** This device's own share and its passkey, without anything of the service's. */
  z.strictObject({ kind: z.literal('alone'), passkey: Passkey }),
])
export type OpenRecovery = z.infer<typeof OpenRecovery>

/** A wallet as the service stores it, kept as a candidate on this device. */
const Created = z.strictObject({
  walletId: Uuid,
  keyVersion: KeyVersion,
  ciphertext: base64url(44),
  addresses: Addresses,
  evmPublicKey: EvmPublicKey,
  recoveryPublicKey: P256PublicKey,
  shareSet: NewShareSet,
  methods: z.array(NewRecoveryMethod),
  /** For the recovery service: its half of the secret, by method. */
  recoveryShares: z.array(z.strictObject({ methodId: Uuid, share: base64url(32) })),
})

/** One share set of this device. `PREPARED`: whether the service has made it active is not known yet. */
const LocalSet = z.strictObject({
  setId: Uuid,
  walletId: Uuid,
  keyVersion: KeyVersion,
  state: z.enum(['PREPARED', 'ACTIVE']),
  purpose: z.enum(['wallet', 'share-set']),
  /** The recovery secret lies beside it, under the wallet's own key. */
  keepsSecret: z.boolean(),
})
export type LocalSet = z.infer<typeof LocalSet>

/** The wallet that this device has seen for a user: neither it nor a newer version of its key is ever exchanged for another. */
const Pin = z.strictObject({ walletId: Uuid, keyVersion: KeyVersion, addresses: Addresses })
export type Pin = z.infer<typeof Pin>

const Unlocked = z.strictObject({ addresses: Addresses })

export const surface = {
  /** The device's public key and its thumbprint, which is the device's name. Made when first asked for. */
  device: {
    request: Nothing,
    answer: z.strictObject({
      jwk: z.strictObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: base64url(32), y: base64url(32) }),
      thumbprint: base64url(32),
    }),
  },
  /** A proof of possession (DPoP) for one request to a service. */
  prove: {
    request: z.strictObject({
      method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
      url: HttpUrl,
      accessToken: z.optional(Opaque),
      nonce: z.optional(text(256)),
    }),
    answer: z.strictObject({ proof: text(2048) }),
  },
  /** What this device keeps of a user. */
  known: {
    request: OfUser,
    answer: z.strictObject({
      pin: z.optional(Pin),
      sets: z.array(LocalSet),
      unlocked: z.boolean(),
      /** Credentials that open the wallet on this device without the service. */
      passkeys: z.array(CredentialId),
      /** A further passkey can be added now. */
      hasRecoverySecret: z.boolean(),
    }),
  },
  /** A key to which a service seals one answer, whatever it holds. Only the newest few are kept. */
  recipient: { request: Nothing, answer: z.strictObject({ recipient: P256PublicKey }) },
  /** A new wallet, kept as a candidate on this device before anything of it leaves. */
  create: {
    request: z.strictObject({ userId: Opaque, recovery: z.array(NewRecovery).check(z.maxLength(5)) }),
    answer: Created,
  },
  /** Signs once more for this device's set of the wallet that it knows, which the service has as a candidate again. */
  revive: {
    request: z.strictObject({ userId: Opaque, stored: StoredShareSet, nonce: Opaque }),
    answer: z.strictObject({ signature: Hex }),
  },
  /** The wallet that this device knows, opened without the service and split anew, for a service that has lost it. Its ways are this device's passkeys: what others kept of the recovery secret is gone. */
  restore: { request: z.strictObject({ userId: Opaque, passkey: Passkey }), answer: Created },
  /** Of a passkey that was removed nothing stays here. */
  dropPasskey: {
    request: z.strictObject({ userId: Opaque, credentialId: CredentialId }),
    answer: Nothing,
  },
  /** A share set of this device for a wallet that others of the user's devices hold, kept as a candidate. */
  enrol: {
    request: z.strictObject({ userId: Opaque, set: StoredShareSet, recovery: OpenRecovery }),
    answer: z.strictObject({ walletId: Uuid, keyVersion: KeyVersion, shareSet: NewShareSet }),
  },
  /**
   * Proves that what the services stored rebuilds the wallet, by every two of the three shares, the device's read back from storage
   * too. Only then is the activation signed.
   */
  confirm: {
    request: z.strictObject({
      setId: Uuid,
      echo: StoredShareSet,
      recoveryEchoes: z.array(z.strictObject({ methodId: Uuid, sealedShare: Sealed })).check(z.maxLength(5)),
      nonce: Opaque,
    }),
    answer: z.strictObject({ signature: Hex }),
  },
  /** The service has made the confirmed set active: it is this device's set now, the wallet is open, and the address may be told. */
  activated: { request: z.strictObject({ userId: Opaque, setId: Uuid }), answer: Unlocked },
  /** Opens the wallet with this device's share and the service's. A candidate that the service calls active becomes the device's set. */
  unlock: {
    request: z.strictObject({ userId: Opaque, stored: StoredShareSet }),
    answer: Unlocked,
  },
  /** Opens the wallet without any service: this device's share, its sealed recovery share and a passkey. */
  unlockAlone: { request: z.strictObject({ userId: Opaque, passkey: Passkey }), answer: Unlocked },
  /** Opens the recovery secret again on a device that has a share set, by another method, so that a passkey can be added. */
  recall: {
    request: z.strictObject({ userId: Opaque, set: StoredShareSet, recovery: OpenRecovery }),
    answer: Unlocked,
  },
  /** Wraps the recovery secret for a further passkey, while it is at hand: until the wallet is locked after `create`, `enrol` or `recall`; after `unlock` where the wallet was made without any way. */
  addPasskey: {
    request: z.strictObject({ userId: Opaque, passkey: Passkey }),
    answer: z.strictObject({ method: NewRecoveryMethod }),
  },
  /** The signature, or the signed transaction, of exactly this; its digest is built here. */
  sign: { request: z.strictObject({ request: SigningRequest }), answer: z.strictObject({ signed: text(1_000_000) }) },
  lock: { request: Nothing, answer: Nothing },
  /** Another key, hence another name, for this device: after the service has removed it. What it keeps stays. */
  renew: { request: Nothing, answer: Nothing },
  /** Erases everything of this partition, the device's own keys included. */
  forget: { request: Nothing, answer: Nothing },
} as const

export type Surface = typeof surface
export type Method = keyof Surface
export type RequestOf<M extends Method> = z.output<Surface[M]['request']>
export type AnswerOf<M extends Method> = z.output<Surface[M]['answer']>

export type KeyWorkerCalls = { readonly [M in Method]: (request: RequestOf<M>) => Promise<AnswerOf<M>> }

/** What crosses: nothing is thrown over, so that no error carries more than its name. */
export type Outcome =
  | { readonly ok: true; readonly answer: unknown }
  | { readonly ok: false; readonly code: FailureCode }

export const isMethod = (name: unknown): name is Method => typeof name === 'string' && Object.hasOwn(surface, name)
