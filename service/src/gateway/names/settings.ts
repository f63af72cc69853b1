/** The operator's settings for the registry of names. */
import type { Hex } from 'viem'

export type ResolverSettings = {
  /** The contract, and the network that it is on. */
  readonly address: Hex
  readonly chainId: number
  /** Signs answers for the contract. */
  readonly key: Hex
}

export type NameSettings = {
  /** What all names end with. */
  readonly zone: string
  /** Labels that nobody can register. */
  readonly reserved: readonly string[]
  /** Absent: clients of ENS do not find the names. */
  readonly resolver?: ResolverSettings | undefined
  /** Absent with a resolver: the key for one that is not deployed yet, because its constructor takes the key's address. */
  readonly futureKey?: Hex | undefined
}

/** The specification's (§9). */
export const defaultZone = 'reown.id'
