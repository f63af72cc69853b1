/**
 * Changing the email address of the embedded wallet: the new address, the code from the current mailbox, the code
 * from the new one. The wallet frame talks to the service; this flow controls the steps and the views. A wallet without an email login gets
 * one with the second code alone.
 */

import type { ModalContext } from '../../core/context.ts'
import { isOpenAtom } from '../../core/modal.ts'
import { stackAtom } from '../../core/router/router.ts'
import type { ViewName } from '../../core/router/routes.ts'
import { slowAfterMs } from '../../core/scope.ts'
import { go } from '../../session/navigate.ts'
import { announce, shake, toast, track } from '../../session/notify.ts'
import { reachWallet, refreshUser } from '../embedded/embedded-wallet.ts'
import { whileWalletAsks } from '../embedded/wallet-screen.ts'
import { troubleOf, warnOfTrouble } from './login-trouble.ts'
import { type EmailChange, emailChangeAtom, noEmailChange } from './state/email-change.ts'
import type { Trouble } from './state/email-login.ts'

const coolDownMs = 30_000
const views: ReadonlySet<ViewName> = new Set(['UpdateEmailWallet', 'UpdateEmailPrimaryOtp', 'UpdateEmailSecondaryOtp'])

type Code = Extract<EmailChange, { step: 'code' }>

export function openEmailChange(context: ModalContext): void {
  begin(context)
  go.push(context, { view: 'UpdateEmailWallet' })
}

export async function submitNewEmail(context: ModalContext, newEmail: string): Promise<void> {
  const signal = context.scope.current('emailChange') ?? begin(context)
  const { store } = context
  const state = store.get(emailChangeAtom)
  if (state.step !== 'field' || state.isSending) return
  track(context, 'EMAIL_EDIT')
  show(context, signal, { step: 'field', isSending: true, newEmail })
  announce(context, 'live.email.sending')
  try {
    const { app } = await reachWallet(context)
    const { action, ...mail } = await app.request('UPDATE_EMAIL', { email: newEmail }, { signal })
    if (signal.aborted) return
    const side = action === 'VERIFY_PRIMARY_OTP' ? 'primary' : 'secondary'
    show(context, signal, codeStep(side, newEmail, mail))
    go.replace(context, { view: side === 'primary' ? 'UpdateEmailPrimaryOtp' : 'UpdateEmailSecondaryOtp' })
  } catch (thrown) {
    fail(context, signal, thrown, (trouble) => ({ step: 'field', isSending: false, newEmail, trouble }))
  }
}

export async function submitChangeCode(context: ModalContext, otp: string): Promise<void> {
  const signal = context.scope.current('emailChange')
  const before = context.store.get(emailChangeAtom)
  if (!signal || before.step !== 'code' || before.check.status === 'checking') return
  const check = (isSlow: boolean) => show(context, signal, { ...before, check: { status: 'checking', isSlow } })
  check(false)
  const slow = context.scope.after(slowAfterMs, () => check(true))
  try {
    if (before.side === 'primary') await submitPrimary(context, before, otp, signal)
    else await submitSecondary(context, otp, signal)
  } catch (thrown) {
    fail(context, signal, thrown, (trouble) => {
      shake(context)
      return { ...before, check: { status: 'refused', trouble } }
    })
  } finally {
    slow()
  }
}

async function submitPrimary(context: ModalContext, { newEmail }: Code, otp: string, signal: AbortSignal) {
  const { app } = await reachWallet(context)
  const { isConfirmAsked = false, ...mail } = await app.request('UPDATE_EMAIL_PRIMARY_OTP', { otp }, { signal })
  if (signal.aborted) return
  show(context, signal, { ...codeStep('secondary', newEmail, mail), isConfirmAsked })
  go.replace(context, { view: 'UpdateEmailSecondaryOtp' })
}

async function submitSecondary(context: ModalContext, otp: string, signal: AbortSignal) {
  const { app } = await reachWallet(context)
  // The wallet shows the number that a second email asks for.
  const work = () => app.request('UPDATE_EMAIL_SECONDARY_OTP', { otp }, { signal })
  await whileWalletAsks(context, work, () => {})
  await refreshUser(context)
  if (signal.aborted) return
  toast(context, 'success', 'toast.emailChanged')
  go.reset(context, { view: 'Account' })
}

/** "Try again": back to the field, with the address that was typed. */
export function startOver(context: ModalContext): void {
  const before = context.store.get(emailChangeAtom)
  const signal = begin(context)
  const { newEmail } = before
  if (newEmail !== undefined) show(context, signal, { ...noEmailChange, newEmail })
  go.replace(context, { view: 'UpdateEmailWallet' })
}

/** One change at a time; it ends when its views are left, or the modal is closed. */
function begin(context: ModalContext): AbortSignal {
  const { store, scope } = context
  const signal = scope.begin('emailChange')
  store.set(emailChangeAtom, noEmailChange)
  let hasBegun = false
  const look = () => {
    const isThere = store.get(stackAtom).steps.some(({ route }) => views.has(route.view))
    hasBegun ||= isThere
    if ((hasBegun && !isThere) || !store.get(isOpenAtom)) scope.abort('emailChange')
  }
  const stops = [store.sub(stackAtom, look), store.sub(isOpenAtom, look)]
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
  })
  return signal
}

function codeStep(
  side: Code['side'],
  newEmail: string,
  { expiresIn, resendIn }: { expiresIn?: number | undefined; resendIn?: number | undefined },
): Code {
  return {
    step: 'code',
    side,
    newEmail,
    validMinutes: expiresIn === undefined ? undefined : Math.max(1, Math.floor(expiresIn / 60)),
    againAt: Date.now() + (resendIn === undefined ? coolDownMs : resendIn * 1000),
    isConfirmAsked: false,
    check: { status: 'asking' },
  }
}

function show({ store }: ModalContext, signal: AbortSignal, state: EmailChange): void {
  if (!signal.aborted) store.set(emailChangeAtom, state)
}

function fail(context: ModalContext, signal: AbortSignal, thrown: unknown, next: (trouble: Trouble) => EmailChange) {
  if (signal.aborted) return
  const trouble = troubleOf(thrown)
  warnOfTrouble(context, trouble)
  show(context, signal, next(trouble))
}
