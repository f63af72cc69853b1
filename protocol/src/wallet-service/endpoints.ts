/**
 * The wallet service over HTTP: method, path, authentication, shapes, errors. A client and the service infer their types from
 * here.
 *
 * `auth`: `none`; `proof` = a `DPoP` header (RFC 9449) by the device key; `session` = that and `Authorization: DPoP <access
 * token>`. `request` is the JSON body of a POST, PUT or DELETE, and the query of a GET. Path parameters have a colon in `path`.
 * Objects in answers may grow: a client ignores unknown fields.
 */
import * as z from 'zod/mini'
import { ProjectId } from '../contracts/project.ts'
import { Origin } from '../scalars/origin.ts'
import { SocialId } from '../scalars/social-id.ts'
import { Email, Name, Timestamp } from '../scalars/values.ts'
import type { ServiceErrorCode } from './errors.ts'
import { serviceLimits } from './limits.ts'
import {
  Addresses,
  base64url,
  CustodyLevel,
  EvmPublicKey,
  KeyVersion,
  Lineage,
  NewRecoveryMethod,
  NewShareSet,
  Opaque,
  OpenedRecoveryMethod,
  P256PublicKey,
  PasswordAccess,
  RecoveryKind,
  RecoveryMethod,
  Sealed,
  Session,
  Signature,
  StoredShareSet,
  Uuid,
} from './shapes.ts'

export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  readonly auth: 'none' | 'proof' | 'session'
  readonly request: z.ZodMiniType
  readonly response: z.ZodMiniType
  /** In addition to `commonErrors`, `proofErrors` and `sessionErrors`. */
  readonly errors: readonly ServiceErrorCode[]
}
export type Endpoints = Readonly<Record<string, Endpoint>>

/** Without `errors`, it has no others than those of every endpoint. */
export const route = <
  const Method extends Endpoint['method'],
  const Path extends Endpoint['path'],
  const Auth extends Endpoint['auth'],
>(
  method: Method,
  path: Path,
  auth: Auth,
) => ({ method, path, auth, errors: [] }) as const

export const Nothing = z.strictObject({})
export const Ok = z.object({ ok: z.literal(true) })
export const Seconds = z.int().check(z.nonnegative())
export const Otp = z.string().check(z.regex(/^[0-9]{4,8}$/))
/** Seconds of a long poll, as text of a query. */
export const Wait = z.optional(z.string().check(z.regex(/^([0-9]|1[0-9]|2[0-5])$/)))
/** Two digits, the first not zero. */
export const MatchNumber = z.int().check(z.minimum(10), z.maximum(99))
export const PickedNumber = z.string().check(z.regex(/^([1-9][0-9]|none)$/))
const Action = z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT'])
export const FlowStatus = z.enum(['pending', 'approved', 'denied', 'expired'])
/** The address for an email, and the requesting site. */
const asked = {
  email: Email,
  projectId: ProjectId,
  /** The page that embeds the wallet, as the browser reports it; shown where the device is approved. */
  hostOrigin: Origin,
}
const Recipient = z.strictObject({ recipient: P256PublicKey })
const Activation = z.strictObject({ signature: Signature, nonce: Opaque })
const Stored = z.object({ status: z.enum(['PENDING', 'ACTIVE']), nonce: Opaque, echo: StoredShareSet })
const Methods = z.object({ methods: z.array(RecoveryMethod) })

/** Of both services, for operators: no client of ours asks. */
export const healthEndpoints = {
  healthz: { ...route('GET', '/healthz', 'none'), request: Nothing, response: Ok },
  readyz: { ...route('GET', '/readyz', 'none'), request: Nothing, response: Ok },
} as const satisfies Endpoints

