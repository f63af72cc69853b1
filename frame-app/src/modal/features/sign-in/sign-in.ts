/**
 * Signs in with a message. The page creates the message, verifies the signature and keeps the session. A separate chunk, loaded if the page uses
 * sign-in.
 */
import type { HandlerContext } from '@airlock/protocol/contracts/define.ts'
import type { SignInSession } from '@airlock/protocol/contracts/shapes/sign-in.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import type { ModalContext } from '../../core/context.ts'
import { isOpenAtom } from '../../core/modal.ts'
import { optionsAtom } from '../../core/options.ts'
import { routeAtom } from '../../core/router/router.ts'
import { slowAfterMs } from '../../core/scope.ts'
import { disconnect } from '../../session/disconnect.ts'
import { go, hide } from '../../session/navigate.ts'
import { announce, shake, toast, track } from '../../session/notify.ts'
import { showModal } from '../../session/show-modal.ts'
import { activeConnectionAtom } from '../../session/state/active-connection.ts'
import { mustSignInAtom, noSignIn, type SignIn, sessionAtom, signInAtom } from '../../session/state/sign-in.ts'
import { clearLoading, factsOf, tellTabs, toError } from './facts.ts'
import { judged, prepare } from './message.ts'
import { signText } from './sign-text.ts'
import { endInTime, isSignInAsked, leave, subjectOf, watchOf } from './watch-sign-in.ts'

/** The page has opened the view although no sign-in was requested: requests one. Leaves the view if the account cannot sign a text. */
export async function askNow(context: ModalContext): Promise<void> {
  const { store } = context
  const isUnasked = () =>
    store.get(routeAtom)?.view === 'SIWXSignMessage' &&
    store.get(signInAtom).status === 'idle' &&
    store.get(sessionAtom) === null
  if (!isUnasked()) return
  const isEnabled = store.get(optionsAtom)?.siwx !== undefined
  if (isEnabled) await isSignInAsked(context)
  if (!isUnasked()) return
  if (isEnabled && watchOf(context).subject) prepareAgain(context)
  else go.reset(context, { view: store.get(activeConnectionAtom) ? 'Account' : 'Connect' })
}

/** After a failure: requests a new message, since the page may count the last one as used. */
export function prepareAgain(context: ModalContext): void {
  const { subject, signal } = watchOf(context)
  if (subject) prepare(context, subject, signal)
}

export async function sign(context: ModalContext): Promise<void> {
  const { store, link } = context
  const { signal } = watchOf(context)
  // Still the account that was looked up, because a change aborts the signal; the connector may be a new object.
  const subject = subjectOf(context)
  const state = store.get(signInAtom)
  if (!subject || !('read' in state) || state.status === 'signing') return
  const { text, read } = state
  // Checked again, because the message may have expired since it was shown.
  if (judged(context, subject, text).status !== 'ready') return prepareAgain(context)
  const { chainId, accountAddress, connector } = subject
  const show = (next: SignIn) => {
    if (!signal.aborted) store.set(signInAtom, next)
  }
  track(context, 'CLICK_SIGN_SIWX_MESSAGE', factsOf(context))
  show({ status: 'signing', isSlow: false, text, read })
  // Not as a toast, which would cover the cancel button.
  announce(context, 'live.waitingFor', { wallet: connector.name })
  const slow = context.scope.after(slowAfterMs, () => show({ status: 'signing', isSlow: true, text, read }))
  let isSigned = false
  try {
    const signed = await signText(text, subject, signal)
    if (signal.aborted) return
    isSigned = true
    const { uri, version, issuedAt, expirationTime, notBefore } = read
    const session: SignInSession = {
      data: {
        accountAddress,
        chainId,
        uri,
        version,
        issuedAt,
        ...(expirationTime === undefined ? {} : { expirationTime }),
        ...(notBefore === undefined ? {} : { notBefore }),
      },
      ...signed,
    }
    // Not earlier: it would cover the cancel button.
    toast(context, 'loading', 'toast.authenticating')
    await link.app.request('SIWX_ADD_SESSION', session, { signal })
    if (signal.aborted) return
    endInTime(context, session, signal)
    enter(context, session)
    if (store.get(routeAtom)?.view === 'SIWXSignMessage') hide(context, 'connected')
  } catch (thrown) {
    if (signal.aborted) return
    const error = toError(thrown)
    track(context, 'SIWX_AUTH_ERROR', factsOf(context))
    shake(context)
    // The page may have closed the modal meanwhile.
    if (store.get(mustSignInAtom) && !store.get(isOpenAtom)) showModal(context, { view: 'SIWXSignMessage' })
    if (error.code === 'USER_REJECTED') {
      show({ status: 'declined', text, read })
      toast(context, 'error', 'live.signInDeclined')
    } else {
      show({ status: 'failed', error, isRefused: isSigned })
      // Not every page can verify the signature of a smart account.
      if (factsOf(context).isSmartAccount) toast(context, 'error', 'toast.smartAccounts')
      else announce(context, 'live.signInFailed', {}, true)
    }
  } finally {
    slow()
    clearLoading(context)
  }
}

