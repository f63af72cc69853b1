/**
 * Signs in with a social provider. The window opens during the press, with its final address;
 * meanwhile the wallet registers the login, and then asks the service for its result. The window's messages and its handle decide nothing:
 * the provider's page can cut both off, and any page can send messages.
 */
import { type NamedSocial, socialPage } from '@airlock/protocol/contracts/shapes/socials.ts'
import { atom } from 'jotai'
import type { ModalContext } from '../../core/context.ts'
import { isOpenAtom } from '../../core/modal.ts'
import { routeAtom } from '../../core/router/router.ts'
import type { Route } from '../../core/router/routes.ts'
import { appAround } from '../../kit/InApp.tsx'
import { go } from '../../session/navigate.ts'
import { track } from '../../session/notify.ts'
import { reachWallet } from '../embedded/embedded-wallet.ts'
import { connectAll, openAccount, standOnServedNetwork } from './connect-embedded.ts'
import { startEmailLogin } from './email-login.ts'
import { isPassing, troubleOf, warnOfTrouble } from './login-trouble.ts'
import type { Trouble } from './state/email-login.ts'
import { linkedEmailAtom, type Provider, type SocialLogin, socialLoginAtom } from './state/social-login.ts'

/** Has no window, but a code that its app on the phone scans. */
export const farcaster: NamedSocial = 'farcaster'

/** Refuses browsers inside other apps (`disallowed_useragent`). */
const google: NamedSocial = 'google'

const windowFeatures = 'popup,width=600,height=800,scrollbars=yes'
/** A closed window is only a hint: the provider's page may have cut off its handle. */
const closedForMs = 2_000
const lookEveryMs = 500
export const askEveryMs = 1_000

export interface Attempt {
  readonly provider: Provider
  readonly abort: AbortController
  readonly uri: string
  popup: Window | null
  /** While its view is shown: leaving it ends the attempt. */
  shown: AbortSignal | undefined
}
const attemptAtom = atom<Attempt | undefined>(undefined)

/** In a window of its provider, or with a code for the Farcaster app. Must be called during the press. */
export function startSocial(context: ModalContext, provider: Provider): void {
  if (provider.id !== farcaster) return startSocialLogin(context, provider)
  context.scope.run(import('./farcaster-login.ts').then(({ startFarcasterLogin }) => startFarcasterLogin(context)))
}

export function startSocialLogin(context: ModalContext, provider: Provider): void {
  const serviceUrl = context.project.walletServiceUrl
  if (serviceUrl === undefined) return
  const ticket = draw()
  const uri = socialPage(serviceUrl, ticket)
  // Inside another app a window would take the place of the page, so the user is told first.
  const isInApp = appAround(navigator.userAgent) !== undefined
  const popup = isInApp ? null : window.open(uri, '_blank', windowFeatures)
  const attempt = begin(context, provider, uri, popup)
  if (isInApp && provider.id === google) {
    show(context, attempt, { step: 'window', provider, uri, match: undefined, status: 'refused', isUnreachable: false })
    return stand(context, provider)
  }
  track(context, 'SOCIAL_LOGIN_STARTED', { provider: provider.id })
  standOnServedNetwork(context)
  const status = popup ? 'waiting' : 'blocked'
  show(context, attempt, { step: 'window', provider, uri, match: undefined, status, isUnreachable: false })
  stand(context, provider)
  context.scope.run(run(context, attempt, ticket))
}

/** Must be called during the press. If the window is gone, opens it again with the same login. */
export function bringForward(context: ModalContext): void {
  const attempt = context.store.get(attemptAtom)
  if (!attempt) return
  if (attempt.popup && !attempt.popup.closed) attempt.popup.focus()
  else attempt.popup = window.open(attempt.uri, '_blank', windowFeatures)
  const state = context.store.get(socialLoginAtom)
  if (attempt.popup && state.step === 'window' && state.status === 'blocked')
    show(context, attempt, { ...state, status: 'waiting' })
}

/** The address already has a wallet: opens it by email, and links this login to it. */
export async function openKnownWallet(context: ModalContext): Promise<void> {
  const state = context.store.get(socialLoginAtom)
  if (state.step !== 'emailKnown') return
  const { email } = state
  await startEmailLogin(context, email)
  context.store.set(linkedEmailAtom, email)
}

export function makeSeparateWallet(context: ModalContext): void {
  const attempt = context.store.get(attemptAtom)
  if (attempt) context.scope.run(finish(context, attempt, { isSeparate: true }))
}

export function begin(context: ModalContext, provider: Provider, uri: string, popup: Window | null): Attempt {
  const { store, scope } = context
  scope.abort('connect')
  const abort = new AbortController()
  const attempt: Attempt = { provider, abort, uri, popup, shown: undefined }
  endWithView(context, attempt)
  store.set(linkedEmailAtom, undefined)
  store.set(attemptAtom, attempt)
  abort.signal.addEventListener('abort', () => {
    const { step } = store.get(socialLoginAtom)
    if (step === 'window' || step === 'code') track(context, 'SOCIAL_LOGIN_CANCELED', { provider: provider.id })
    attempt.popup?.close()
    if (store.get(attemptAtom) === attempt) store.set(attemptAtom, undefined)
    scope.release('login', attempt.shown)
    store.set(socialLoginAtom, { step: 'idle' })
  })
  return attempt
}

function endWithView({ scope }: ModalContext, attempt: Attempt): void {
  attempt.shown = scope.begin('login')
  attempt.shown.addEventListener('abort', () => attempt.abort.abort())
}

