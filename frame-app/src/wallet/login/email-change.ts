/**
 * Change of the account's email address, driven by the modal: a code from the current address, one from the new address. The flow lives in
 * memory, so a reloaded document starts over. If the recovery service keeps a half for the current mailbox, that mailbox first agrees that
 * the new one releases it too: otherwise the wallet would no longer open on new devices.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { recoveryEndpoints, walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import { loginEndpoints } from '@airlock/protocol/wallet-service/login-endpoints.ts'
import { loginError } from '../../shared/login/failure.ts'
import { ServiceRefusal } from '../custody/service.ts'
import { type EmailLogin, type Reasons, told as toldByEmail } from './email-login.ts'
import type { Http } from './http.ts'
import type { Session } from './session.ts'
import type { LoginStore } from './store.ts'

export type EmailChange = ReturnType<typeof createEmailChange>

export interface EmailChangeContext {
  readonly recovery: Http | undefined
  readonly session: Pick<Session, 'call' | 'isConnectedHere'>
  readonly login: Pick<EmailLogin, 'askRecovery' | 'confirmRecovery' | 'forgetRecovery'>
  readonly store: Pick<LoginStore, 'write'>
}

interface Flow {
  readonly flowId: string
  readonly newEmail: string
  /** The mailbox that has to agree; `undefined` once it has. */
  readonly asks?: string | undefined
}

export function createEmailChange({ recovery, session, login, store }: EmailChangeContext) {
  let flow: Flow | undefined
  const current = (): Flow => {
    if (!flow) throw loginError({ reason: 'EXPIRED' })
    return flow
  }
  const first = async () => (await session.call(loginEndpoints.logins, { request: {} })).logins[0]
  const wallet = () => session.call(walletEndpoints.wallets, { request: {} })
  /** The mailbox of the recovery service, if the change replaces it. */
  const mailboxToAsk = async (): Promise<string | undefined> => {
    const login = await first()
    if (!recovery || login?.provider !== undefined) return undefined
    const { methods } = await wallet()
    return methods.some(({ kind }) => kind === 'escrow') ? login?.email : undefined
  }
  const copyHalves = async (checkId: string): Promise<void> => {
    const { wallet: own, methods } = await wallet()
    if (!recovery || !own) throw new ServiceRefusal('WALLET_UNKNOWN')
    for (const { kind, methodId } of methods)
      if (kind === 'escrow')
        await recovery(recoveryEndpoints.shareCopy, { request: { checkId, walletId: own.walletId, methodId } })
  }

  return {
    start: (newEmail: string) =>
      told(async () => {
        if (!session.isConnectedHere()) throw new AirlockError('UNAUTHORIZED')
        flow = undefined
        login.forgetRecovery()
        const { flowId, action, expiresIn } = await session.call(loginEndpoints.emailUpdateStart, {
          request: { newEmail },
        })
        flow = { flowId, newEmail }
        return { action, expiresIn, resendIn: serviceLimits.resendAfter }
      }),

    verifyPrimary: (otp: string) =>
      told(async () => {
        const { flowId, newEmail } = current()
        // First what can be asked again: the code counts once.
        const asks = await mailboxToAsk()
        await session.call(loginEndpoints.emailUpdateVerifyPrimary, { request: { flowId, otp } })
        if (asks !== undefined) login.askRecovery(asks, newEmail)
        flow = { flowId, newEmail, asks }
        return {
          isConfirmAsked: asks !== undefined,
          expiresIn: serviceLimits.otpLifetime,
          resendIn: serviceLimits.resendAfter,
        }
      }),

    /** Waits until the current mailbox has agreed, if it has to. */
    verifySecondary: (otp: string, signal: AbortSignal) =>
      told(async () => {
        const { flowId, newEmail, asks } = current()
        if (asks !== undefined) {
          await login.confirmRecovery(asks, signal, copyHalves, newEmail)
          flow = { flowId, newEmail }
        }
        signal.throwIfAborted()
        const { email } = await session.call(loginEndpoints.emailUpdateVerifySecondary, { request: { flowId, otp } })
        flow = undefined
        login.forgetRecovery()
        // It is changed, also if this is not answered.
        const user = await session.call(walletEndpoints.user, { request: {} }).catch(() => ({ email }))
        if (user.email !== undefined) store.write('email', user.email)
        return { newEmail: email }
      }),
  }
}

const reasons: Reasons = {
  REAUTH_REQUIRED: 'NEEDS_LOGIN',
  IDENTITY_TAKEN: 'ADDRESS_TAKEN',
  SHARE_EXISTS: 'ADDRESS_TAKEN',
  EMAIL_UNCHANGED: 'INVALID_EMAIL',
  TOO_MANY: 'TOO_MANY_LOGINS',
}

const told = <T>(work: () => Promise<T>): Promise<T> => toldByEmail(work, reasons)
