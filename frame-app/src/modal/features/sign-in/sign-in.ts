/**
 * Signs in with a message: after each change of account or network, asks the page for a session, and if it has none,
 * asks the user for a signature. The page creates the message, verifies the signature and keeps the session; before signing, this flow
 * compares the message with the origin that the browser reports. A separate chunk, loaded if the page uses sign-in.
 */
import type { HandlerContext } from '@airlock/protocol/contracts/define.ts'
import type { SignInMessage, SignInSession } from '@airlock/protocol/contracts/shapes/sign-in.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type Bucket, createBucket } from '@airlock/protocol/pace.ts'
import { type Caip2, type Namespace, namespaceOf, namespaces, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import {
  isInTime,
  isSameAddress,
  judge,
  originOf,
  readSignInParts,
  readSignInText,
  type SignInText,
  siteOf,
} from '@airlock/protocol/sign-in/message.ts'
import { atom } from 'jotai'
import type { ModalContext } from '../../core/context.ts'
import { isOpenAtom, toastAtom } from '../../core/modal.ts'
import { hostOriginAtom, optionsAtom } from '../../core/options.ts'
import { routeAtom } from '../../core/router/router.ts'
import { slowAfterMs } from '../../core/scope.ts'
import { disconnect } from '../../session/disconnect.ts'
import { go, hide } from '../../session/navigate.ts'
import { announce, shake, toast, track } from '../../session/notify.ts'
import { reveal } from '../../session/show-modal.ts'
import { connectionsAtom, disconnected } from '../../session/state/accounts.ts'
import { activeConnectionAtom } from '../../session/state/active-connection.ts'
import { connectorOf, connectorsAtom } from '../../session/state/connectors.ts'
import { activeNetworkIdAtom, mustSwitchNetworkAtom, networksAtom } from '../../session/state/network.ts'
import { mustSignInAtom, noSignIn, type SignIn, sessionAtom, signInAtom } from '../../session/state/sign-in.ts'
import type { Signer } from './sign-in-solana.ts'
import { canSignText, signText } from './sign-text.ts'
import { goWithoutSignIn } from './without-sign-in.ts'

/** How long the page may delay a pairing code; after that, the user signs after connecting instead. */
const messageWithinMs = 5_000
/** A wallet shows each method for each chain in the text that it signs with a connection; more chains would make it unreadable. */
const mostChains = 10
const longestTimerMs = 2 ** 31
/** A page that does not end its session in this time does not delay the disconnect. */
const signOutWithinMs = 3_000
/** Key in the storage that the tabs of a page share. */
const changedKey = 'sign-in'
/**
 * Limit for account changes of a wallet, because each asks the page's server for a session and may open the modal: a
 * burst, then a rate per second. Of the waiting changes only the last is processed.
 */
const lookUps = { atOnce: 5, perSecond: 0.1 }

/** The account that would sign in. No sign-in is requested on networks whose accounts cannot sign a text. */
type Subject = Signer

interface Watch {
  subject: Subject | undefined
  /** Resolves when it is known whether the user has to sign; by then the view is shown, or there is a session. */
  looked: Promise<void>
  readonly pace: Bucket
  /** Aborts everything for this subject. */
  signal: AbortSignal
  /** A change in another tab waits for its turn, which covers later changes as well. */
  isFollowing: boolean
}
const watchAtom = atom<Watch | undefined>(undefined)

/** Called once per session of the link. */
export function watchSignIn(context: ModalContext): void {
  const { store, scope } = context
  if (store.get(watchAtom)) return
  const pace = createBucket(lookUps.perSecond, lookUps.atOnce, () => performance.now())
  store.set(watchAtom, {
    subject: undefined,
    looked: Promise.resolve(),
    pace,
    signal: scope.begin('signIn'),
    isFollowing: false,
  })
  const check = () => look(context)
  store.sub(activeConnectionAtom, check)
  store.sub(networksAtom, check)
  context.endSessions = (targets) => endSessions(context, targets)
  context.storage.watch(changedKey, () => scope.run(follow(context)))
  check()
}

/** Tells the other tabs of the page that a session has begun or ended. They ask the page for it, so the value carries no more. */
const tellTabs = ({ storage }: ModalContext) => storage.write(changedKey, Date.now())

/** Follows a sign-in or sign-out in another tab. Never asks the user to sign. */
async function follow(context: ModalContext): Promise<void> {
  const { store, link } = context
  const watch = watchOf(context)
  const { subject, pace } = watch
  const { signal } = watch
  if (!subject || watch.isFollowing) return
  watch.isFollowing = true
  for (let isFree = pace.take(); !isFree && !signal.aborted; isFree = pace.take())
    await context.scope.pause(pace.wait(), signal)
  watch.isFollowing = false
  if (signal.aborted) return
  const { chainId, accountAddress } = subject
  try {
    const { sessions } = await link.app.request('SIWX_GET_SESSIONS', { chainId, accountAddress }, { signal })
    if (signal.aborted) return
    const session = sessions.find((one) => isOf(one, subject)) ?? null
    store.set(sessionAtom, session)
    if (!session) return
    watch.signal = context.scope.begin('signIn')
    endInTime(context, session, watch.signal)
    store.set(signInAtom, noSignIn)
    leave(context)
  } catch {
    // The request failed: keep the known state.
  }
}

const watchOf = (context: ModalContext): Watch => {
  watchSignIn(context)
  const watch = context.store.get(watchAtom)
  if (!watch) throw new Error('not watched')
  return watch
}

/** Whether the sign-in view is shown. Waits until that is known for the account that is then active. */
export async function isSignInAsked(context: ModalContext): Promise<boolean> {
  const watch = watchOf(context)
  let known: Promise<void>
  do {
    known = watch.looked
    await known
  } while (known !== watch.looked)
  return context.store.get(routeAtom)?.view === 'SIWXSignMessage'
}

function look(context: ModalContext): void {
  const watch = watchOf(context)
  const subject = subjectOf(context)
  if (nameOf(subject) === nameOf(watch.subject)) return
  // The wallet has disconnected by itself.
  if (watch.subject && isGone(context, watch.subject)) context.scope.run(endSessions(context, [], watch.subject))
  watch.subject = subject
  watch.signal = context.scope.begin('signIn')
  context.store.set(sessionAtom, null)
  context.store.set(signInAtom, noSignIn)
  watch.looked = subject ? lookUp(context, subject, watch.signal) : Promise.resolve()
  if (!subject) leave(context)
}

/** Leaves the sign-in view, because no signature is needed any more. */
function leave(context: ModalContext): void {
  const { store } = context
  if (store.get(routeAtom)?.view !== 'SIWXSignMessage') return
  if (!store.get(activeConnectionAtom)) go.reset(context, { view: 'Connect' })
  else if (store.get(mustSwitchNetworkAtom)) go.reset(context, { view: 'UnsupportedChain' })
  else hide(context, 'completed')
}

const nameOf = (subject: Subject | undefined) => subject && `${subject.chainId}:${subject.accountAddress.toLowerCase()}`

function subjectOf({ store }: ModalContext): Subject | undefined {
  const connection = store.get(activeConnectionAtom)
  if (!connection || !store.get(networksAtom).some(({ id }) => id === connection.chainId)) return undefined
  if (!canSignText(connection.chainId)) return undefined
  const connector = connectorOf(store.get(connectorsAtom), namespaceOf(connection.chainId), connection.wallet)
  return connector && { chainId: connection.chainId, accountAddress: parseCaip10(connection.active).address, connector }
}

async function lookUp(context: ModalContext, subject: Subject, signal: AbortSignal): Promise<void> {
  const { link, store } = context
  const { chainId, accountAddress } = subject
  const { pace } = watchOf(context)
  while (!pace.take()) {
    if (store.get(routeAtom)?.view === 'SIWXSignMessage') store.set(signInAtom, { status: 'preparing' })
    await context.scope.pause(pace.wait(), signal)
    if (signal.aborted) return
  }
  try {
    const { sessions } = await link.app.request('SIWX_GET_SESSIONS', { chainId, accountAddress }, { signal })
    if (signal.aborted) return
    const session = sessions.find((one) => isOf(one, subject))
    store.set(sessionAtom, session ?? null)
    if (session) {
      endInTime(context, session, signal)
      return leave(context)
    }
    // An optional sign-in is offered while connecting, not after a reload.
    if (!store.get(optionsAtom)?.siwx?.required && !store.get(isOpenAtom)) return
    prepare(context, subject, signal)
  } catch {
    if (signal.aborted) return
    track(context, 'SIWX_AUTH_ERROR', factsOf(context))
    await goWithoutSignIn(context)
  }
}

const isOf = ({ data }: SignInSession, { chainId, accountAddress }: Subject) =>
  data.chainId === chainId && isSameAddress(chainId, data.accountAddress, accountAddress) && isInTime(data, Date.now())

/** If a session expires while the page is open, asks the page for another one. */
function endInTime(context: ModalContext, { data }: SignInSession, signal: AbortSignal): void {
  const left = Date.parse(data.expirationTime ?? '') - Date.now()
  if (!(left < longestTimerMs)) return
  const lookAgain = () => {
    watchOf(context).subject = undefined
    look(context)
  }
  context.scope.after(left, lookAgain, signal)
}

/** Shows the view; the text appears when the page has created it. */
function prepare(context: ModalContext, subject: Subject, end: AbortSignal): void {
  const { store, scope, link } = context
  const signal = AbortSignal.any([end, scope.begin('signInMessage')])
  const show = (state: SignIn) => {
    if (!signal.aborted) store.set(signInAtom, state)
  }
  show({ status: 'preparing' })
  const route = { view: 'SIWXSignMessage' } as const
  if (store.get(isOpenAtom)) go.reset(context, route)
  else reveal(context, route)
  const { chainId, accountAddress } = subject
  const made = link.app.request('SIWX_CREATE_MESSAGE', { chainId, accountAddress }, { signal })
  scope.run(
    made.then(
      ({ text }) => show(judged(context, subject, text)),
      (error: unknown) => show({ status: 'failed', error: toError(error), isRefused: false }),
    ),
  )
}

function judged({ store }: ModalContext, { chainId, accountAddress }: Subject, text: string): SignIn {
  const read = readSignInText(text)
  if (!read) return { status: 'invalid' }
  const origin = store.get(hostOriginAtom)
  const verdict = judge(read, { origin, chainId, address: accountAddress, now: Date.now() })
  if (verdict === 'foreign') return { status: 'foreign', domain: foreignSiteOf(read, origin) }
  return verdict === 'wrong' ? { status: 'invalid' } : { status: 'ready', text, read }
}

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

/** The other site that the message names: in its first line, or else in its URI. */
const foreignSiteOf = (read: SignInText, origin: string): string => {
  const { host, protocol } = new URL(origin)
  const isOwn = read.domain === host && (read.scheme === undefined || `${read.scheme}:` === protocol)
  return isOwn ? originOf(read.uri) || read.uri : siteOf(read)
}

/** After a failure: requests a new message, since the page may count the last one as used. */
export function prepareAgain(context: ModalContext): void {
  const { subject, signal } = watchOf(context)
  if (subject) prepare(context, subject, signal)
}

/** Handles a press on Sign. */
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
    if (store.get(mustSignInAtom) && !store.get(isOpenAtom)) reveal(context, { view: 'SIWXSignMessage' })
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

const isGone = ({ store }: ModalContext, { chainId }: Subject) =>
  (store.get(connectionsAtom)[namespaceOf(chainId)] ?? disconnected).status === 'disconnected'

/**
 * Ends the sign-in sessions of accounts that disconnect, or all sessions if no connection remains. A page that wants to keep them sets
 * `signOutOnDisconnect` to false.
 */
function endSessions(context: ModalContext, targets: readonly Namespace[], gone?: Subject): Promise<void> | undefined {
  const { store, link } = context
  const session = store.get(sessionAtom)
  if (!session || store.get(optionsAtom)?.siwx?.signOutOnDisconnect === false) return undefined
  const connections = store.get(connectionsAtom)
  const isConnected = (name: Namespace) => (connections[name] ?? disconnected).status !== 'disconnected'
  const isLast = !namespaces.some((name) => isConnected(name) && !targets.includes(name))
  const subjects = targets.flatMap((name) => {
    const one = connections[name]
    if (one?.status !== 'connected') return []
    return [{ chainId: one.chainId, accountAddress: parseCaip10(one.active).address }]
  })
  if (gone) subjects.push({ chainId: gone.chainId, accountAddress: gone.accountAddress })
  const ended = isLast
    ? link.app.request('SIWX_SET_SESSIONS', { sessions: [] })
    : Promise.all(subjects.map((subject) => link.app.request('SIWX_REVOKE_SESSION', subject)))
  const late = context.scope.pause(signOutWithinMs)
  const finish = () => {
    // Another account may have signed in meanwhile.
    if (store.get(sessionAtom) === session) store.set(sessionAtom, null)
    tellTabs(context)
  }
  return Promise.race([ended, late]).then(finish, finish) // errors are left to the page
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

/** The sign-in that a pairing requests with the connection, so that the wallet shows one prompt instead of two. */
export type OneClick = NonNullable<SignInMessage['parts']> & { readonly chains: readonly Caip2[] }

/**
 * Only if every network is an EVM chain and the page's message is for this origin. A new one for every code.
 * `undefined`: the user signs after connecting.
 */
export async function oneClickOf(context: ModalContext, signal: AbortSignal): Promise<OneClick | undefined> {
  const { store, link } = context
  const ids = store.get(networksAtom).map(({ id }) => id)
  const [first] = ids
  if (!first || ids.length > mostChains || ids.some((id) => namespaceOf(id) !== 'eip155')) return undefined
  const active = store.get(activeNetworkIdAtom)
  const chainId = ids.find((id) => id === active) ?? first
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(messageWithinMs)])
  try {
    const subject = { chainId, accountAddress: '' }
    const { parts } = await link.app.request('SIWX_CREATE_MESSAGE', subject, { signal: inTime })
    const now = Date.now()
    const read = parts && readSignInParts(parts, chainId, now)
    if (!read) return undefined
    const verdict = judge(read, { origin: store.get(hostOriginAtom), chainId, now })
    return verdict === 'ours' ? { ...parts, chains: [chainId, ...ids.filter((id) => id !== chainId)] } : undefined
  } catch {
    return undefined // the wallet then connects without signing in
  }
}

