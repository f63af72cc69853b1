/**
 * The email login, driven by the modal: an email, approval of a new device, a code. The flow lives in memory, so a
 * reloaded document starts over. No keys are involved: the result is a session.
 */

import type { WalletEnd } from '@airlock/protocol/contracts/wallet-link/types.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { recoveryEndpoints, walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import { normalizeAddress } from '@airlock/protocol/wallet-service/texts.ts'
import { type LoginFailure, loginError } from '../../shared/login/failure.ts'
import { createShown, type Shown } from '../account-pages/shown.ts'
import { ServiceRefusal } from '../custody/service.ts'
import { KeyWorkerError } from '../key-link/failure.ts'
import type { Http } from './http.ts'
import type { Session } from './session.ts'
import type { LoginStore } from './store.ts'

type Answers = { [K in 'CONNECT_EMAIL' | 'CONNECT_DEVICE']: WalletEnd['app']['handles'][K]['response'] }

export interface EmailLogin {
  /** Starts a login, or resends its email. */
  start(email: string): Promise<Answers['CONNECT_EMAIL']>
  awaitApproval(signal: AbortSignal): Promise<Answers['CONNECT_DEVICE']>
  verify(otp: string): Promise<void>
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

export interface EmailLoginContext {
  readonly projectId: string
  /** The host page's origin, as the browser reports it. */
  readonly hostOrigin: string
  readonly http: Http
  readonly recovery: Http | undefined
  readonly session: Session
  readonly store: LoginStore
  /** Gives this device a new key and id, after the service has removed it. */
  readonly renewDevice: () => Promise<unknown>
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

interface Flow {
  readonly flowId: string
  readonly email: string
  readonly action: 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'
  readonly match: number | undefined
}

export function createEmailLogin(context: EmailLoginContext): EmailLogin {
  const { projectId, hostOrigin, http, recovery, session, store, renewDevice, now } = context
  let flow: Flow | undefined
  let check: Check | undefined
  let declined: AbortController | undefined
  /** Ends the wait for an email when another one was sent in its place. */
  let replaced = new AbortController()
  const recoveryMail = createShown<RecoveryMail | undefined>(undefined)

  const current = (): Flow => {
    if (!flow) throw loginError({ reason: 'EXPIRED' })
    return flow
  }
  const isSignedInAs = (email: string): boolean => {
    const kept = session.userId() === undefined ? undefined : store.read('email')
    return kept !== undefined && normalizeAddress(kept) === normalizeAddress(email)
  }
  const begin = async (email: string): Promise<{ readonly expiresIn: number; readonly resendIn: number }> => {
    const isOwn = isSignedInAs(email)
    const request = { email, projectId, hostOrigin, ...(!isOwn && withoutSession) }
    const started = await http(walletEndpoints.emailStart, { request })
    const { flowId, action, matchNumber, expiresIn, resendAfter } = started
    // Another tab may have signed in another user meanwhile. With CONNECT, the modal would get the account of that session.
    if (action === 'CONNECT' && !isSignedInAs(email)) {
      if (isOwn) return begin(email)
      throw new ServiceRefusal('UNREACHABLE') // the answer does not fit the request
    }
    if (action === 'CONNECT') session.connectHere()
    flow = { flowId, email, action, match: matchNumber }
    return { expiresIn, resendIn: resendAfter }
  }
  /** Resends the email of a pending flow, or restarts a flow that has ended. */
  const again = async ({ flowId, email }: Flow) => {
    try {
      const { resendAfter } = await http(walletEndpoints.emailResend, { request: { flowId } })
      return { resendIn: resendAfter }
    } catch (error) {
      if (error instanceof ServiceRefusal && endedFlow.has(error.code)) return begin(email)
      throw error
    }
  }
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

  const ask = (email: string, copyTo?: string) => {
    startCheck(email, copyTo)?.started.catch(() => {}) // retried when it is needed
  }
  /** A device that was removed while signed out learns of it here, and gets a new key and id. */
  const refused = async (error: unknown): Promise<never> => {
    if (error instanceof ServiceRefusal && error.code === 'DEVICE_REVOKED') await renewDevice()
    throw error
  }

  return {
    start: (email) =>
      told(async () => {
        const last = store.read('lastEmailLoginTime')
        const waitMs = last === undefined ? 0 : last + serviceLimits.resendAfter * 1000 - now()
        if (waitMs > 0 && waitMs <= serviceLimits.resendAfter * 1000)
          throw loginError({ reason: 'COOL_DOWN', retryIn: Math.ceil(waitMs / 1000) })
        const isSame = flow?.email === email && flow.action !== 'CONNECT'
        const mailed = isSame && flow ? await again(flow) : await begin(email)
        store.write('lastEmailLoginTime', now())
        const { action, match } = current()
        return { action, ...(match !== undefined && { match: String(match) }), ...mailed }
      }),
    awaitApproval: (signal) =>
      told(async () => {
        const { flowId, email } = current()
        const wait = String(longPoll)
        const answer = await http(walletEndpoints.emailFlow, { request: { wait }, path: { flowId }, signal })
        switch (answer.status) {
          case 'pending':
            return { status: 'pending' }
          case 'denied':
          case 'expired':
            flow = undefined
            throw loginError({ reason: answer.status === 'denied' ? 'DENIED' : 'EXPIRED' })
          case 'approved':
            flow = { ...current(), action: 'VERIFY_OTP' }
            // Has the second email sent now, while the user looks for the code.
            if (answer.recovery === 'escrow') ask(email)
            return { status: 'approved' }
        }
      }),
    verify: (otp) =>
      told(async () => {
        const { flowId, email } = current()
        session.begin(await http(walletEndpoints.emailVerify, { request: { flowId, otp } }).catch(refused))
        session.connectHere()
        flow = undefined
        store.write('email', email)
        store.remove('lastEmailLoginTime', 'social', 'socialUsername')
      }),
    askRecovery: ask,
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
const longPoll = 20

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

/** The service may think that this device is signed in, if an earlier answer was lost. */
const withoutSession = { withoutSession: true } as const

const endedFlow: ReadonlySet<string> = new Set(['FLOW_UNKNOWN', 'FLOW_EXPIRED', 'FLOW_DENIED'])

const lostCheck: ReadonlySet<string> = new Set(['CHECK_UNKNOWN', 'CHECK_EXPIRED', 'CHECK_NOT_APPROVED'])

/** User-facing reason per refusal. Codes without a row are bugs of ours. */
const reasons: Readonly<Partial<Record<ServiceRefusal['code'], LoginFailure['reason']>>> = {
  BAD_REQUEST: 'INVALID_EMAIL',
  COOLDOWN: 'COOL_DOWN',
  RATE_LIMITED: 'RATE_LIMITED',
  FLOW_UNKNOWN: 'EXPIRED',
  FLOW_EXPIRED: 'EXPIRED',
  FLOW_DENIED: 'DENIED',
  OTP_INVALID: 'WRONG_CODE',
  OTP_EXPIRED: 'EXPIRED',
  OTP_LOCKED: 'LOCKED',
  CHECK_UNKNOWN: 'EXPIRED',
  CHECK_EXPIRED: 'EXPIRED',
  LOGIN_REMOVED: 'LOGIN_REMOVED',
  DEVICE_REVOKED: 'DEVICE_REMOVED',
  TOO_MANY: 'TOO_MANY_DEVICES',
  ORIGIN_NOT_ALLOWED: 'ORIGIN_NOT_ALLOWED',
  PROJECT_INVALID: 'ORIGIN_NOT_ALLOWED',
  UNAVAILABLE: 'UNAVAILABLE',
  UNREACHABLE: 'UNAVAILABLE',
}

/** Converts refusals of the service or the browser into login errors that both ends of the wallet link know. */
export async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof KeyWorkerError && error.code === 'STORAGE') throw loginError({ reason: 'STORAGE_BLOCKED' })
    const reason = error instanceof ServiceRefusal ? reasons[error.code] : undefined
    if (!(error instanceof ServiceRefusal) || !reason) throw error
    const { retryAfter: retryIn, left: triesLeft } = error
    throw loginError({
      reason,
      ...(retryIn !== undefined && { retryIn }),
      ...(triesLeft !== undefined && { triesLeft }),
    })
  }
}
