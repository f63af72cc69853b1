/** The contract that combines many reads in one call. */
import { type Address, isAddressEqual } from 'viem'

/** The same contract on every network that has it: no other contract can have this address. */
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** A page may name another contract, which could forge the answers of every token: it is ignored. */
export const multicallOf = (named: Address | undefined): Address | undefined =>
  named && isAddressEqual(named, multicall3) ? multicall3 : undefined

/** Bytes of call data in one call of the contract (specification §9). */
export const multicallBatchSize = 1024
