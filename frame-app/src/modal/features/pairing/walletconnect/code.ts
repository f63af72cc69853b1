/** The pairing code `wc:<topic>@2?relay-protocol=irn&symKey=<key>&expiryTimestamp=<s>`, and how long it is shown. */

/** Lifetime of a code: it is treated as used up a minute before the relay forgets it (specification §4). */
export const lifeMs = 240_000
/** A code with less time left counts as expired, because a scan would come too late. */
const marginMs = 10_000
/** A new code is requested this long before the old one expires. */
const leadMs = 10_000
/** Minimum time between two attempts. */
export const retryAfterMs = 1_000

export interface Code {
  readonly uri: string
  readonly expiresAt: number
}

const hex64 = /^[0-9a-f]{64}$/
const form = /^wc:([0-9a-f]{64})@2\?([\w\-=&.~%]{1,512})$/

/** `undefined` if wallets of this protocol cannot read it: such a code is never shown, copied or put into a link. */
export function readCode(uri: string | undefined, madeAt: number): Code | undefined {
  const [, , query] = form.exec(uri ?? '') ?? []
  if (uri === undefined || query === undefined) return undefined
  const params = new URLSearchParams(query)
  if (!hex64.test(params.get('symKey') ?? '') || params.get('relay-protocol') !== 'irn') return undefined
  // Some clients write no expiry into the code; then only our own limit applies.
  const written = Number(params.get('expiryTimestamp') ?? Number.NaN) * 1000
  const expiresAt = Number.isFinite(written) ? Math.min(written, madeAt + lifeMs) : madeAt + lifeMs
  return { uri, expiresAt }
}

/** The code is not handed out after this time. */
export const usableUntil = ({ expiresAt }: Code): number => expiresAt - marginMs

/** Time until a new code is requested; never negative. */
export const renewIn = (code: Code, now: number): number => Math.max(0, usableUntil(code) - leadMs - now)

/** How long a new attempt has to wait. */
export const waitBeforeRetry = (lastAttemptAt: number, now: number): number =>
  Math.min(retryAfterMs, Math.max(0, lastAttemptAt + retryAfterMs - now))