async function run(context: ModalContext, attempt: Attempt, ticket: string): Promise<void> {
  const { signal } = attempt.abort
  try {
    const { app } = await reachWallet(context)
    const wanted = { provider: attempt.provider.id, ticket }
    const { match } = await app.request('GET_SOCIAL_REDIRECT_URI', wanted, { signal })
    const state = context.store.get(socialLoginAtom)
    if (state.step === 'window') show(context, attempt, { ...state, match })
  } catch (thrown) {
    return fail(context, attempt, thrown)
  }
  watchWindow(context, attempt)
  await finish(context, attempt, {})
}

/** Polls until the provider has answered. Each request ends within half a minute, so that no connection is open for long. */
export async function finish(context: ModalContext, attempt: Attempt, more: { isSeparate?: true }): Promise<void> {
  const { provider, uri } = attempt
  const { signal } = attempt.abort
  while (!signal.aborted) {
    const askedAt = Date.now()
    try {
      const { app } = await reachWallet(context)
      const answer = await app.request('CONNECT_SOCIAL', { uri, ...more }, { signal })
      if (signal.aborted) return
      switch (answer.status) {
        case 'pending':
          update(context, attempt, { isUnreachable: false })
          break
        case 'confirm':
          resume(context, attempt)
          update(context, attempt, { status: 'confirm', isUnreachable: false })
          break
        case 'emailKnown':
          attempt.popup?.close()
          resume(context, attempt)
          return show(context, attempt, { step: 'emailKnown', provider, email: answer.email ?? '' })
        case 'done':
          attempt.popup?.close()
          resume(context, attempt)
          return await openWallet(context, attempt)
      }
    } catch (thrown) {
      if (signal.aborted) return
      const trouble = troubleOf(thrown)
      if (!isPassing(trouble)) return fail(context, attempt, thrown)
      update(context, attempt, { isUnreachable: trouble.error.code !== 'TIMEOUT' })
    }
    await context.scope.pause(askedAt + askEveryMs - Date.now(), signal)
  }
}

/**
 * If the window stays closed, goes back to Connect, with the focus on the provider's button. The login continues in the background, because
 * the window may only seem to be closed: if the provider answers after all, its view is shown again.
 */
function watchWindow(context: ModalContext, attempt: Attempt): void {
  const { store, scope } = context
  const { signal } = attempt.abort
  let closedSince: number | undefined
  const stopLooking = scope.every(lookEveryMs, () => {
    const state = store.get(socialLoginAtom)
    const isClosed = state.step === 'window' && state.status !== 'blocked' && attempt.popup?.closed === true
    if (!isClosed) closedSince = undefined
    else closedSince ??= Date.now()
    if (closedSince === undefined || Date.now() - closedSince < closedForMs) return
    stopLooking()
    if (store.get(routeAtom)?.view !== 'ConnectingSocial') return
    track(context, 'SOCIAL_LOGIN_CANCELED', { provider: attempt.provider.id })
    scope.release('login') // leaving the view would abort it
    store.set(socialLoginAtom, { step: 'idle' })
    go.back(context)
    const stop = store.sub(isOpenAtom, () => attempt.abort.abort())
    signal.addEventListener('abort', stop)
  })
  signal.addEventListener('abort', stopLooking)
}

/** The login has continued in the background: shows its view again, unless the user has started something else. */
function resume(context: ModalContext, attempt: Attempt): void {
  const { store, scope } = context
  const login = scope.current('login')
  if (login && login === attempt.shown) return
  if (login || scope.current('connect') || !store.get(isOpenAtom)) return attempt.abort.abort()
  endWithView(context, attempt)
  const { provider, uri } = attempt
  const step = { step: 'window', provider, uri, match: undefined, status: 'waiting', isUnreachable: false } as const
  show(context, attempt, step)
  stand(context, provider)
}

/** Signed in: opens the account. Also "Try again" if the wallet did not open. */
export async function openWallet(context: ModalContext, attempt: Attempt): Promise<void> {
  const { provider } = attempt
  const { signal } = attempt.abort
  track(context, 'SOCIAL_LOGIN_REQUEST_USER_DATA', { provider: provider.id })
  await openAccount(context, signal, {
    async connect() {
      await connectAll(context, signal)
      if (!signal.aborted) track(context, 'SOCIAL_LOGIN_SUCCESS', { provider: provider.id })
    },
    show: (state) =>
      show(
        context,
        attempt,
        state.status === 'done' ? { step: 'done', provider } : { step: 'opening', provider, isSlow: state.isSlow },
      ),
    fail: (thrown) => fail(context, attempt, thrown),
  })
}

export function fail(context: ModalContext, attempt: Attempt, thrown: unknown): void {
  if (attempt.abort.signal.aborted) return
  const trouble: Trouble = troubleOf(thrown)
  warnOfTrouble(context, trouble)
  track(context, 'SOCIAL_LOGIN_ERROR', { provider: attempt.provider.id })
  attempt.popup?.close()
  resume(context, attempt)
  show(context, attempt, { step: 'over', provider: attempt.provider, trouble })
}

export function stand(context: ModalContext, { id, name }: Provider): void {
  const route: Route = id === farcaster ? { view: 'ConnectingFarcaster' } : { view: 'ConnectingSocial', provider: name }
  if (context.store.get(routeAtom)?.view === route.view) go.replace(context, route)
  else go.push(context, route)
}

export function show({ store }: ModalContext, { abort }: Attempt, state: SocialLogin): void {
  if (!abort.signal.aborted) store.set(socialLoginAtom, state)
}

function update(
  context: ModalContext,
  attempt: Attempt,
  more: Partial<Pick<Extract<SocialLogin, { step: 'window' }>, 'status' | 'isUnreachable'>>,
): void {
  const state = context.store.get(socialLoginAtom)
  if (state.step === 'window') show(context, attempt, { ...state, ...more })
}

/** 256 random bits, base64url. */
export function draw(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
