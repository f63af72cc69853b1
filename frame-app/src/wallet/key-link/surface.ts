/**
 * All calls of the Key Worker: schemas of the one argument and the one answer of each method, checked on both sides. Bytes are base64url.
 * No answer contains a private key, K, the entropy, its words or a device share, except that of `export`, which needs a ticket of the
 * service. The only other secrets in answers are those that the services store: the authentication share, sealed recovery shares, and each service's half of the recovery secret.
 */

import { Hex, HttpUrl, text } from '@airlock/protocol/scalars/values.ts'
import {
  Addresses,
  base64url,
  EvmPublicKey,
  ExportTicket,
  KeyVersion,
  Lineage,
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
import { SweepRequest } from '../signing/sweep.ts'
import type { FailureCode } from './failure.ts'

/** The keys are wiped after this many milliseconds without a call that needs them. */
export const idleLockMs = 5 * 60_000
/**
 * Timeout of a call in milliseconds. No call takes this long, not even the slow hash of a password, so a Worker that needs longer is dead
 * or hangs.
 */
export const answerMs = 20_000

const Nothing = z.strictObject({})
const OfUser = z.strictObject({ userId: Opaque })
/** As the user typed it. */
const Password = text(256)
const Salt = base64url(16)
/** The file of a recovery kit, and its words. */
const TypedKit = z.strictObject({ kit: text(4096), password: Password })

const CredentialId = base64url(1, 1023)
/** A credential with the output of the authenticator's PRF. */
const Passkey = z.strictObject({ credentialId: CredentialId, prf: base64url(32, 64) })

/** How the recovery secret of a new wallet is stored. `escrow`: in two halves, one for each service. */
export const NewRecovery = z.union([
  z.strictObject({ kind: z.literal('escrow') }),
  z.strictObject({ kind: z.literal('passkey'), passkey: Passkey }),
])
export type NewRecovery = z.infer<typeof NewRecovery>

/** Opens the recovery secret again: the method's copy, sealed to the Worker, together with something that the service does not have. */
export const OpenRecovery = z.union([
  z.strictObject({
    kind: z.literal('escrow'),
    methodId: Uuid,
    sealedR: Sealed,
    /** The recovery service's half: if one service had the whole secret, it would prove nothing about the wallet. */
    sealedShare: Sealed,
  }),
  z.strictObject({ kind: z.literal('passkey'), methodId: Uuid, sealedR: Sealed, passkey: Passkey }),
  z.strictObject({
    kind: z.literal('password'),
    methodId: Uuid,
    sealedR: Sealed,
    salt: Salt,
    password: Password,
  }),
  /** A kit has its own copy of the recovery secret. */
  z.strictObject({ kind: z.literal('kit'), kit: TypedKit }),
  /** The copy that this device keeps, encrypted with the wallet's key. For a set of this device from before it was removed. */
  z.strictObject({ kind: z.literal('device') }),
  /** This device's share and its passkey, without the service. */
  z.strictObject({ kind: z.literal('alone'), passkey: Passkey }),
])
export type OpenRecovery = z.infer<typeof OpenRecovery>

/** The data of a wallet that the service stores. The device keeps the wallet as a candidate. */
const Created = z.strictObject({
  walletId: Uuid,
  keyVersion: KeyVersion,
  ciphertext: base64url(44),
  addresses: Addresses,
  evmPublicKey: EvmPublicKey,
  recoveryPublicKey: P256PublicKey,
  shareSet: NewShareSet,
  methods: z.array(NewRecoveryMethod),
  /** Set if the wallet replaces another one. */
  lineage: z.optional(Lineage),
  /** The recovery service's half of the secret, by method. */
  recoveryShares: z.array(z.strictObject({ methodId: Uuid, share: base64url(32) })),
})

/** One share set of this device. `PREPARED`: it is not known yet whether the service has activated it. */
const LocalSet = z.strictObject({
  setId: Uuid,
  walletId: Uuid,
  keyVersion: KeyVersion,
  state: z.enum(['PREPARED', 'ACTIVE']),
  purpose: z.enum(['wallet', 'share-set']),
  /** The recovery secret is stored with it, encrypted with the wallet's key. */
  keepsSecret: z.boolean(),
})
export type LocalSet = z.infer<typeof LocalSet>

/** The wallet that this device has seen for a user. The device never accepts another wallet or an older version of its key. */
const Pin = z.strictObject({ walletId: Uuid, keyVersion: KeyVersion, addresses: Addresses })
export type Pin = z.infer<typeof Pin>

const Unlocked = z.strictObject({ addresses: Addresses })

export const surface = {
  /** The device's public key and its thumbprint, which identifies the device. Created by the first call. */
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
      /** Query and fragment are not part of the proof. */
      url: HttpUrl,
      /** Of the request; the proof contains its hash. */
      accessToken: z.optional(Opaque),
      /** The service's last one. */
      nonce: z.optional(text(256)),
    }),
    answer: z.strictObject({ proof: text(2048) }),
  },
  /** The data of a user on this device. */
  known: {
    request: OfUser,
    answer: z.strictObject({
      pin: z.optional(Pin),
      sets: z.array(LocalSet),
      unlocked: z.boolean(),
      /** Credentials that open the wallet on this device without the service. */
      passkeys: z.array(CredentialId),
      /** The recovery secret is in memory, so another passkey can be added now. */
      hasRecoverySecret: z.boolean(),
      /** Addresses of the wallet that this one replaced, while this device still opens it. */
      former: z.optional(Addresses),
    }),
  },
  /** A public key to which a service seals an answer. Only the newest few are kept. */
  recipient: { request: Nothing, answer: z.strictObject({ recipient: P256PublicKey }) },
  /** Creates a wallet, stored as a candidate on this device before any of its data leaves. */
  create: {
    request: z.strictObject({ userId: Opaque, recovery: z.array(NewRecovery).check(z.maxLength(5)) }),
    answer: Created,
  },
  /** Signs another activation of this device's set, if the service has the known wallet only as a candidate. */
  revive: {
    request: z.strictObject({ userId: Opaque, stored: StoredShareSet, nonce: Opaque }),
    answer: z.strictObject({ signature: Hex }),
  },
  /**
   * Opens the known wallet without the service and splits its key again, because the service has lost the wallet. The passkey becomes its
   * only recovery method: all other copies of the recovery secret are lost.
   */
  restore: { request: z.strictObject({ userId: Opaque, passkey: Passkey }), answer: Created },
  /** Deletes the data of a removed passkey from this device. */
  dropPasskey: {
    request: z.strictObject({ userId: Opaque, credentialId: CredentialId }),
    answer: Nothing,
  },
  /** Creates a share set, stored as a candidate, for a wallet that the user has on other devices. */
  enrol: {
    request: z.strictObject({ userId: Opaque, set: StoredShareSet, recovery: OpenRecovery }),
    answer: z.strictObject({ walletId: Uuid, keyVersion: KeyVersion, shareSet: NewShareSet }),
  },
  /**
   * Verifies that the stored data rebuilds the wallet with each pair of the three shares; the device share is read back from storage too.
   * Only then is the activation signed.
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
  /** The service has activated the confirmed set: it becomes this device's set, the wallet opens, and the address may be returned. */
  activated: { request: z.strictObject({ userId: Opaque, setId: Uuid }), answer: Unlocked },
  /** Opens the wallet with this device's share and the service's. A candidate that is active at the service becomes this device's set. */
  unlock: {
    request: z.strictObject({ userId: Opaque, stored: StoredShareSet }),
    answer: Unlocked,
  },
  /** Opens the wallet without any service: this device's share, its sealed recovery share and a passkey. */
  unlockAlone: { request: z.strictObject({ userId: Opaque, passkey: Passkey }), answer: Unlocked },
  /** Opens the recovery secret by another method, on a device that has a share set, so that a passkey can be added. */
  recall: {
    request: z.strictObject({ userId: Opaque, set: StoredShareSet, recovery: OpenRecovery }),
    answer: Unlocked,
  },
  /** Computes the proof of a typed password for the service. */
  provePassword: {
    request: z.strictObject({ salt: Salt, password: Password }),
    answer: z.strictObject({ access: base64url(32) }),
  },
  /** Throws if the kit belongs to another wallet, or its words are wrong. */
  checkKit: { request: z.strictObject({ walletId: Uuid, kit: TypedKit }), answer: Nothing },
  /**
   * Encrypts the recovery secret for another passkey while it is in memory: after `create`, `enrol` or `recall` until the wallet is locked,
   * and after `unlock` if the wallet was created without a recovery method.
   */
  addPasskey: {
    request: z.strictObject({ userId: Opaque, passkey: Passkey }),
    answer: z.strictObject({ method: NewRecoveryMethod }),
  },
  /** Returns the signature or the signed transaction of exactly this request; the digest is computed here. */
  sign: { request: z.strictObject({ request: SigningRequest }), answer: z.strictObject({ signed: text(1_000_000) }) },
  /**
   * The only call that returns secret text: once for each ticket, only from the open wallet, and only the secret that the ticket names.
   * `solana`: the key as other wallets import it. `kit`: the file of a recovery kit, with its password beside it. `password`: a new
   * recovery password, and the method for the service. Both need the recovery secret in memory.
   */
  export: {
    request: z.strictObject({ userId: Opaque, ticket: ExportTicket }),
    answer: z.strictObject({
      secret: text(4096),
      password: z.optional(text(64)),
      method: z.optional(NewRecoveryMethod),
    }),
  },
  /**
   * Creates a wallet with a new key in place of the open one, as a candidate: its key version is the next one, it contains the old
   * entropy, and the old key signs for it. Needs the ticket `rotation` of the service.
   */
  rotate: {
    request: z.strictObject({
      userId: Opaque,
      ticket: ExportTicket,
      recovery: z.array(NewRecovery).check(z.maxLength(5)),
    }),
    answer: Created,
  },
  /** Opens the key of the wallet that the open one replaced, for `sweep`, until the wallet is locked. */
  openFormer: { request: z.strictObject({ userId: Opaque, stored: StoredShareSet }), answer: Unlocked },
  /**
   * Signs a transaction of the old key that moves one thing to the open wallet. The request has no recipient: the Worker uses the address
   * of the new key, so that the funds cannot be diverted.
   */
  sweep: { request: z.strictObject({ request: SweepRequest }), answer: z.strictObject({ signed: text(4096) }) },
  /** Erases the old key from this device. */
  dropFormer: { request: OfUser, answer: Nothing },
  lock: { request: Nothing, answer: Nothing },
  /** Gives this device a new key, and with it a new id, after the service has removed the device. Its stored data stays. */
  renew: { request: Nothing, answer: Nothing },
  /** Erases all data in this partition, including the device's keys. */
  forget: { request: Nothing, answer: Nothing },
} as const

export type Surface = typeof surface
export type Method = keyof Surface
export type RequestOf<M extends Method> = z.output<Surface[M]['request']>
export type AnswerOf<M extends Method> = z.output<Surface[M]['answer']>

export type KeyWorkerCalls = { readonly [M in Method]: (request: RequestOf<M>) => Promise<AnswerOf<M>> }

/** The message for every outcome: errors are sent as a code, so that they contain nothing else. */
export type Outcome =
  | { readonly ok: true; readonly answer: unknown }
  | { readonly ok: false; readonly code: FailureCode }

export const isMethod = (name: unknown): name is Method => typeof name === 'string' && Object.hasOwn(surface, name)