export const walletEndpoints = {
  /** For a client without a nonce for its first proof: like every answer, this one has `DPoP-Nonce`. */
  nonce: { ...route('GET', '/v1/nonce', 'none'), request: Nothing, response: Ok },
  /** The features of this installation for a project. */
  config: {
    ...route('GET', '/v1/config', 'none'),
    request: z.strictObject({ projectId: ProjectId }),
    response: z.object({
      email: z.boolean(),
      deviceVerification: z.boolean(),
      otpDigits: z.int(),
      /** Recovery methods that this installation accepts. */
      recoveryKinds: z.array(RecoveryKind),
      /** Base URL of the recovery service, if it keeps one half of the `escrow` secret. */
      recoveryUrl: z.optional(z.string()),
      /** Social logins of the project that are configured in this installation. */
      socials: z.optional(z.array(SocialId)),
    }),
    errors: ['PROJECT_INVALID'],
  },
  /** An email is sent whether or not the address has an account. `CONNECT`: this device has a live session. */
  emailStart: {
    ...route('POST', '/v1/email/start', 'proof'),
    request: z.strictObject({
      ...asked,
      /**
       * This device has no session, although the service may have one, because the answer with its tokens was lost. The result is then
       * never `CONNECT`.
       */
      withoutSession: z.optional(z.literal(true)),
    }),
    response: z.object({
      flowId: Opaque,
      action: Action,
      expiresIn: Seconds,
      resendAfter: Seconds,
      /** With `VERIFY_DEVICE`: the number that the user picks on the page linked in the email. */
      matchNumber: z.optional(MatchNumber),
    }),
    errors: ['PROJECT_INVALID', 'COOLDOWN'],
  },
  /** With `wait`, answers when the status is no longer `pending`, or after this many seconds. */
  emailFlow: {
    ...route('GET', '/v1/email/flows/:flowId', 'proof'),
    request: z.strictObject({ wait: Wait }),
    response: z.object({
      status: FlowStatus,
      action: Action,
      matchNumber: z.optional(MatchNumber),
      /**
       * Once approved: how this user's wallet opens on a new device. With `escrow`, the client should request the recovery service's email
       * now.
       */
      recovery: z.optional(z.enum(['none', 'escrow', 'other'])),
    }),
    errors: ['FLOW_UNKNOWN', 'FLOW_EXPIRED'],
  },
  /** Resends the email that the flow waits for: the approval, or a new code that replaces the old one. */
  emailResend: {
    ...route('POST', '/v1/email/resend', 'proof'),
    request: z.strictObject({ flowId: Opaque }),
    response: z.object({ resendAfter: Seconds }),
    errors: ['FLOW_UNKNOWN', 'FLOW_EXPIRED', 'FLOW_DENIED', 'COOLDOWN'],
  },
  emailVerify: {
    ...route('POST', '/v1/email/verify', 'proof'),
    request: z.strictObject({ flowId: Opaque, otp: Otp }),
    response: Session,
    errors: ['FLOW_NOT_APPROVED', 'OTP_INVALID', 'OTP_EXPIRED', 'OTP_LOCKED', 'LOGIN_REMOVED'],
  },
  /** Sent as a form by the page linked in the email, from its own origin; answered with a page. */
  deviceApprove: {
    ...route('POST', '/v1/device/approve', 'none'),
    request: z.strictObject({ token: Opaque, number: PickedNumber }),
    response: Nothing,
    errors: ['FLOW_UNKNOWN', 'FLOW_EXPIRED', 'NUMBER_WRONG'],
  },
  tokenRefresh: {
    ...route('POST', '/v1/token/refresh', 'proof'),
    request: z.strictObject({ refreshToken: Opaque }),
    response: Session,
    errors: ['TOKEN_INVALID', 'TOKEN_EXPIRED', 'TOKEN_REUSED', 'DEVICE_REVOKED'],
  },
  /** Ends this session and all its tokens; with `allDevices`, the sessions of all devices. */
  signOut: {
    ...route('POST', '/v1/signout', 'session'),
    request: z.strictObject({ allDevices: z.optional(z.boolean()) }),
    response: Ok,
  },
  user: {
    ...route('GET', '/v1/user', 'session'),
    request: Nothing,
    response: z.object({
      userId: Opaque,
      /** From the email login, or verified by the provider. */
      email: z.optional(Email),
      /** The user's name at the provider. */
      userName: z.optional(Name),
      /** The social login with which the account was created. */
      provider: z.optional(SocialId),
      /** Addresses of the active wallet. */
      addresses: z.optional(Addresses),
      custodyLevel: z.optional(CustodyLevel),
      /** When the last recovery kit of the active wallet was made. Whether it still exists is unknown here. */
      kitMadeAt: z.optional(Timestamp),
    }),
  },
  wallets: {
    ...route('GET', '/v1/wallets', 'session'),
    request: Nothing,
    response: z.object({
      /** The active wallet; none before the first registration is complete. */
      wallet: z.optional(
        z.object({
          walletId: Uuid,
          keyVersion: KeyVersion,
          ciphertext: base64url(44, 128),
          addresses: Addresses,
          lineage: z.optional(Lineage),
          recoveryPublicKey: P256PublicKey,
          createdAt: Timestamp,
        }),
      ),
      /** Active sets of all devices, and pending ones of this device. */
      shareSets: z.array(
        z.object({
          setId: Uuid,
          walletId: Uuid,
          deviceId: Opaque,
          keyVersion: KeyVersion,
          status: z.enum(['PENDING', 'ACTIVE']),
          /** Belongs to the requesting device. */
          isMine: z.boolean(),
        }),
      ),
      methods: z.array(RecoveryMethod),
    }),
  },
  /** Stores a candidate. Repeating the same ids with the same content gives the same answer. */
  walletCreate: {
    ...route('POST', '/v1/wallets', 'session'),
    request: z.strictObject({
      walletId: Uuid,
      keyVersion: KeyVersion,
      ciphertext: base64url(44, 128),
      addresses: Addresses,
      /** On secp256k1, uncompressed; its address is `addresses.eip155`. */
      evmPublicKey: EvmPublicKey,
      recoveryPublicKey: P256PublicKey,
      shareSet: NewShareSet,
      methods: z.array(NewRecoveryMethod).check(z.maxLength(serviceLimits.recoveryMethods)),
      /** For a wallet that replaces the active one. This needs a fresh login, and logins that have not changed for a day. */
      lineage: z.optional(Lineage),
      /** The share in the answer is sealed to this key. */
      recipient: P256PublicKey,
    }),
    response: Stored,
    errors: [
      'WALLET_EXISTS',
      'CONTENT_MISMATCH',
      'COMMITMENT_INVALID',
      'RECOVERY_REFUSED',
      'REAUTH_REQUIRED',
      'COOLING_OFF',
      'KEY_VERSION_STALE',
      'SIGNATURE_INVALID',
      'FORMER_OPEN',
    ],
  },
  /**
   * Each user has one active wallet; repeating the call for that wallet gives the same answer. A replacement takes the old wallet's place
   * in the same step, and ends the sessions of all other devices.
   */
  walletActivate: {
    ...route('POST', '/v1/wallets/:walletId/activate', 'session'),
    request: Activation,
    response: z.object({ status: z.literal('ACTIVE') }),
    errors: ['WALLET_UNKNOWN', 'SIGNATURE_INVALID', 'WALLET_EXISTS'],
  },
  /** The device's own set, pending or active. */
  walletShare: {
    ...route('POST', '/v1/wallets/:walletId/share', 'session'),
    request: Recipient,
    /**
     * With a pending set, the nonce for its activation signature, so that a device whose set was active before can activate it
     * again.
     */
    response: z.extend(StoredShareSet, { nonce: z.optional(Opaque) }),
    errors: ['WALLET_UNKNOWN', 'SHARE_SET_UNKNOWN'],
  },
  /** Stores the pending set of another device of the user. Needs a fresh login. */
  shareSetCreate: {
    ...route('POST', '/v1/wallets/:walletId/share-sets', 'session'),
    request: z.strictObject({ keyVersion: KeyVersion, shareSet: NewShareSet, recipient: P256PublicKey }),
    response: Stored,
    errors: [
      'WALLET_UNKNOWN',
      'KEY_VERSION_STALE',
      'CONTENT_MISMATCH',
      'COMMITMENT_INVALID',
      'REAUTH_REQUIRED',
      'TOO_MANY',
    ],
  },
  /** The set becomes the device's own; its previous set is revoked. */
  shareSetActivate: {
    ...route('POST', '/v1/wallets/:walletId/share-sets/:setId/activate', 'session'),
    request: Activation,
    response: z.object({ status: z.literal('ACTIVE') }),
    errors: ['WALLET_UNKNOWN', 'SHARE_SET_UNKNOWN', 'KEY_VERSION_STALE', 'SIGNATURE_INVALID', 'TOO_MANY'],
  },
  shareSetDelete: {
    ...route('DELETE', '/v1/wallets/:walletId/share-sets/:setId', 'session'),
    request: Nothing,
    response: Ok,
    errors: ['WALLET_UNKNOWN', 'SHARE_SET_UNKNOWN', 'REAUTH_REQUIRED', 'LAST_SHARE_SET'],
  },
  /**
   * The data that a new device needs besides r: the two shares of an existing set, and the data of each recovery method. Needs a fresh
   * login. The copy of a password is in the answer only if the request proves that password. Limited to a few calls per hour.
   */
  recoveryOpen: {
    ...route('POST', '/v1/wallets/:walletId/recovery/open', 'session'),
    request: z.strictObject({ recipient: P256PublicKey, password: z.optional(PasswordAccess) }),
    response: z.object({
      set: StoredShareSet,
      methods: z.array(OpenedRecoveryMethod),
    }),
    errors: ['WALLET_UNKNOWN', 'SHARE_SET_UNKNOWN', 'REAUTH_REQUIRED', 'PASSWORD_WRONG'],
  },
  recoveryMethodAdd: {
    ...route('POST', '/v1/wallets/:walletId/recovery/methods', 'session'),
    request: NewRecoveryMethod,
    response: Methods,
    errors: ['WALLET_UNKNOWN', 'REAUTH_REQUIRED', 'COOLING_OFF', 'TOO_MANY', 'CONTENT_MISMATCH', 'RECOVERY_REFUSED'],
  },
  recoveryMethodDelete: {
    ...route('DELETE', '/v1/wallets/:walletId/recovery/methods/:methodId', 'session'),
    request: Nothing,
    response: Methods,
    errors: ['WALLET_UNKNOWN', 'RECOVERY_UNKNOWN', 'REAUTH_REQUIRED', 'COOLING_OFF', 'LAST_METHOD'],
  },
  devices: {
    ...route('GET', '/v1/devices', 'session'),
    request: Nothing,
    response: z.object({
      devices: z.array(
        z.object({
          deviceId: Opaque,
          /** Browser and system, from the user agent. */
          label: z.string(),
          /** The page that embedded the wallet when the device was approved. */
          hostOrigin: z.string(),
          createdAt: Timestamp,
          lastSeen: Timestamp,
          isCurrent: z.boolean(),
        }),
      ),
    }),
  },
  /** Ends its sessions and erases its shares. Removing another device needs a fresh login. */
  deviceRevoke: {
    ...route('DELETE', '/v1/devices/:deviceId', 'session'),
    request: Nothing,
    response: Ok,
    errors: ['REAUTH_REQUIRED'],
  },
  /** The user's own log, newest first. */
  audit: {
    ...route('GET', '/v1/audit', 'session'),
    request: z.strictObject({ before: z.optional(z.string().check(z.regex(/^[0-9]{1,15}$/))) }),
    response: z.object({
      entries: z.array(
        z.object({ seq: z.int(), at: Timestamp, event: z.string(), deviceId: z.optional(z.nullable(Opaque)) }),
      ),
    }),
  },
} as const satisfies Endpoints

