/** Halves of recovery secrets, kept by the recovery role for wallets that live with another one. */
import type { Bytes, Hash, Id, Time } from './values.ts'

export type EscrowKey = {
  /** Of the recovery method that the half belongs to. */
  readonly methodId: Id
  readonly walletId: Id
  /** Keyed hash of the mailbox that has to agree before it is given out. */
  readonly addressHash: Hash
}

export type Escrow = EscrowKey & {
  /** Sealed at rest. */
  readonly share: Bytes
  readonly createdAt: Time
}

export type Escrows = {
  /**
   * Written once. `SAME`: it was stored before, for this mailbox with the same bytes. `TAKEN`: for another one, or with others. `HELD`: the
   * halves of this mailbox are another device's. With `isAgreed` they are this device's from now on, and the earlier ones are found no more.
   */
  readonly put: (
    escrow: EscrowKey & {
      /** Keyed hash of the device's key. */
      readonly deviceHash: Hash
      readonly share: Bytes
      /** The mailbox has said that this device may. */
      readonly isAgreed: boolean
      readonly now: Time
    },
  ) => Promise<'STORED' | 'SAME' | 'TAKEN' | 'HELD'>
  /** Only what the device has left whose halves count for the mailbox. */
  readonly find: (key: EscrowKey) => Promise<Escrow | undefined>
  readonly hasAny: (addressHash: Hash) => Promise<boolean>
}
