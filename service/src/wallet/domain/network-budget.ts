/**
 * How often a network may call, counted in memory by each process for itself: for what has to be refused before it costs a write. The rest
 * is the store's (`rates.ts`).
 */
import { Refusal } from '../refusal.ts'
import { networkOf } from './client.ts'
import { type RateLimits, rateTable } from './rates.ts'

/** Networks that are remembered; the one that has been quiet longest is forgotten first. */
const maxNetworks = 20_000

/** @throws {Refusal} RATE_LIMITED */
export type NetworkBudget = (address: string, now: number) => void

/** A bucket that fills evenly: no more than twice the limit in any window, and a steady caller gets the limit. */
export function createNetworkBudget(limits: RateLimits = {}): NetworkBudget {
  const { windowMs, limit: usual } = rateTable.callsFromNetworkPerMinute
  const limit = limits.callsFromNetworkPerMinute ?? usual
  const buckets = new Map<string, { left: number; at: number }>()
  return (address, now) => {
    const network = networkOf(address)
    const { left, at } = buckets.get(network) ?? { left: limit, at: now }
    const filled = Math.min(limit, left + (Math.max(0, now - at) * limit) / windowMs)
    buckets.delete(network)
    buckets.set(network, { left: Math.max(0, filled - 1), at: now })
    const [oldest] = buckets.size > maxNetworks ? buckets.keys() : []
    if (oldest !== undefined) buckets.delete(oldest)
    if (filled < 1) throw new Refusal('RATE_LIMITED', { retryAfterMs: Math.ceil(((1 - filled) * windowMs) / limit) })
  }
}
