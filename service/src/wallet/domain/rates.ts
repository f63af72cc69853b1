/** Table of rate limits. Counters are in the store, so that all processes share them. */
import type { Lookup } from '../../crypto/lookup.ts'
import type { Rates } from '../../store/contract/limits.ts'
import type { Store } from '../../store/store.ts'
import { Refusal } from '../refusal.ts'
import { customerOf, networkOf, wideNetworkOf } from './client.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
export const day = 24 * hour

/**
 * `mails…` counts emails that a user requests; the code sent after an approval was requested by the mailbox. What all users of a project
 * share (`…OfProject…`) has a share per network (`…FromWideNetwork…`), so that no single one uses it up for all.
 */
export const rateTable = {
  mailsToAddressPerHour: { windowMs: hour, limit: 5 },
  mailsToAddressPerDay: { windowMs: day, limit: 20 },
  /** A device that has signed in to the address before has its own budget, which only it can use up. */
  mailsToKnownDevicePerHour: { windowMs: hour, limit: 5 },
  mailsToKnownDevicePerDay: { windowMs: day, limit: 20 },
  mailsFromNetworkPerHour: { windowMs: hour, limit: 20 },
  /** Per /48 or /24, as large as a single customer of a provider may be. */
  mailsFromWideNetworkPerHour: { windowMs: hour, limit: 100 },
  mailsOfProjectPerHour: { windowMs: hour, limit: 1000 },
  /** Anything that costs a hash or guesses a token. */
  codesFromNetworkPerMinute: { windowMs: minute, limit: 60 },
  approvalsFromNetworkPerMinute: { windowMs: minute, limit: 60 },
  /** Social logins begun; each costs at most one exchange with its provider. */
  socialsFromNetworkPerMinute: { windowMs: minute, limit: 30 },
  socialsFromWideNetworkPerHour: { windowMs: hour, limit: 500 },
  socialsOfProjectPerHour: { windowMs: hour, limit: 10_000 },
  /** Counted in memory, before any write. Per network: device keys are free to create. */
  callsFromNetworkPerMinute: { windowMs: minute, limit: 3000 },
  callsOfDevicePerMinute: { windowMs: minute, limit: 300 },
  recoveriesOfUserPerHour: { windowMs: hour, limit: 5 },
  emailChangesOfUserPerDay: { windowMs: day, limit: 10 },
  exportsOfUserPerHour: { windowMs: hour, limit: 10 },
  /** Halves that one browser or network may store with the recovery service. */
  escrowsFromNetworkPerHour: { windowMs: hour, limit: 60 },
} as const satisfies Readonly<Record<string, { readonly windowMs: number; readonly limit: number }>>

export type RateRule = keyof typeof rateTable

/** Rules that count a network and, `wideFactor` times as high, the customer who may hold many. */
export const networkRules = [
  'codesFromNetworkPerMinute',
  'approvalsFromNetworkPerMinute',
  'escrowsFromNetworkPerHour',
  'socialsFromNetworkPerMinute',
] as const satisfies readonly RateRule[]
type NetworkRule = (typeof networkRules)[number]
export const wideFactor = 5

/** Limits overridden by the operator. */
export type RateLimits = Readonly<Partial<Record<RateRule, number>>>

/** Minimum time between two emails from one device to one address. */
export const resendSpacingMs = 30 * second

/** Consecutive wrong codes for an address, after which only known devices may continue, and slowly. */
export const failures = { bucket: 'wrongCodesOfAddress', windowMs: day, limit: 10 } as const

/** Wrong codes of changes of the email address, of both addresses; reset by a change. */
export const changeFailures = { bucket: 'wrongChangeCodesOfUser', windowMs: day, limit: 10 } as const

/** Milliseconds between two tries after that many consecutive wrong codes: 30 s, doubled each time, at most an hour. */
export const waitAfter = (wrongCodes: number): number =>
  wrongCodes < failures.limit ? 0 : Math.min(30 * second * 2 ** Math.min(wrongCodes - failures.limit, 12), hour)