/** Handles a press on Cancel: disconnects the wallet if the page requires sign-in, otherwise just leaves the view. */
export async function cancel(context: ModalContext): Promise<void> {
  const { store } = context
  track(context, 'CLICK_CANCEL_SIWX', factsOf(context))
  const { subject } = watchOf(context)
  if (!subject || !store.get(mustSignInAtom)) return hide(context, 'user')
  await disconnect(context, namespaceOf(subject.chainId)).catch(() => {}) // the connection is forgotten here all the same
  go.reset(context, { view: 'Connect' })
}

function enter(context: ModalContext, session: SignInSession): void {
  context.store.set(sessionAtom, session)
  tellTabs(context)
  context.store.set(signInAtom, noSignIn)
  track(context, 'SIWX_AUTH_SUCCESS', factsOf(context))
  announce(context, 'live.signedIn')
}

/** Handles the host's `signIn()`. */
export async function waitForSignIn(
  context: ModalContext,
  { signal, waitsForPerson }: HandlerContext,
): Promise<SignInSession> {
  const { store, scope, link } = context
  if (!store.get(optionsAtom)?.siwx)
    throw new AirlockError('NOT_AVAILABLE', { message: 'SIWX is not enabled: set the option `siwx`.' })
  const { subject } = watchOf(context)
  if (!subject) throw new AirlockError('DISCONNECTED', { message: 'No ActiveCaipAddress found' })
  await isSignInAsked(context)
  const known = store.get(sessionAtom)
  if (known) {
    // Closes the dialog that the page has opened for this call.
    if (!store.get(isOpenAtom)) scope.run(link.app.request('UI_CLOSE', { reason: 'completed' }).catch(() => {}))
    return known
  }
  // The page could not tell about a session, so a user who must sign in was disconnected.
  if (watchOf(context).subject === undefined) throw new AirlockError('DISCONNECTED')
  waitsForPerson()
  const { status } = store.get(signInAtom)
  const isUnderWay = status === 'preparing' || status === 'ready' || status === 'signing'
  if (!isUnderWay || !store.get(isOpenAtom)) prepareAgain(context)
  return new Promise((resolve, reject) => {
    const check = () => {
      const session = store.get(sessionAtom)
      if (session) settle(() => resolve(session))
      else if (!store.get(isOpenAtom)) settle(() => reject(new AirlockError('USER_CLOSED')))
    }
    const onAbort = () => settle(() => reject(new AirlockError('ABORTED')))
    const stops = [store.sub(sessionAtom, check), store.sub(isOpenAtom, check)]
    signal.addEventListener('abort', onAbort)
    const settle = (end: () => void) => {
      signal.removeEventListener('abort', onAbort)
      for (const stop of stops) stop()
      end()
    }
  })
}

/** Handles the host's `signOut()`. */
export async function signOut(context: ModalContext): Promise<void> {
  const { store, link } = context
  const watch = watchOf(context)
  const { subject } = watch
  if (!subject) return
  // A pending signature is no longer needed.
  const signal = context.scope.begin('signIn')
  watch.signal = signal
  store.set(signInAtom, noSignIn)
  leave(context)
  const { chainId, accountAddress } = subject
  await link.app.request('SIWX_REVOKE_SESSION', { chainId, accountAddress })
  if (!signal.aborted) store.set(sessionAtom, null)
  tellTabs(context)
}
