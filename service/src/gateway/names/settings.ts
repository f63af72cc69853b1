/** The operator's settings for the registry of names. */
import type { Hex } from 'viem'

export type ResolverSettings = {
  /** The resolver contract, and its network. */
  readonly address: Hex
  readonly chainId: number
  /** Private key that signs answers for the contract. */
  readonly key: Hex
}

export type NameSettings = {
  /** Suffix of all names. */
  readonly zone: string
  /** Former zones: their names are found and changed, but none is registered. */
  readonly oldZones?: readonly string[] | undefined
  /** Labels that cannot be registered. */
  readonly reserved: readonly string[]
  /** Absent: ENS clients do not find the names. */
  readonly resolver?: ResolverSettings | undefined
  /** The key for a resolver that is not deployed yet (its constructor takes the key's address). Absent if there is a resolver. */
  readonly futureKey?: Hex | undefined
}

/** As in the specification. */
export const defaultZone = 'reown.id'
/** Names of its older zone still resolve (specification §9). */
export const oldDefaultZones: readonly string[] = ['wcn.id']
