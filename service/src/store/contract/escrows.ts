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
  /** Written once. `SAME`: it was stored before, for this mailbox with the same bytes. `TAKEN`: for another one, or with others. */
  readonly put: (
    escrow: EscrowKey & { readonly share: Bytes; readonly now: Time },
  ) => Promise<'STORED' | 'SAME' | 'TAKEN'>
  readonly find: (key: EscrowKey) => Promise<Escrow | undefined>
  readonly hasAny: (addressHash: Hash) => Promise<boolean>
}