/** Passes the sessions of the connection to the page, which verifies and keeps them. @throws the page's error */
export async function keep(context: ModalContext, sessions: readonly SignInSession[]): Promise<void> {
  toast(context, 'loading', 'toast.authenticating')
  try {
    await context.link.app.request('SIWX_SET_SESSIONS', { sessions: [...sessions] })
    track(context, 'SIWX_AUTH_SUCCESS', factsOf(context))
    tellTabs(context)
  } catch (error) {
    track(context, 'SIWX_AUTH_ERROR', factsOf(context))
    throw error
  } finally {
    clearLoading(context)
  }
}

const factsOf = ({ store }: ModalContext) => ({
  network: store.get(activeNetworkIdAtom) ?? ('' as const),
  isSmartAccount: store.get(activeConnectionAtom)?.accountType === 'smartAccount',
})

const toError = (thrown: unknown) =>
  thrown instanceof AirlockError ? thrown : new AirlockError('INTERNAL', { cause: thrown })

/** Asks the page to revoke these sessions, because their connection failed. */
export async function drop(context: ModalContext, sessions: readonly SignInSession[]): Promise<void> {
  for (const { data } of sessions) {
    const { chainId, accountAddress } = data
    await context.link.app.request('SIWX_REVOKE_SESSION', { chainId, accountAddress }).catch(() => {}) // errors are left to the page
  }
}

const clearLoading = ({ store }: ModalContext) => {
  if (store.get(toastAtom)?.variant === 'loading') store.set(toastAtom, null)
}