export type RateKeeper = {
  /** Counts one call. @throws {Refusal} RATE_LIMITED. */
  readonly hit: (rule: Exclude<RateRule, NetworkRule>, subject: string, now: number) => Promise<void>
  /** Counts one call by the network of the client's address. @throws {Refusal} RATE_LIMITED. */
  readonly hitFrom: (rule: NetworkRule, address: string, now: number) => Promise<void>
  /** Same, inside a transaction. Returns the refusal, because throwing would roll the count back. */
  readonly count: (rates: Rates, rule: RateRule, subject: string, now: number) => Promise<Refusal | undefined>
  /** Counts a social login that begins. @throws {Refusal} RATE_LIMITED. */
  readonly social: (begun: { readonly projectId: string; readonly from: string; readonly now: number }) => Promise<void>
  /** Counts a requested email, whether or not it is sent. @throws {Refusal} COOLDOWN, RATE_LIMITED. */
  readonly mail: (mail: AskedMail) => Promise<void>
}

export type AskedMail = {
  readonly addressHash: string
  readonly projectId: string
  readonly jkt: string
  /** Whether the device has signed in to this address before. */
  readonly isKnown: boolean
  /** Client address. */
  readonly from: string
  readonly now: number
  /** Emails of a change do not have to wait for the one of the login before. */
  readonly isOfChange?: boolean
}

export function createRateKeeper(
  store: Pick<Store, 'rates' | 'transaction'>,
  lookup: Lookup,
  limits: RateLimits = {},
): RateKeeper {
  async function count(
    rates: Rates,
    rule: RateRule,
    subject: string,
    now: number,
    factor = 1,
  ): Promise<Refusal | undefined> {
    const { windowMs, limit: usual } = rateTable[rule]
    const limit = (limits[rule] ?? usual) * factor
    const keyHash = lookup('network', `${rule}|${subject}`)
    const counted = await rates.hit({ bucket: rule, keyHash, windowMs, limit, now })
    return counted.isAllowed ? undefined : new Refusal('RATE_LIMITED', { retryAfterMs: counted.retryAfterMs })
  }

  async function countFrom(rates: Rates, rule: NetworkRule, address: string, now: number) {
    const customer = customerOf(address)
    const refusal = await count(rates, rule, networkOf(address), now)
    return refusal ?? (customer === undefined ? undefined : count(rates, rule, customer, now, wideFactor))
  }

  async function countMail(
    rates: Rates,
    { addressHash, projectId, jkt, isKnown, from, now, isOfChange = false }: AskedMail,
  ): Promise<Refusal | undefined> {
    const keyHash = lookup('address', `${isOfChange ? 'change' : 'mail'}|${addressHash}|${jkt}`)
    const spaced = await rates.space({ bucket: 'mailSpacing', keyHash, spacingMs: resendSpacingMs, now })
    if (!spaced.isAllowed) return new Refusal('COOLDOWN', { retryAfterMs: spaced.retryAfterMs })
    const device = `${addressHash}|${jkt}`
    if (isKnown)
      return (
        (await count(rates, 'mailsToKnownDevicePerHour', device, now)) ??
        (await count(rates, 'mailsToKnownDevicePerDay', device, now))
      )
    return (
      (await count(rates, 'mailsFromNetworkPerHour', networkOf(from), now)) ??
      (await count(rates, 'mailsFromWideNetworkPerHour', wideNetworkOf(from), now)) ??
      (await count(rates, 'mailsToAddressPerHour', addressHash, now)) ??
      (await count(rates, 'mailsToAddressPerDay', addressHash, now)) ??
      (await count(rates, 'mailsOfProjectPerHour', projectId, now))
    )
  }

  async function countSocial(rates: Rates, { projectId, from, now }: Parameters<RateKeeper['social']>[0]) {
    return (
      (await countFrom(rates, 'socialsFromNetworkPerMinute', from, now)) ??
      (await count(rates, 'socialsFromWideNetworkPerHour', wideNetworkOf(from), now)) ??
      (await count(rates, 'socialsOfProjectPerHour', projectId, now))
    )
  }

  async function orThrow(counted: Promise<Refusal | undefined>): Promise<void> {
    const refusal = await counted
    if (refusal) throw refusal
  }

  return {
    count,
    hit: (rule, subject, now) => orThrow(count(store.rates, rule, subject, now)),
    hitFrom: (rule, address, now) => orThrow(store.transaction(({ rates }) => countFrom(rates, rule, address, now))),
    social: (begun) => orThrow(store.transaction(({ rates }) => countSocial(rates, begun))),
    // One transaction (one disk sync), with the same lock order everywhere, to avoid deadlocks.
    mail: (asked) => orThrow(store.transaction(({ rates }) => countMail(rates, asked))),
  }
}
