/** Wallets, the shares of their devices, and the ways to recover them. No key is among them. */
import type { Bytes, Id, Time } from './values.ts'

export type WalletStatus = 'PENDING' | 'ACTIVE' | 'ABANDONED'

export type Wallet = {
  /** The service's own; share sets and recovery methods refer to it. */
  readonly id: Id
  /** The id that its devices know it by. It counts within the account: two accounts may use the same one. */
  readonly name: Id
  readonly userId: Id
  readonly status: WalletStatus
  /** Raised when K is changed; never falls. */
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
}

export type ShareSetStatus = 'PENDING' | 'ACTIVE' | 'REVOKED'

/** What the service keeps of one device's split of K. */
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

/** A set without what opens a wallet, for lists. */
export type ShareSetInfo = Omit<ShareSet, 'authShare' | 'recoverySealed'>

export type RecoveryKind = 'passkey' | 'password' | 'escrow'

/** One wrapped copy of the recovery secret. */
export type RecoveryMethod = {
  readonly id: Id
  readonly walletId: Id
  readonly kind: RecoveryKind
  /** r, wrapped by what only the person or a second operator has. Sealed once more at rest. */
  readonly wrappedR: Bytes
  /** JSON text: salts and costs, what a page must know to ask for it. */
  readonly params: string
  /** Of the passkey. */
  readonly credentialId: string | undefined
  readonly createdAt: Time
  readonly lastUsed: Time | undefined
}

export type NewShareSet = Omit<ShareSet, 'status' | 'createdAt' | 'walletId'>
export type NewRecoveryMethod = Omit<RecoveryMethod, 'walletId' | 'createdAt' | 'lastUsed'>

export type Wallets = {
  /**
   * Stores a candidate with its first share set and its recovery methods: all of it or nothing. `SAME`: the account has stored it before
   * under this name, with the same bytes (a lost answer). The same wallet with another first set takes the place of a candidate that
   * came to nothing, and keeps its escrows. `WALLET_EXISTS`: the account has an active wallet. `ID_TAKEN`: other bytes, or a live wallet.
   */
  readonly create: (
    wallet: Omit<Wallet, 'status' | 'createdAt' | 'activatedAt'> & {
      readonly shareSet: NewShareSet
      readonly methods: readonly NewRecoveryMethod[]
      readonly now: Time
    },
  ) => Promise<'CREATED' | 'SAME' | 'WALLET_EXISTS' | 'ID_TAKEN'>

  readonly find: (walletId: Id) => Promise<Wallet | undefined>
  readonly findNamed: (userId: Id, name: Id) => Promise<Wallet | undefined>
  readonly findActive: (userId: Id) => Promise<Wallet | undefined>

  /**
   * Makes a candidate the account's wallet, and this share set of it live: the one that its signature was checked for, since a candidate
   * can be split anew meanwhile. However many run at once, an account gets one active wallet; the others hear `WALLET_EXISTS`.
   * `UNKNOWN`: no candidate of this account with this id, key version and set.
   */
  readonly activate: (candidate: {
    readonly walletId: Id
    readonly setId: Id
    readonly userId: Id
    readonly keyVersion: number
    readonly now: Time
  }) => Promise<'ACTIVATED' | 'ALREADY_ACTIVE' | 'WALLET_EXISTS' | 'UNKNOWN'>

  /** Candidates made before `before` become ABANDONED; gives their number. They are deleted a month later, by `purge`. */
  readonly abandonStale: (before: Time) => Promise<number>
}

export type ShareSets = {
  /**
   * A further device's split, PENDING. The same set again is `SAME`. `KEY_VERSION_STALE`: K was changed meanwhile. `TOO_MANY`: the
   * wallet has `max` other devices with an active set, or one that was added in the last hour.
   */
  readonly add: (
    set: NewShareSet & { readonly walletId: Id; readonly max: number; readonly now: Time },
  ) => Promise<'ADDED' | 'SAME' | 'ID_TAKEN' | 'KEY_VERSION_STALE' | 'TOO_MANY' | 'UNKNOWN_WALLET'>

  /**
   * PENDING to ACTIVE; earlier sets of the same device, and what revoked devices have left, are erased with it. `TOO_MANY`: the wallet
   * has `max` other devices with an active set by now, as an enrolment that was given up for a while keeps no place.
   */
  readonly activate: (set: {
    readonly setId: Id
    readonly walletId: Id
    readonly max: number
  }) => Promise<'ACTIVATED' | 'TOO_MANY' | 'UNKNOWN'>

  readonly ofWallet: (walletId: Id) => Promise<readonly ShareSetInfo[]>
  /** The live set of a device, open. */
  readonly ofDevice: (walletId: Id, deviceId: Id) => Promise<ShareSet | undefined>
  /** A set of any status but REVOKED, open: to be read back and proven. */
  readonly find: (walletId: Id, setId: Id) => Promise<ShareSet | undefined>
  /** The newest live set of any device, open: what recovery on a new device starts from. */
  readonly newest: (walletId: Id) => Promise<ShareSet | undefined>

  /** Erases both shares. The last active set of a wallet stays: without it nobody opens the wallet again. `UNKNOWN`: not there, or revoked before. */
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
  readonly touch: (methodId: Id, now: Time) => Promise<void>
}
