/**
 * Per-process, in-memory rate limit by network, for calls that must be refused before they cost a write. All other
 * limits are in the store (`rates.ts`).
 */
import { Refusal } from '../refusal.ts'
import { networkOf } from './client.ts'
import { type RateLimits, rateTable } from './rates.ts'

/** Maximum number of networks kept; the least recently active is dropped first. */
const maxNetworks = 20_000

/** @throws {Refusal} RATE_LIMITED */
export type NetworkBudget = (address: string, now: number) => void

/** Token bucket: at most twice the limit in any window, and the full limit for a steady caller. */
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