/** The recovery role: half of the recovery secret, with its own check of the user. */
export const recoveryEndpoints = {
  nonce: { ...walletEndpoints.nonce, path: '/r/v1/nonce' },
  /** Sends an email with one link if this service keeps a share for the address; the answer does not reveal whether it does. */
  checkStart: {
    ...route('POST', '/r/v1/check/start', 'proof'),
    request: z.strictObject({
      ...asked,
      /** The user is changing the address to this one, which the email names: the check permits only `shareCopy` to it. */
      copyTo: z.optional(Email),
    }),
    response: z.object({
      checkId: Opaque,
      expiresIn: Seconds,
      resendAfter: Seconds,
      /** The number to pick on the page linked in the email. */
      matchNumber: MatchNumber,
    }),
    errors: ['PROJECT_INVALID', 'COOLDOWN'],
  },
  checkVerify: {
    ...route('POST', '/r/v1/check/verify', 'proof'),
    request: z.strictObject({ checkId: Opaque, wait: z.optional(z.int().check(z.minimum(0), z.maximum(25))) }),
    response: z.object({ status: FlowStatus }),
    errors: ['CHECK_UNKNOWN'],
  },
  /**
   * Stores r2 of a new wallet: written once, never replaced. Repeating the same content gives the same answer. If another device has
   * deposited a half for this address, an approved check is needed; from then on only the halves of this device are released, and those of
   * the wallet that this one `replaces`, which stays in use until this one is active.
   */
  sharePut: {
    ...route('PUT', '/r/v1/share', 'proof'),
    request: z.strictObject({
      projectId: ProjectId,
      email: Email,
      walletId: Uuid,
      methodId: Uuid,
      replaces: z.optional(Uuid),
      share: base64url(32),
      /** The share in the answer is sealed to this key, so that the client can see that it is stored. */
      recipient: P256PublicKey,
      checkId: z.optional(Opaque),
    }),
    response: z.object({ sealedShare: Sealed }),
    errors: ['PROJECT_INVALID', 'SHARE_EXISTS', 'CHECK_UNKNOWN', 'CHECK_EXPIRED', 'CHECK_NOT_APPROVED'],
  },
  /** Releases r2 to the requesting device after the button in the email was pressed. */
  shareOpen: {
    ...route('POST', '/r/v1/share', 'proof'),
    request: z.strictObject({ checkId: Opaque, walletId: Uuid, methodId: Uuid, recipient: P256PublicKey }),
    response: z.object({ sealedShare: Sealed }),
    errors: ['CHECK_UNKNOWN', 'CHECK_EXPIRED', 'CHECK_NOT_APPROVED', 'SHARE_UNKNOWN'],
  },
  /**
   * After a check with `copyTo`: the new address can then also release the half. The old one still can, because the change can be undone.
   */
  shareCopy: {
    ...route('POST', '/r/v1/share/copy', 'proof'),
    request: z.strictObject({ checkId: Opaque, walletId: Uuid, methodId: Uuid }),
    response: Ok,
    errors: ['CHECK_UNKNOWN', 'CHECK_EXPIRED', 'CHECK_NOT_APPROVED', 'SHARE_UNKNOWN', 'SHARE_EXISTS'],
  },
  /** Sent as a form by the page linked in the email, from its own origin; answered with a page. */
  checkApprove: {
    ...route('POST', '/r/v1/check/approve', 'none'),
    request: z.strictObject({ token: Opaque, number: PickedNumber }),
    response: Nothing,
    errors: ['CHECK_UNKNOWN', 'CHECK_EXPIRED', 'NUMBER_WRONG'],
  },
} as const satisfies Endpoints

export type WalletEndpoints = typeof walletEndpoints
export type RecoveryEndpoints = typeof recoveryEndpoints
/** Request and answer of each endpoint, by its name. */
export type RequestOf<T extends Endpoints, N extends keyof T> = z.output<T[N]['request']>
export type ResponseOf<T extends Endpoints, N extends keyof T> = z.output<T[N]['response']>
