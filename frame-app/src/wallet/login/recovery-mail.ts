/**
 * The email of the recovery service, which asks the user to pick a number before a share is released. It is usually sent when a device is
 * approved, so that both emails arrive together. Kept in memory, as the login is.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { recoveryEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import { loginError } from '../../shared/login/failure.ts'
import { createShown, type Shown } from '../account-pages/shown.ts'
import { ServiceRefusal } from '../custody/service.ts'
import type { Http } from './http.ts'

export interface RecoveryMailing {
  /**
   * Waits until the user picks the number in the recovery service's own email, then calls `release` with the id of that check and returns its result.
   * The email is usually sent when the device is approved, so that both emails arrive together; otherwise it is sent now, and sent again if
   * the service has lost the earlier check.
   */
  confirmRecovery<T>(
    email: string,
    signal: AbortSignal,
    release: (checkId: string) => Promise<T>,
    copyTo?: string,
  ): Promise<T>
  /** That email, while it waits for the user. */
  readonly recoveryMail: Pick<Shown<RecoveryMail | undefined>, 'get' | 'subscribe'>
  /** Sends it again, with another number. */
  resendRecovery(): Promise<void>
  /** The user does not answer it now: whoever waits is refused. */
  declineRecovery(): void
  /** Has that email sent now; with `copyTo`, the one that asks whether the new address opens the wallet too. */
  askRecovery(email: string, copyTo?: string): void
  /** Forgets the check, after its use or after a sign-out. */
  forgetRecovery(): void
}

export interface RecoveryMail {
  readonly email: string
  /** The number to pick in it. */
  readonly match: string
  /** Another one cannot be requested before this time, in milliseconds of this device's clock. */
  readonly resendAt: number
  /** Another one is being requested. */
  readonly isSending: boolean
}

export interface RecoveryMailContext {
  readonly projectId: string
  /** The host page's origin, as the browser reports it. */
  readonly hostOrigin: string
  readonly recovery: Http | undefined
  readonly now: () => number
}

/** One device's request to one mailbox; kept for a while, so that a failure halfway needs no second email. */
interface Check {
  readonly email: string
  readonly copyTo: string | undefined
  readonly started: Promise<{ readonly checkId: string; readonly matchNumber: number; readonly resendAfter: number }>
  /** Unix ms. */
  readonly startedAt: number
  /** Unix ms. */
  readonly until: number
}

export function createRecoveryMail({ projectId, hostOrigin, recovery, now }: RecoveryMailContext): RecoveryMailing {
  let check: Check | undefined
  let declined: AbortController | undefined
  /** Ends the wait for an email when another one was sent in its place. */
  let replaced = new AbortController()
  const recoveryMail = createShown<RecoveryMail | undefined>(undefined)

  const startCheck = (email: string, copyTo?: string): Check | undefined => {
    const isOther = check?.email !== email || check.copyTo !== copyTo
    if (check && (isOther || check.until <= now())) check = undefined
    if (!check && recovery) {
      const own = newCheck(recovery, email, copyTo)
      check = own
      own.started.catch(() => drop(own))
    }
    return check
  }
  const newCheck = (service: Http, email: string, copyTo: string | undefined): Check => {
    const request = { email, projectId, hostOrigin, ...(copyTo !== undefined && { copyTo }) }
    const started = service(recoveryEndpoints.checkStart, { request })
    return { email, copyTo, started, startedAt: now(), until: now() + serviceLimits.flowLifetime * 1000 }
  }
  const drop = (own: Check) => {
    if (check === own) check = undefined
  }
  /** @throws {AirlockError} if the user declined or did not answer in time; {@link ServiceRefusal} CHECK_*: no longer valid. */
  const answered = async (own: Check, signal: AbortSignal): Promise<string> => {
    const { checkId, matchNumber, resendAfter } = await own.started
    let isShown = false
    let failures = 0
    for (let hasWaited = false; ; hasWaited = true) {
      signal.throwIfAborted()
      // At first only a look, so that the number is soon on screen.
      const request = { checkId, wait: hasWaited ? longPoll : 0 }
      const look = recovery?.(recoveryEndpoints.checkVerify, { request, signal })
      const answer = await look?.catch((error: unknown) => {
        signal.throwIfAborted()
        failures += 1
        if (isShown && failures <= missedLooks && isUnreachable(error)) return undefined
        throw error
      })
      if (!answer && failures > 0) {
        await pause(missedPauseMs, signal)
        continue
      }
      failures = 0
      if (answer?.status === 'approved') return checkId
      if (answer?.status === 'pending') {
        const resendAt = own.startedAt + resendAfter * 1000
        if (!isShown) recoveryMail.set({ email: own.email, match: String(matchNumber), resendAt, isSending: false })
        isShown = true
        continue
      }
      if (answer?.status === 'expired' && !hasWaited) throw new ServiceRefusal('CHECK_EXPIRED')
      drop(own)
      throw loginError({ reason: answer?.status === 'denied' ? 'DENIED' : 'EXPIRED' })
    }
  }

  return {
    askRecovery(email, copyTo) {
      startCheck(email, copyTo)?.started.catch(() => {}) // retried when it is needed
    },
    recoveryMail,
    async resendRecovery() {
      const before = check
      const shown = recoveryMail.get()
      if (!before || !recovery || !shown || shown.isSending || now() < shown.resendAt) return
      recoveryMail.set({ ...shown, isSending: true })
      const next = newCheck(recovery, before.email, before.copyTo)
      try {
        await next.started
      } catch (error) {
        // The earlier email stays valid.
        const retryAfter = error instanceof ServiceRefusal ? error.retryAfter : undefined
        const resendAt = now() + (retryAfter ?? serviceLimits.resendAfter) * 1000
        if (recoveryMail.get()) recoveryMail.set({ ...shown, resendAt })
        return
      }
      // It may have been answered meanwhile.
      if (check !== before || !recoveryMail.get()) return
      check = next
      replaced.abort()
    },
    declineRecovery: () => declined?.abort(new AirlockError('USER_REJECTED')),
    async confirmRecovery(email, signal, release, copyTo) {
      declined = new AbortController()
      const ends = AbortSignal.any([signal, declined.signal])
      for (;;) {
        const earlier = check
        const own = startCheck(email, copyTo)
        if (!own) throw new AirlockError('NOT_AVAILABLE')
        replaced = new AbortController()
        const { signal: again } = replaced
        try {
          const checkId = await answered(own, AbortSignal.any([ends, again])).finally(() => {
            if (!again.aborted) recoveryMail.set(undefined)
          })
          return await release(checkId)
        } catch (error) {
          if (ends.aborted) recoveryMail.set(undefined)
          ends.throwIfAborted() // after an abort, no other email is sent
          if (again.aborted) continue
          if (!(error instanceof ServiceRefusal) || !lostCheck.has(error.code)) throw error
          drop(own)
          // If the check was just created, another email would not help.
          if (own !== earlier) throw error
        }
      }
    },
    forgetRecovery() {
      check = undefined
    },
  }
}

/** In seconds; less than the 30 that the modal waits. */
export const longPoll = 20

/**
 * How many looks in a row may fail while the user is in the mailbox, and the pause after each, in milliseconds: a phone that changes its network
 * loses the one that waits.
 */
const missedLooks = 5
const missedPauseMs = 2000

const isUnreachable = (error: unknown): boolean => error instanceof ServiceRefusal && error.code === 'UNREACHABLE'

/** Ends early when the signal is aborted. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

const lostCheck: ReadonlySet<string> = new Set(['CHECK_UNKNOWN', 'CHECK_EXPIRED', 'CHECK_NOT_APPROVED'])
