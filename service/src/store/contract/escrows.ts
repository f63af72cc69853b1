/** Halves of recovery secrets, kept by the recovery role for wallets of another role. */
import type { Bytes, Hash, Id, Time } from './values.ts'

export type EscrowKey = {
  /** Id of the recovery method that the half belongs to. */
  readonly methodId: Id
  readonly walletId: Id
  /** Keyed hash of the mailbox that must approve the release. */
  readonly addressHash: Hash
}

export type Escrow = EscrowKey & {
  /** Sealed at rest. */
  readonly share: Bytes
  readonly createdAt: Time
}

export type Escrows = {
  /**
   * Written once. `SAME`: already stored for this mailbox with these bytes. `TAKEN`: another mailbox or other bytes. `HELD`: the halves of
   * this mailbox belong to another device. With `isAgreed` this device takes over; earlier halves are no longer found, except those of the
   * wallet that this one `replaces`.
   */
  readonly put: (
    escrow: EscrowKey & {
      /** Keyed hash of the device's key. */
      readonly deviceHash: Hash
      readonly replaces?: Id | undefined
      readonly share: Bytes
      /** Whether the mailbox has approved this device. */
      readonly isAgreed: boolean
      readonly now: Time
    },
  ) => Promise<'STORED' | 'SAME' | 'TAKEN' | 'HELD'>
  /**
   * Lets another mailbox release a half that `find` finds. `HELD`: that mailbox's halves belong to another device; nothing changes.
   */
  readonly copy: (
    copy: EscrowKey & { readonly to: Hash; readonly deviceHash: Hash; readonly now: Time },
  ) => Promise<'COPIED' | 'UNKNOWN' | 'HELD'>
  /** Finds only halves stored by the mailbox's current device. */
  readonly find: (key: EscrowKey) => Promise<Escrow | undefined>
  readonly hasAny: (addressHash: Hash) => Promise<boolean>
}
