/**
 * Signing in by email: the user requests an email, approves this browser from it,
 * types the code of a second email, and the wallet opens. The wallet frame talks to the service; this flow controls the
 * steps and the views.
 */
import type { WalletLinkModalEnd } from '@airlock/protocol/contracts/wallet-link/types.ts'
import type { ModalContext } from '../../core/context.ts'
import { optionsAtom } from '../../core/options.ts'
import { routeAtom } from '../../core/router/router.ts'
import type { Route } from '../../core/router/routes.ts'
import { go } from '../../session/navigate.ts'
import { announce, shake, toast, track } from '../../session/notify.ts'
import { addEmbeddedConnectors, reachWallet } from '../embedded/embedded-wallet.ts'
import { closeAfterConnecting } from '../sign-in/close-after-connecting.ts'
import { connectAll, linkSocial, openAccount, standOnServedNetwork } from './connect-embedded.ts'
import { isPassing, troubleOf, warnOfTrouble } from './login-trouble.ts'
import {
  type CodeCheck,
  type DeviceWait,
  type EmailLogin,
  emailLoginAtom,
  type Mail,
  noEmailLogin,
  type Trouble,
} from './state/email-login.ts'

type Answers = { [K in keyof WalletLinkModalEnd['app']['calls']]: WalletLinkModalEnd['app']['calls'][K]['response'] }

/** Time between two emails, unless the wallet says otherwise (specification §9). */
const coolDownMs = 30_000
/** Minimum time between two requests if the service answers at once or not at all. */
const askEveryMs = 3_000

export async function startEmailLogin(context: ModalContext, email: string): Promise<void> {
  const signal = begin(context)
  track(context, 'EMAIL_SUBMITTED')
  standOnServedNetwork(context)
  show(context, signal, { step: 'starting', email })
  announce(context, 'live.email.sending')
  try {
    await follow(context, email, await askForMail(context, email, signal), signal)
  } catch (thrown) {
    fail(context, signal, thrown, (trouble) => ({ step: 'idle', trouble }))
  }
}

/** Requests another email, with a new number or a new code. */
export async function resendMail(context: ModalContext): Promise<void> {
  const { store, scope } = context
  const before = store.get(emailLoginAtom)
  const signal = scope.current('login')
  if (!('mail' in before) || !signal || before.mail.isSending || Date.now() < before.mail.resendAt) return
  const { email } = before.mail
  endPoll(context)
  show(context, signal, { ...before, mail: { ...before.mail, isSending: true } })
  try {
    const answer = await askForMail(context, email, signal)
    if (signal.aborted) return
    await follow(context, email, answer, signal)
    toast(context, 'success', 'toast.codeResent')
  } catch (thrown) {
    const trouble = fail(context, signal, thrown, (found) => afterNoMail(before, found))
    if (before.step === 'device' && before.wait.status !== 'over' && trouble && isTooEarly(trouble))
      scope.run(waitForDevice(context, signal))
  }
}

const isTooEarly = ({ reason }: Trouble) => reason === 'COOL_DOWN' || reason === 'RATE_LIMITED'

/** If requested too early, the previous email stays valid; the countdown shows when another one may be requested. */
function afterNoMail(before: Extract<EmailLogin, { mail: Mail }>, trouble: Trouble): EmailLogin {
  if (isTooEarly(trouble))
    return { ...before, mail: { ...before.mail, isSending: false, resendAt: Date.now() + waitMs(trouble.retryIn) } }
  const mail: Mail = { ...before.mail, isSending: false }
  return before.step === 'code'
    ? { ...before, mail, check: { status: 'refused', trouble } }
    : { ...before, mail, wait: { status: 'over', trouble } }
}

export async function submitCode(context: ModalContext, otp: string): Promise<void> {
  const { store, scope } = context
  const before = store.get(emailLoginAtom)
  const signal = scope.current('login')
  if (before.step !== 'code' || !signal || !isAsking(before.check)) return
  showCheck(context, signal, { status: 'checking' })
  try {
    const { app } = await reachWallet(context)
    await app.request('CONNECT_OTP', { otp }, { signal })
    if (signal.aborted) return
    track(context, 'EMAIL_VERIFICATION_CODE_PASS')
  } catch (thrown) {
    fail(context, signal, thrown, (trouble) => {
      track(context, 'EMAIL_VERIFICATION_CODE_FAIL', { message: trouble.reason })
      shake(context)
      return codeStep(context, { status: 'refused', trouble })
    })
    return
  }
  await openWallet(context)
}

/** The code was right: opens the account. Also "Try again" if the wallet did not open. */
export async function openWallet(context: ModalContext): Promise<void> {
  const signal = context.scope.current('login')
  if (!signal || signal.aborted) return
  await openAccount(context, signal, {
    connect: () => connectByEmail(context, signal),
    show: (check) => showCheck(context, signal, check),
    fail: (thrown) => fail(context, signal, thrown, (trouble) => codeStep(context, { status: 'failed', trouble })),
  })
}

/** Starts a new attempt and cancels the previous one. */
function begin(context: ModalContext): AbortSignal {
  const { store, scope } = context
  scope.abort('connect')
  const signal = scope.begin('login')
  signal.addEventListener('abort', () => {
    endPoll(context)
    store.set(emailLoginAtom, noEmailLogin)
  })
  return signal
}

async function askForMail(
  context: ModalContext,
  email: string,
  signal: AbortSignal,
): Promise<Answers['CONNECT_EMAIL']> {
  const { app } = await reachWallet(context)
  signal.throwIfAborted()
  return app.request('CONNECT_EMAIL', { email }, { signal })
}

