/** The registry of names of the gateway: who holds which name, and which signatures were used. */
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
  /** Equal for names that look alike. */
  readonly skeleton: string
  /** In lower case. */
  readonly owner: string
  readonly coinTypes: readonly number[]
  readonly attributes: Readonly<Record<string, string>>
  /** What was signed. It is remembered until `expiresAt`, whatever comes of the registration. */
  readonly use: { readonly hash: Hash; readonly expiresAt: Time }
  readonly now: Time
}

/**
 * `used`: the signature was used before. `taken`: somebody has the name. `similar`: somebody has one that looks like it.
 * `owner`: the address has a name.
 */
export type RegistrationOutcome = 'registered' | 'used' | 'taken' | 'similar' | 'owner'

export type NameChange = {
  readonly name: string
  /** Who signed, in lower case, and a coin type for which the name has this address. */
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

/** `used`: the signature was used before. `lost`: the owner has not this name, or not with this coin type. */
export type ChangeOutcome = 'changed' | 'used' | 'lost'

export type Names = {
  /** All or nothing. Of several at once for one name, look-alike or owner, one is registered. */
  readonly register: (registration: Registration) => Promise<RegistrationOutcome>
  /** All or nothing, and one after the other. */
  readonly change: (change: NameChange) => Promise<ChangeOutcome>
  readonly find: (name: string) => Promise<RegisteredName | undefined>
  /** @param address in lower case */
  readonly findByAddress: (address: string) => Promise<RegisteredName | undefined>
  /** Those of the skeletons that a registered name has. */
  readonly heldOf: (skeletons: readonly string[]) => Promise<ReadonlySet<string>>
}
