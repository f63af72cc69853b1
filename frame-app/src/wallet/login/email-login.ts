/**
 * The login by e-mail as the modal drives it: a mail, the approval of this device where it is new, a code. The flow lives in memory; a
 * document that is loaded anew begins again. Nothing here touches a key: it ends with a session.
 */

import type { WalletEnd } from '@airlock/protocol/contracts/wallet-link/types.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { recoveryEndpoints, walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import { type LoginFailure, loginError } from '../../shared/login/failure.ts'
import { ServiceRefusal } from '../custody/service.ts'
import type { Http } from './http.ts'
import type { Session } from './session.ts'
import type { LoginStore } from './store.ts'

type Answers = { [K in 'CONNECT_EMAIL' | 'CONNECT_DEVICE']: WalletEnd['app']['handles'][K]['response'] }

export interface EmailLogin {
  /** Starts a login, or sends its mail again. */
  start(email: string): Promise<Answers['CONNECT_EMAIL']>
  awaitApproval(signal: AbortSignal): Promise<Answers['CONNECT_DEVICE']>
  verify(otp: string): Promise<void>
  /**
   * The recovery service's own question to the mailbox, once it has been answered with yes: its id. Asked while the device is approved,
   * so that both mails come together; otherwise now.
   */
  confirmRecovery(email: string, signal: AbortSignal): Promise<string>
}

export interface EmailLoginContext {
  readonly projectId: string
  /** The page around the wallet, as the browser says. */
  readonly hostOrigin: string
  readonly http: Http
  readonly recovery: Http | undefined
  readonly session: Session
  readonly store: LoginStore
  readonly now: () => number
}

interface Flow {
  readonly flowId: string
  readonly email: string
  readonly action: 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'
  readonly match: number | undefined
}

export function createEmailLogin(context: EmailLoginContext): EmailLogin {
  const { projectId, hostOrigin, http, recovery, session, store, now } = context
  let flow: Flow | undefined
  let check: { readonly email: string; readonly id: Promise<string> } | undefined

  const current = (): Flow => {
    if (!flow) throw loginError({ reason: 'EXPIRED' })
    return flow
  }
  const begin = async (email: string) => {
    const started = await http(walletEndpoints.emailStart, { request: { email, projectId, hostOrigin } })
    const { flowId, action, matchNumber, expiresIn, resendAfter } = started
    flow = { flowId, email, action, match: matchNumber }
    return { expiresIn, resendIn: resendAfter }
  }
  /** The mail of a flow that waits; a flow that has ended meanwhile is begun anew. */
  const again = async ({ flowId, email }: Flow) => {
    try {
      const { resendAfter } = await http(walletEndpoints.emailResend, { request: { flowId } })
      return { resendIn: resendAfter }
    } catch (error) {
      if (error instanceof ServiceRefusal && endedFlow.has(error.code)) return begin(email)
      throw error
    }
  }
  const startCheck = (email: string): Promise<string> => {
    if (check?.email !== email && recovery) {
      const request = { email, projectId, hostOrigin }
      const id = recovery(recoveryEndpoints.checkStart, { request }).then(({ checkId }) => checkId)
      const own = { email, id }
      check = own
      id.catch(() => {
        if (check === own) check = undefined
      })
    }
    return check?.id ?? Promise.reject(new AirlockError('NOT_AVAILABLE'))
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
            // Both mails are on their way while the person looks for the code.
            if (answer.recovery === 'escrow') void startCheck(email).catch(() => {}) // asked again when it is needed
            return { status: 'approved' }
        }
      }),
    verify: (otp) =>
      told(async () => {
        const { flowId, email } = current()
        session.begin(await http(walletEndpoints.emailVerify, { request: { flowId, otp } }))
        flow = undefined
        store.write('email', email)
        store.remove('lastEmailLoginTime')
      }),
    async confirmRecovery(email, signal) {
      const checkId = await startCheck(email)
      for (;;) {
        signal.throwIfAborted()
        const request = { checkId, wait: longPoll }
        const answer = await recovery?.(recoveryEndpoints.checkVerify, { request, signal })
        if (answer?.status === 'approved') return checkId
        if (answer?.status === 'pending') continue
        check = undefined
        throw loginError({ reason: answer?.status === 'denied' ? 'DENIED' : 'EXPIRED' })
      }
    },
  }
}

/** Seconds: leaves room below the 30 that the modal waits for. */
const longPoll = 20

const endedFlow: ReadonlySet<string> = new Set(['FLOW_UNKNOWN', 'FLOW_EXPIRED', 'FLOW_DENIED'])

/** What people are told of each refusal. Those that are in no row are ours to repair. */
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
  ORIGIN_NOT_ALLOWED: 'ORIGIN_NOT_ALLOWED',
  PROJECT_INVALID: 'ORIGIN_NOT_ALLOWED',
  UNAVAILABLE: 'UNAVAILABLE',
  UNREACHABLE: 'UNAVAILABLE',
}

/** A refusal of the service in the words that both ends of the wallet link know. */
export async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
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
