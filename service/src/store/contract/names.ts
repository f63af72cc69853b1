/** The gateway's registry of names: owners, and used signatures. */
import type { Hash, Time } from './values.ts'

export type NameAddress = { readonly coinType: number; readonly address: string; readonly createdAt: Time }

export type RegisteredName = {
  /** With its zone, such as `alice.reown.id`. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** By coin type, ascending. Addresses are in lower case. */
  readonly addresses: readonly NameAddress[]
  readonly registeredAt: Time
  readonly updatedAt: Time
}

export type Registration = {
  readonly name: string
  /** Equal for look-alike names. */
  readonly skeleton: string
  /** In lower case. */
  readonly owner: string
  readonly coinTypes: readonly number[]
  readonly attributes: Readonly<Record<string, string>>
  /** Hash of the signed message. Remembered until `expiresAt`, whether or not the registration succeeds. */
  readonly use: { readonly hash: Hash; readonly expiresAt: Time }
  readonly now: Time
}

/**
 * `used`: the signature was used before. `taken`: the name is registered. `similar`: a look-alike is registered. `owner`: the address has a
 * name.
 */
export type RegistrationOutcome = 'registered' | 'used' | 'taken' | 'similar' | 'owner'

export type NameChange = {
  readonly name: string
  /** The signer in lower case, and a coin type for which the name has this address. */
  readonly owner: string
  readonly coinType: number
  readonly change:
    | { readonly attributes: Readonly<Record<string, string>> }
    /** In lower case. */
    | { readonly address: string; readonly coinType: number }
  /** As for a registration. */
  readonly use: Registration['use']
  readonly now: Time
}

/** `used`: the signature was used before. `lost`: the owner no longer has this name, or not with this coin type. */
export type ChangeOutcome = 'changed' | 'used' | 'lost'

export type Names = {
  /** All or nothing. Of concurrent registrations of one name, look-alike or owner, one succeeds. */
  readonly register: (registration: Registration) => Promise<RegistrationOutcome>
  /** All or nothing; concurrent calls run one after the other. */
  readonly change: (change: NameChange) => Promise<ChangeOutcome>
  readonly find: (name: string) => Promise<RegisteredName | undefined>
  /** @param address in lower case */
  readonly findByAddress: (address: string) => Promise<RegisteredName | undefined>
  /** The given skeletons that registered names have. */
  readonly heldOf: (skeletons: readonly string[]) => Promise<ReadonlySet<string>>
}
