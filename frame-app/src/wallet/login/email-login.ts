/**
 * The email login, driven by the modal: an email, approval of a new device, a code. The flow lives in memory, so a
 * reloaded document starts over. No keys are involved: the result is a session.
 */
import type { WalletEnd } from '@airlock/protocol/contracts/wallet-link/types.ts'
import { walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import { normalizeAddress } from '@airlock/protocol/wallet-service/texts.ts'
import { type LoginFailure, loginError } from '../../shared/login/failure.ts'
import { ServiceRefusal } from '../custody/service.ts'
import { KeyWorkerError } from '../key-link/failure.ts'
import type { Http } from './http.ts'
import { createRecoveryMail, longPoll, type RecoveryMailContext, type RecoveryMailing } from './recovery-mail.ts'
import type { Session } from './session.ts'
import type { LoginStore } from './store.ts'

type Answers = { [K in 'CONNECT_EMAIL' | 'CONNECT_DEVICE']: WalletEnd['app']['handles'][K]['response'] }

export interface EmailLogin extends RecoveryMailing {
  /** Starts a login, or resends its email. */
  start(email: string): Promise<Answers['CONNECT_EMAIL']>
  awaitApproval(signal: AbortSignal): Promise<Answers['CONNECT_DEVICE']>
  verify(otp: string): Promise<void>
}

export interface EmailLoginContext extends RecoveryMailContext {
  readonly http: Http
  readonly session: Session
  readonly store: LoginStore
  /** Gives this device a new key and id, after the service has removed it. */
  readonly renewDevice: () => Promise<unknown>
}

interface Flow {
  readonly flowId: string
  readonly email: string
  readonly action: 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'
  readonly match: number | undefined
}

export function createEmailLogin(context: EmailLoginContext): EmailLogin {
  const { projectId, hostOrigin, http, session, store, now } = context
  const mail = createRecoveryMail(context)
  let flow: Flow | undefined
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

  return {
    ...mail,
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
            if (answer.recovery === 'escrow') mail.askRecovery(email)
            return { status: 'approved' }
        }
      }),
    verify: (otp) =>
      told(async () => {
        const { flowId, email } = current()
        session.begin(await http(walletEndpoints.emailVerify, { request: { flowId, otp } }).catch(refused(context)))
        session.connectHere()
        flow = undefined
        store.write('email', email)
        store.remove('lastEmailLoginTime', 'social', 'socialUsername')
      }),
  }
}

/** The service may think that this device is signed in, if an earlier answer was lost. */
const withoutSession = { withoutSession: true } as const

const endedFlow: ReadonlySet<string> = new Set(['FLOW_UNKNOWN', 'FLOW_EXPIRED', 'FLOW_DENIED'])

export type Reasons = Readonly<Partial<Record<ServiceRefusal['code'], LoginFailure['reason']>>>
/** User-facing reason per refusal. Codes without a row are bugs of ours. */
const reasons: Reasons = {
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

/** A device that was removed while signed out learns of it here, and gets a new key and id: so the next login works. */
export const refused =
  ({ renewDevice }: Pick<EmailLoginContext, 'renewDevice'>) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof ServiceRefusal && error.code === 'DEVICE_REVOKED') await renewDevice()
    throw error
  }

/**
 * Converts refusals of the service or the browser into login errors that both ends of the wallet link know.
 * @param ofThisLogin beside the refusals that every login knows
 */
export async function told<T>(work: () => Promise<T>, ofThisLogin: Reasons = {}): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof KeyWorkerError && error.code === 'STORAGE') throw loginError({ reason: 'STORAGE_BLOCKED' })
    const reason = error instanceof ServiceRefusal ? (ofThisLogin[error.code] ?? reasons[error.code]) : undefined
    if (!(error instanceof ServiceRefusal) || !reason) throw error
    const { retryAfter: retryIn, left: triesLeft } = error
    throw loginError({
      reason,
      ...(retryIn !== undefined && { retryIn }),
      ...(triesLeft !== undefined && { triesLeft }),
    })
  }
}
