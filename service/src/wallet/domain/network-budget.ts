/**
 * Per-process, in-memory rate limit by network, for calls that must be refused before they cost a write. All other
 * limits are in the store (`rates.ts`).
 */
import { Refusal } from '../refusal.ts'
import { customerOf, networkOf } from './client.ts'
import { type RateLimits, rateTable, wideFactor } from './rates.ts'
import { createTokenBuckets } from './token-buckets.ts'

/** Maximum number of networks kept, and of customers. */
const size = 20_000

/** @throws {Refusal} RATE_LIMITED */
export type NetworkBudget = (address: string, now: number) => void

export function createNetworkBudget(limits: RateLimits = {}): NetworkBudget {
  const { windowMs, limit: usual } = rateTable.callsFromNetworkPerMinute
  const limit = limits.callsFromNetworkPerMinute ?? usual
  const networks = createTokenBuckets({ limit, windowMs, size })
  const customers = createTokenBuckets({ limit: limit * wideFactor, windowMs, size })
  return (address, now) => {
    const network = networkOf(address)
    const customer = customerOf(address)
    const wait = networks.wait(network, now) || (customer === undefined ? 0 : customers.wait(customer, now))
    // A refused call is not counted anywhere, so one network cannot use up the budget of its customer or provider.
    if (wait > 0) throw new Refusal('RATE_LIMITED', { retryAfterMs: wait })
    networks.take(network, now)
    if (customer !== undefined) customers.take(customer, now)
  }
}