async function follow(
  context: ModalContext,
  email: string,
  answer: Answers['CONNECT_EMAIL'],
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return
  const mail = mailOf(email, answer)
  switch (answer.action) {
    case 'VERIFY_DEVICE':
      show(context, signal, { step: 'device', mail, match: answer.match, wait: { status: 'waiting', isSlow: false } })
      stand(context, { view: 'EmailVerifyDevice' })
      context.scope.run(waitForDevice(context, signal))
      return
    case 'VERIFY_OTP':
      track(context, 'EMAIL_VERIFICATION_CODE_SENT')
      show(context, signal, { step: 'code', mail, check: { status: 'asking' } })
      stand(context, { view: 'EmailVerifyOtp' })
      return
    case 'CONNECT':
      // Already signed in with this address.
      await connectByEmail(context, signal)
      if (signal.aborted) return
      if (context.store.get(optionsAtom)?.siwx) await closeAfterConnecting(context, signal, 0)
      else go.reset(context, { view: 'Account' })
  }
}

/** The steps of one login replace each other, so that back leads to the email field. */
function stand(context: ModalContext, route: Route): void {
  const top = context.store.get(routeAtom)?.view
  if (top === 'EmailVerifyDevice' || top === 'EmailVerifyOtp') go.replace(context, route)
  else go.push(context, route)
}

const mailOf = (
  email: string,
  { expiresIn, resendIn }: { expiresIn?: number | undefined; resendIn?: number | undefined },
): Mail => ({
  email,
  resendAt: Date.now() + waitMs(resendIn),
  validMinutes: expiresIn === undefined ? undefined : Math.max(1, Math.floor(expiresIn / 60)),
  isSending: false,
})

const waitMs = (seconds: number | undefined) => (seconds === undefined ? coolDownMs : seconds * 1000)

/** One poll at a time; a new email cancels the wait for the old one. */
const endPoll = ({ scope }: ModalContext) => scope.abort('device')

/** Polls until the user has answered the email. Each request ends within half a minute, so that no connection is open for long. */
async function waitForDevice(context: ModalContext, login: AbortSignal): Promise<void> {
  const { scope } = context
  const signal = AbortSignal.any([login, scope.begin('device')])
  const slow = scope.after(coolDownMs, () => showWait(context, signal, { status: 'waiting', isSlow: true }))
  signal.addEventListener('abort', slow)
  const isSlow = () => {
    const state = context.store.get(emailLoginAtom)
    return state.step === 'device' && Date.now() >= state.mail.resendAt
  }
  while (!signal.aborted) {
    const askedAt = Date.now()
    try {
      const { app } = await reachWallet(context)
      const answer = await app.request('CONNECT_DEVICE', {}, { signal })
      if (signal.aborted) return
      if (answer.status === 'approved') return approved(context, answer, login)
      showWait(context, signal, { status: 'waiting', isSlow: isSlow() })
    } catch (thrown) {
      if (signal.aborted) return
      const trouble = troubleOf(thrown)
      if (!isPassing(trouble)) {
        endPoll(context)
        fail(context, login, thrown, (found) => deviceStep(context, { status: 'over', trouble: found }))
        return
      }
      if (trouble.error.code !== 'TIMEOUT') showWait(context, signal, { status: 'unreachable' })
    }
    await scope.pause(askedAt + askEveryMs - Date.now(), signal)
  }
}

function approved(context: ModalContext, answer: Answers['CONNECT_DEVICE'], signal: AbortSignal): void {
  const state = context.store.get(emailLoginAtom)
  if (state.step !== 'device') return
  endPoll(context)
  track(context, 'DEVICE_REGISTERED_FOR_EMAIL')
  track(context, 'EMAIL_VERIFICATION_CODE_SENT')
  show(context, signal, { step: 'code', mail: mailOf(state.mail.email, answer), check: { status: 'asking' } })
  announce(context, 'live.email.approved')
  stand(context, { view: 'EmailVerifyOtp' })
}

async function connectByEmail(context: ModalContext, signal: AbortSignal): Promise<void> {
  await linkSocial(context)
  const [lead] = addEmbeddedConnectors(context)
  await connectAll(context, signal)
  if (lead && !signal.aborted) track(context, 'CONNECT_SUCCESS', { method: 'email', name: lead.name })
}

const isAsking = ({ status }: CodeCheck) => status === 'asking' || status === 'refused'

function show({ store }: ModalContext, signal: AbortSignal, state: EmailLogin): void {
  if (!signal.aborted) store.set(emailLoginAtom, state)
}

const deviceStep = ({ store }: ModalContext, wait: DeviceWait): EmailLogin => {
  const state = store.get(emailLoginAtom)
  return state.step === 'device' ? { ...state, wait } : state
}
const codeStep = ({ store }: ModalContext, check: CodeCheck): EmailLogin => {
  const state = store.get(emailLoginAtom)
  return state.step === 'code' ? { ...state, check } : state
}
const showWait = (context: ModalContext, signal: AbortSignal, wait: DeviceWait) =>
  show(context, signal, deviceStep(context, wait))
const showCheck = (context: ModalContext, signal: AbortSignal, check: CodeCheck) =>
  show(context, signal, codeStep(context, check))

/** @returns the current step, unless the login was cancelled */
function fail(
  context: ModalContext,
  signal: AbortSignal,
  thrown: unknown,
  next: (trouble: Trouble) => EmailLogin,
): Trouble | undefined {
  if (signal.aborted) return undefined
  const trouble = troubleOf(thrown)
  warnOfTrouble(context, trouble)
  show(context, signal, next(trouble))
  return trouble
}
