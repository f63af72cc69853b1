/** Wallets, their devices' shares, and their recovery methods. No keys are stored. */
import type { Bytes, Id, Time } from './values.ts'

export type WalletStatus = 'PENDING' | 'ACTIVE' | 'ABANDONED'

export type Wallet = {
  /** Internal id, referenced by share sets and recovery methods. */
  readonly id: Id
  /** The id that its devices use. Scoped to the account: two accounts may use the same one. */
  readonly name: Id
  readonly userId: Id
  readonly status: WalletStatus
  /** Incremented when K changes; never decreases. */
  readonly keyVersion: number
  /** C: the entropy under K. */
  readonly ciphertext: Bytes
  readonly evmAddress: string
  readonly evmPub: string
  readonly solAddress: string
  /** Public half of the recovery key. */
  readonly recoveryPub: Bytes
  readonly createdAt: Time
  readonly activatedAt: Time | undefined
  /** JSON text: the wallets that it replaced, and the last one's entropy, encrypted with K. */
  readonly lineage: string | undefined
  /** Internal id of the wallet that it replaces. */
  readonly replaces: Id | undefined
  /** When another wallet replaced it. */
  readonly replacedAt: Time | undefined
}

export type ShareSetStatus = 'PENDING' | 'ACTIVE' | 'REVOKED'

/** The service's part of one device's split of K. */
export type ShareSet = {
  readonly id: Id
  readonly walletId: Id
  readonly deviceId: Id
  readonly keyVersion: number
  /** A_d. Sealed at rest; empty once revoked. */
  readonly authShare: Bytes
  /** R_d, sealed to the wallet's recovery key by the device; empty once revoked. */
  readonly recoverySealed: Bytes
  readonly commitment: Bytes
  readonly status: ShareSetStatus
  readonly createdAt: Time
}

/** A set without its shares, for lists. */
export type ShareSetInfo = Omit<ShareSet, 'authShare' | 'recoverySealed'>

export type RecoveryKind = 'passkey' | 'password' | 'escrow'

/** One wrapped copy of the recovery secret. */
export type RecoveryMethod = {
  readonly id: Id
  readonly walletId: Id
  readonly kind: RecoveryKind
  /** r, wrapped with a secret of the user or of a second operator. Sealed again at rest. */
  readonly wrappedR: Bytes
  /** JSON text: salts and costs that a page needs to unwrap it. */
  readonly params: string
  /** Credential id of the passkey. */
  readonly credentialId: string | undefined
  readonly createdAt: Time
  readonly lastUsed: Time | undefined
}

export type NewShareSet = Omit<ShareSet, 'status' | 'createdAt' | 'walletId'>
export type NewRecoveryMethod = Omit<RecoveryMethod, 'walletId' | 'createdAt' | 'lastUsed'>

export type NewWallet = Omit<Wallet, 'status' | 'createdAt' | 'activatedAt' | 'lineage' | 'replaces' | 'replacedAt'> &
  Partial<Pick<Wallet, 'lineage' | 'replaces'>>

export type Wallets = {
  /**
   * Stores a candidate, its first share set and its recovery methods, atomically. `SAME`: the account already stored it
   * under this name with the same bytes (lost answer). With another first set it replaces an unfinished candidate and
   * keeps its escrows. `WALLET_EXISTS`: the account has an active wallet other than `replaces`. `ID_TAKEN`: other bytes, or a live wallet.
   */
  readonly create: (
    wallet: NewWallet & {
      readonly shareSet: NewShareSet
      readonly methods: readonly NewRecoveryMethod[]
      readonly now: Time
    },
  ) => Promise<'CREATED' | 'SAME' | 'WALLET_EXISTS' | 'ID_TAKEN'>

  readonly find: (walletId: Id) => Promise<Wallet | undefined>
  readonly findNamed: (userId: Id, name: Id) => Promise<Wallet | undefined>
  /** The wallet in use, never a replaced one. */
  readonly findActive: (userId: Id) => Promise<Wallet | undefined>

  /**
   * Makes a candidate the account's wallet and this share set live. The set must be the one whose signature was checked, because the
   * candidate may have been split again meanwhile. Of concurrent calls, one succeeds; the others return `WALLET_EXISTS`. `UNKNOWN`: no
   * candidate of this account with this id, key version and set. If the candidate replaces the active wallet, it takes its place in the
   * same step.
   */
  readonly activate: (candidate: {
    readonly walletId: Id
    readonly setId: Id
    readonly userId: Id
    readonly keyVersion: number
    readonly now: Time
  }) => Promise<'ACTIVATED' | 'ALREADY_ACTIVE' | 'WALLET_EXISTS' | 'UNKNOWN'>

  /** Deletes the replaced wallets of an account, and all data that opens them. `lineage`: that of the replacement, without them. */
  readonly endReplaced: (wallet: {
    readonly walletId: Id
    readonly userId: Id
    readonly lineage: string
  }) => Promise<void>

  /** Marks candidates created before `before` as ABANDONED; returns the count. `purge` deletes them in a month. */
  readonly abandonStale: (before: Time) => Promise<number>
}

export type ShareSets = {
  /**
   * Adds another device's split as PENDING. The same set again is `SAME`. `KEY_VERSION_STALE`: K has changed.
   * `TOO_MANY`: the wallet has `max` other devices with an active set, or with one added in the last hour.
   */
  readonly add: (
    set: NewShareSet & { readonly walletId: Id; readonly max: number; readonly now: Time },
  ) => Promise<'ADDED' | 'SAME' | 'ID_TAKEN' | 'KEY_VERSION_STALE' | 'TOO_MANY' | 'UNKNOWN_WALLET'>

  /**
   * PENDING to ACTIVE; erases earlier sets of the same device and remaining ones of revoked devices. `TOO_MANY`: `max`
   * other devices have an active set by now, since an unfinished enrolment does not reserve a place.
   */
  readonly activate: (set: {
    readonly setId: Id
    readonly walletId: Id
    readonly max: number
  }) => Promise<'ACTIVATED' | 'TOO_MANY' | 'UNKNOWN'>

  readonly ofWallet: (walletId: Id) => Promise<readonly ShareSetInfo[]>
  /** A device's live set, unsealed. */
  readonly ofDevice: (walletId: Id, deviceId: Id) => Promise<ShareSet | undefined>
  /** A set of any status but REVOKED, unsealed: for reading back and proving. */
  readonly find: (walletId: Id, setId: Id) => Promise<ShareSet | undefined>
  /** The newest live set of any device, unsealed: the start of recovery on a new device. */
  readonly newest: (walletId: Id) => Promise<ShareSet | undefined>

  /** Erases both shares, but keeps a wallet's last active set, its only opener. `UNKNOWN`: absent or revoked. */
  readonly revoke: (set: { readonly setId: Id; readonly walletId: Id }) => Promise<'REVOKED' | 'LAST_SET' | 'UNKNOWN'>
}

export type RecoveryMethods = {
  readonly add: (
    method: NewRecoveryMethod & { readonly walletId: Id; readonly max: number; readonly now: Time },
  ) => Promise<'ADDED' | 'SAME' | 'ID_TAKEN' | 'TOO_MANY' | 'UNKNOWN_WALLET'>
  readonly ofWallet: (walletId: Id) => Promise<readonly RecoveryMethod[]>
  readonly remove: (method: {
    readonly methodId: Id
    readonly walletId: Id
  }) => Promise<'REMOVED' | 'LAST_METHOD' | 'UNKNOWN'>
}
