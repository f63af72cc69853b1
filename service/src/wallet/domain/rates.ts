/** How often what may be asked, as a table; the counting is the store's, so that every process counts together. */
import type { Lookup } from '../../crypto/lookup.ts'
import type { Rates } from '../../store/contract/limits.ts'
import { Refusal } from '../refusal.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
export const day = 24 * hour

/** `mails` are those that a visitor asks for; the code that follows an approval was asked for by the mailbox. */
export const rateTable = {
  mailsToAddressPerHour: { windowMs: hour, limit: 5 },
  mailsToAddressPerDay: { windowMs: day, limit: 20 },
  mailsFromNetworkPerHour: { windowMs: hour, limit: 20 },
  mailsOfProjectPerHour: { windowMs: hour, limit: 1000 },
  /** Anything that costs a hash or guesses at a token. */
  codesFromNetworkPerMinute: { windowMs: minute, limit: 60 },
  approvalsFromNetworkPerMinute: { windowMs: minute, limit: 60 },
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
  /** Counts a mail that somebody asks for, whether or not it will be sent. @throws {Refusal} COOLDOWN, RATE_LIMITED. */
  readonly mail: (mail: AskedMail) => Promise<void>
}

export type AskedMail = {
  readonly addressHash: string
  readonly projectId: string
  readonly jkt: string
  readonly network: string
  readonly now: number
}

export function createRateKeeper(rates: Rates, lookup: Lookup, limits: RateLimits = {}): RateKeeper {
  async function hit(rule: RateRule, subject: string, now: number): Promise<void> {
    const { windowMs, limit } = rateTable[rule]
    const keyHash = lookup('network', `${rule}|${subject}`)
    const counted = await rates.hit({ bucket: rule, keyHash, windowMs, limit: limits[rule] ?? limit, now })
    if (!counted.isAllowed) throw new Refusal('RATE_LIMITED', { retryAfterMs: counted.retryAfterMs })
  }
  return {
    hit,
    async mail({ addressHash, projectId, jkt, network, now }) {
      const keyHash = lookup('address', `mail|${addressHash}|${jkt}`)
      const spaced = await rates.space({ bucket: 'mailSpacing', keyHash, spacingMs: resendSpacingMs, now })
      if (!spaced.isAllowed) throw new Refusal('COOLDOWN', { retryAfterMs: spaced.retryAfterMs })
      await hit('mailsFromNetworkPerHour', network, now)
      await hit('mailsToAddressPerHour', addressHash, now)
      await hit('mailsToAddressPerDay', addressHash, now)
      await hit('mailsOfProjectPerHour', projectId, now)
    },
  }
}
