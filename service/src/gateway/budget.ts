/**
 * Limits per project and per network of the caller, shared by all processes through the database. A process reserves calls in portions and
 * spends them in memory, so that a call to a node does not cost a write. Unspent calls of a portion expire, so the limits are never
 * exceeded.
 */
import { LRUCache } from 'lru-cache'
import type { Lookup } from '../crypto/lookup.ts'
import type { Rates } from '../store/contract/limits.ts'
import { customerOf, networkOf } from '../wallet/domain/client.ts'
import { type GatewayRefusal, refusals } from './refusal.ts'

const minute = 60_000

export const gatewayRates = {
  callsOfProjectPerMinute: 120_000,
  /** Calls by one network: an IPv4 address, or a /64. */
  callsFromNetworkPerMinute: 3_000,
  namesFromNetworkPerDay: 50,
} as const
export type GatewayRate = keyof typeof gatewayRates
export type GatewayRates = Readonly<Partial<Record<GatewayRate, number>>>

/** Share of the limit that is reserved at once. */
const portion = 1 / 60
const portionMs = 5_000
/** Maximum number of portions kept, one per caller. */
const portions = 50_000
/** A customer of an Internet provider may have many networks; their total limit is this many times the limit of one. */
const wideFactor = 5

export type Caller = {
  /** Absent for calls that need no project. */
  readonly projectId: string | undefined
  /** The client's IP address. */
  readonly address: string
}

/** @throws {GatewayRefusal} 429 */
export type Spend = (caller: Caller, units: number, now: number) => Promise<void>

type Portion = { left: number; readonly until: number }
type Subject = {
  readonly rate: string
  readonly key: string
  readonly limit: number
  readonly refuse: (retryAfterMs: number) => GatewayRefusal
}

export function createBudget(rates: Rates, lookup: Lookup, limits: GatewayRates = {}): Spend {
  const held = new LRUCache<string, Portion>({ max: portions })
  const waiting = new Map<string, Promise<void>>()

  return async ({ projectId, address }, units, now) => {
    const project = limits.callsOfProjectPerMinute ?? gatewayRates.callsOfProjectPerMinute
    const network = limits.callsFromNetworkPerMinute ?? gatewayRates.callsFromNetworkPerMinute
    const customer = customerOf(address)
    const subjects: readonly Subject[] = [
      { rate: 'callsFromNetworkPerMinute', key: networkOf(address), limit: network, refuse: refusals.tooMany },
      ...(customer === undefined
        ? []
        : [{ rate: 'callsFromCustomer', key: customer, limit: network * wideFactor, refuse: refusals.tooMany }]),
      ...(projectId === undefined
        ? []
        : [{ rate: 'callsOfProjectPerMinute', key: projectId, limit: project, refuse: refusals.quota }]),
    ]
    // In sequence: a caller over its own limit must not use up the project's.
    for (const subject of subjects) await spend(subject, units, now)
  }

  async function spend(subject: Subject, units: number, now: number): Promise<void> {
    const id = `${subject.rate} ${subject.key}`
    // Calls of one subject wait for each other only while a portion is being fetched.
    for (let before = waiting.get(id); before; before = waiting.get(id)) await before
    const portion = held.get(id)
    if (portion && portion.until > now && portion.left >= units) {
      portion.left -= units
      return
    }
    const fetching = refill(id, subject, units, now)
    const settled = fetching.then(
      () => {},
      () => {},
    )
    waiting.set(id, settled)
    void settled.then(() => waiting.delete(id))
    await fetching
  }

  async function refill(id: string, { rate, key, limit, refuse }: Subject, units: number, now: number): Promise<void> {
    const rule = { bucket: rate, keyHash: lookup('network', key), windowMs: minute, limit, now }
    const wanted = Math.max(units, Math.floor(limit * portion))
    const whole = await rates.hit({ ...rule, units: wanted })
    if (whole.isAllowed) {
      held.set(id, { left: wanted - units, until: now + portionMs })
      return
    }
    // Near the limit, calls are reserved one at a time.
    held.delete(id)
    const last = wanted > units ? await rates.hit({ ...rule, units }) : whole
    if (!last.isAllowed) throw refuse(Math.max(1000, last.retryAfterMs))
  }
}

/** For work that is already done: takes as much of these units as is left. A refused amount is not taken at all, and would pay for more work. */
export async function useUp(units: number, spend: (units: number) => Promise<void>): Promise<void> {
  let left = units
  for (let part = units; part > 0; part = Math.min(part, left)) {
    try {
      await spend(part)
      left -= part
    } catch {
      part = Math.floor(part / 2)
    }
  }
}
