/** How often what may be asked, as a table; the counting is the store's, so that every process counts together. */
import type { Lookup } from '../../crypto/lookup.ts'
import type { Rates } from '../../store/contract/limits.ts'
import type { Store } from '../../store/store.ts'
import { Refusal } from '../refusal.ts'
import { networkOf, wideNetworkOf } from './client.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
export const day = 24 * hour

/** `mails` are those that a visitor asks for; the code that follows an approval was asked for by the mailbox. */
export const rateTable = {
  mailsToAddressPerHour: { windowMs: hour, limit: 5 },
  mailsToAddressPerDay: { windowMs: day, limit: 20 },
  /** A device that has signed in to the address before has budgets of its own, which only the holder of its key can use up. */
  mailsToKnownDevicePerHour: { windowMs: hour, limit: 5 },
  mailsToKnownDevicePerDay: { windowMs: day, limit: 20 },
  mailsFromNetworkPerHour: { windowMs: hour, limit: 20 },
  /** From a /48 or /24: no single customer of a provider uses up what a project may send. */
  mailsFromWideNetworkPerHour: { windowMs: hour, limit: 100 },
  mailsOfProjectPerHour: { windowMs: hour, limit: 1000 },
  /** Anything that costs a hash or guesses at a token. */
  codesFromNetworkPerMinute: { windowMs: minute, limit: 60 },
  approvalsFromNetworkPerMinute: { windowMs: minute, limit: 60 },
  /** Counted by each process for itself, before anything is stored: keys cost nothing, so a device is no bound. */
  callsFromNetworkPerMinute: { windowMs: minute, limit: 3000 },
  callsOfDevicePerMinute: { windowMs: minute, limit: 300 },
  recoveriesOfUserPerHour: { windowMs: hour, limit: 5 },
  /** Halves that one browser or one network may leave with the recovery service. */
  escrowsFromNetworkPerHour: { windowMs: hour, limit: 60 },
} as const satisfies Readonly<Record<string, { readonly windowMs: number; readonly limit: number }>>

export type RateRule = keyof typeof rateTable
/** What an operator sets otherwise. */
export type RateLimits = Readonly<Partial<Record<RateRule, number>>>

/** Between two mails to one address from one device. */
export const resendSpacingMs = 30 * second

/** Wrong codes in a row for one address, after which only known devices may go on, and only slowly. */
export const failures = { bucket: 'wrongCodesOfAddress', windowMs: day, limit: 10 } as const

/** Milliseconds between two tries after so many wrong codes in a row: 30 s, doubled each time, at most an hour. */
export const waitAfter = (wrongCodes: number): number =>
  wrongCodes < failures.limit ? 0 : Math.min(30 * second * 2 ** Math.min(wrongCodes - failures.limit, 12), hour)

export type RateKeeper = {
  /** Counts one. @throws {Refusal} RATE_LIMITED. */
  readonly hit: (rule: RateRule, subject: string, now: number) => Promise<void>
  /** The same as part of a transaction. A refusal is returned, as what is thrown there would take the count back. */
  readonly count: (rates: Rates, rule: RateRule, subject: string, now: number) => Promise<Refusal | undefined>
  /** Counts a mail that somebody asks for, whether or not it will be sent. @throws {Refusal} COOLDOWN, RATE_LIMITED. */
  readonly mail: (mail: AskedMail) => Promise<void>
}

export type AskedMail = {
  readonly addressHash: string
  readonly projectId: string
  readonly jkt: string
  /** The device has signed in to this address before. */
  readonly isKnown: boolean
  /** Address of the client. */
  readonly from: string
  readonly now: number
}

export function createRateKeeper(
  store: Pick<Store, 'rates' | 'transaction'>,
  lookup: Lookup,
  limits: RateLimits = {},
): RateKeeper {
  async function count(rates: Rates, rule: RateRule, subject: string, now: number): Promise<Refusal | undefined> {
    const { windowMs, limit } = rateTable[rule]
    const keyHash = lookup('network', `${rule}|${subject}`)
    const counted = await rates.hit({ bucket: rule, keyHash, windowMs, limit: limits[rule] ?? limit, now })
    return counted.isAllowed ? undefined : new Refusal('RATE_LIMITED', { retryAfterMs: counted.retryAfterMs })
  }

  async function countMail(
    rates: Rates,
    { addressHash, projectId, jkt, isKnown, from, now }: AskedMail,
  ): Promise<Refusal | undefined> {
    const keyHash = lookup('address', `mail|${addressHash}|${jkt}`)
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

  return {
    count,
    async hit(rule, subject, now) {
      const refusal = await count(store.rates, rule, subject, now)
      if (refusal) throw refusal
    },
    // One wait for the disk, not five. The counters are locked in this order everywhere, so nobody waits in a circle.
    async mail(asked) {
      const refusal = await store.transaction(({ rates }) => countMail(rates, asked))
      if (refusal) throw refusal
    },
  }
}
