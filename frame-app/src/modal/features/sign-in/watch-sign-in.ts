/**
 * Asks the page for a session after each change of account or network and, if it has none, the user for a signature. Follows sign-ins of other
 * tabs, and ends sessions with their account.
 */
import type { SignInSession } from '@airlock/protocol/contracts/shapes/sign-in.ts'
import { type Bucket, createBucket } from '@airlock/protocol/pace.ts'
import { type Namespace, namespaceOf, namespaces, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { isInTime, isSameAddress } from '@airlock/protocol/sign-in/message.ts'
import { atom } from 'jotai'
import type { ModalContext } from '../../core/context.ts'
import { isOpenAtom } from '../../core/modal.ts'
import { optionsAtom } from '../../core/options.ts'
import { routeAtom } from '../../core/router/router.ts'
import { go, hide } from '../../session/navigate.ts'
import { track } from '../../session/notify.ts'
import { connectionsAtom, disconnected } from '../../session/state/accounts.ts'
import { activeConnectionAtom } from '../../session/state/active-connection.ts'
import { connectorOf, connectorsAtom } from '../../session/state/connectors.ts'
import { mustSwitchNetworkAtom, networksAtom } from '../../session/state/network.ts'
import { noSignIn, sessionAtom, signInAtom } from '../../session/state/sign-in.ts'
import { changedKey, factsOf, tellTabs } from './facts.ts'
import { prepare, type Subject } from './message.ts'
import { canSignText } from './sign-text.ts'
import { goWithoutSignIn } from './without-sign-in.ts'

const longestTimerMs = 2 ** 31
/** A page that does not end its session in this time does not delay the disconnect. */
const signOutWithinMs = 3_000
/**
 * Limit for account changes of a wallet, because each asks the page's server for a session and may open the modal: a
 * burst, then a rate per second. Of the waiting changes only the last is processed.
 */
const lookUps = { atOnce: 5, perSecond: 0.1 }
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

export const watchOf = (context: ModalContext): Watch => {
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
export function leave(context: ModalContext): void {
  const { store } = context
  if (store.get(routeAtom)?.view !== 'SIWXSignMessage') return
  if (!store.get(activeConnectionAtom)) go.reset(context, { view: 'Connect' })
  else if (store.get(mustSwitchNetworkAtom)) go.reset(context, { view: 'UnsupportedChain' })
  else hide(context, 'completed')
}

const nameOf = (subject: Subject | undefined) => subject && `${subject.chainId}:${subject.accountAddress.toLowerCase()}`

export function subjectOf({ store }: ModalContext): Subject | undefined {
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
export function endInTime(context: ModalContext, { data }: SignInSession, signal: AbortSignal): void {
  const left = Date.parse(data.expirationTime ?? '') - Date.now()
  if (!(left < longestTimerMs)) return
  const lookAgain = () => {
    watchOf(context).subject = undefined
    look(context)
  }
  context.scope.after(left, lookAgain, signal)
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
