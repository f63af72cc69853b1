/**
 * Connects a remote wallet: creates a code, renews it before it expires, replaces it when the wallet declines, and withdraws it when the
 * user leaves. The dapp gets the accounts of all namespaces at once, after the wallet has agreed.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { atom } from 'jotai'
import { type ListedWallet, writeListedWallet } from '../../core/api/listed-wallet.ts'
import type { ModalContext } from '../../core/context.ts'
import { optionsAtom } from '../../core/options.ts'
import { isPairing, routeAtom, stackAtom } from '../../core/router/router.ts'
import { slowAfterMs } from '../../core/scope.ts'
import { announce, shake, track, warn } from '../../session/notify.ts'
import { rememberRecent } from '../../session/reconnect-hints.ts'
import { offeredNetworksAtom } from '../../session/state/network.ts'
import { closeAfterConnecting } from '../sign-in/close-after-connecting.ts'
import { adopt } from './adopt-session.ts'
import { isClientLost, loadPairing } from './load-client.ts'
import { appLinkTaken, endWalletLink } from './open-wallet-link.ts'
import { openedWalletAtom } from './state/opened-wallet.ts'
import { noPairing, type PairingState, pairingAtom, pairingClientAtom } from './state/pairing.ts'
import type { Agreement } from './walletconnect/agreement.ts'
import { renewIn, usableUntil, waitBeforeRetry } from './walletconnect/code.ts'
import type { Pairing, Proposal } from './walletconnect/pairing.ts'

/** Shorter than the relay client's own timeout of a minute. */
const giveUpAfterMs = 20_000

/** Called when the view opens, and for "Try again". Cancels the previous attempt. */
export function startPairing(context: ModalContext): void {
  if (isClientLost()) return location.reload()
  const { store, scope } = context
  scope.run(run(context, scope.begin('pair'), waitBeforeRetry(store.get(lastStartAtom), Date.now())))
}

const lastStartAtom = atom(Number.NEGATIVE_INFINITY)

/** Starts pairing unless it is in progress: one code works for every wallet. */
export function ensurePairing(context: ModalContext): void {
  const { status } = context.store.get(pairingAtom)
  if (status === 'idle' || status === 'expired' || status === 'failed') startPairing(context)
}

/** Name of the wallet until it has reported its own. */
function subjectOf({ store }: ModalContext): string {
  const route = store.get(routeAtom)
  return route?.view === 'ConnectingWalletConnect' ? route.wallet.name : 'WalletConnect'
}

/** What the user sees and hears of one attempt. An attempt that is prepared in advance says nothing. */
function reportsOf(context: ModalContext, signal: AbortSignal) {
  const { store } = context
  const show = (state: PairingState) => {
    if (!signal.aborted) store.set(pairingAtom, state)
  }
  const isShown = () => isPairing(store.get(stackAtom))
  const tell = (...said: Parameters<typeof announce> extends [unknown, ...infer Rest] ? Rest : never) => {
    if (isShown()) announce(context, ...said)
  }
  return {
    show,
    tell,
    expired() {
      show({ status: 'expired' })
      tell('live.pairing.expired')
    },
    declined(code: string) {
      endWalletLink(context)
      shake(context)
      announce(context, 'live.declined', { wallet: subjectOf(context) }, true)
      track(context, 'USER_REJECTED', { message: code })
      show({ status: 'declined', uri: undefined, expiresAt: 0 })
    },
    failed(thrown: unknown) {
      const error = thrown instanceof AirlockError ? thrown : new AirlockError('INTERNAL', { cause: thrown })
      show({ status: 'failed', error })
      tell('live.failed', { wallet: subjectOf(context) }, true)
      if (isShown()) track(context, 'CONNECT_ERROR', { message: error.code })
      const advice = forDevelopers[error.code]
      if (advice) warn(context, error.code, advice.text, advice.alert)
    },
    done(wallet: string, method: 'qrcode' | 'mobile') {
      show({ status: 'done', wallet })
      announce(context, 'live.connected', { wallet })
      track(context, 'CONNECT_SUCCESS', { method, name: wallet })
    },
  }
}

async function run(context: ModalContext, signal: AbortSignal, waitMs: number): Promise<void> {
  const { store, scope } = context
  const { show, tell, ...report } = reportsOf(context, signal)
  /** Codes that a wallet may still have scanned. */
  const open = new Set<Proposal>()
  let stopRenewal = () => {}
  const closeOthers = (chosen?: Proposal) => {
    stopRenewal()
    const others = [...open].filter((proposal) => proposal !== chosen)
    open.clear()
    return Promise.allSettled(others.map((proposal) => proposal.withdraw()))
  }
  signal.addEventListener('abort', () => {
    store.set(pairingAtom, noPairing)
    endWalletLink(context)
    scope.run(
      closeOthers().then(async () => (await context.store.get(pairingClientAtom)?.catch(() => undefined))?.rest()),
    )
  })

  show({ status: 'preparing', isSlow: false })
  await scope.pause(waitMs, signal)
  if (signal.aborted) return
  // Loading the client's code is part of the wait.
  const slow = context.scope.after(slowAfterMs, () => {
    show({ status: 'preparing', isSlow: true })
    tell('live.pairing.slow')
  })
  signal.addEventListener('abort', slow)
  let pairing: Pairing
  try {
    pairing = await loadPairing(context)
    pairing.onLate((agreement) => scope.run(settle(undefined, agreement)), signal)
    if (!signal.aborted) await nextCode('start')
  } catch (error) {
    fail(error)
  } finally {
    slow()
  }

  async function nextCode(after: 'start' | 'renewal' | 'decline'): Promise<void> {
    store.set(lastStartAtom, Date.now())
    const signIn = store.get(optionsAtom)?.siwx
      ? await (await import('../sign-in/one-click.ts')).oneClickOf(context, signal)
      : undefined
    if (signal.aborted) return
    const proposal = await proposeInTime(context, pairing, { signal, signIn })
    if (signal.aborted) return scope.run(proposal.withdraw())
    open.add(proposal)
    scope.run(
      proposal.approval.then(
        (agreement) => settle(proposal, agreement),
        (error: unknown) => refused(proposal, error),
      ),
    )
    const { uri, expiresAt } = proposal.code
    show({ status: after === 'decline' ? 'declined' : 'code', uri, expiresAt })
    if (after === 'decline') tell('live.pairing.newCode')
    stopRenewal()
    stopRenewal = scope.after(renewIn(proposal.code, Date.now()), () => scope.run(renew(usableUntil(proposal.code))))
  }

  /** The old code works until the relay forgets it, because the user may be scanning it. */
  async function renew(endsAt: number): Promise<void> {
    const stop = scope.after(Math.max(0, endsAt - Date.now()), () => show({ status: 'expired' }))
    try {
      await nextCode('renewal')
    } catch (error) {
      if (Date.now() < endsAt) await scope.pause(endsAt - Date.now(), signal)
      if (error instanceof AirlockError && error.code !== 'RELAY_UNREACHABLE') return fail(error)
      report.expired()
    } finally {
      stop()
    }
  }

  async function refused(proposal: Proposal, error: unknown): Promise<void> {
    const isLast = open.delete(proposal) && open.size === 0
    if (signal.aborted) return
    if (error instanceof AirlockError && error.code === 'USER_REJECTED') {
      context.scope.run(closeOthers())
      report.declined(error.code)
      await scope.pause(waitBeforeRetry(store.get(lastStartAtom), Date.now()), signal)
      if (!signal.aborted) await nextCode('decline').catch(fail)
    } else if (isLast && error instanceof AirlockError && error.code === 'PAIRING_EXPIRED') report.expired()
    else if (isLast) fail(error)
  }

  async function settle(proposal: Proposal | undefined, agreement: Agreement): Promise<void> {
    if (signal.aborted) return
    context.scope.run(closeOthers(proposal))
    // Read now: a user who must sign in is taken to another view before this ends.
    const chosen = chosenWallet(context)
    const way = appLinkTaken(context)
    const method = store.get(openedWalletAtom).status === 'idle' ? 'qrcode' : 'mobile'
    try {
      const { sessions } = agreement
      // Stored before the account is reported, so that a lookup finds the session.
      if (sessions) await (await import('../sign-in/one-click.ts')).keep(context, sessions)
      // The user has left meanwhile.
      signal.throwIfAborted()
      await adopt(context, pairing, agreement)
      if (way) pairing.keepAppLink(agreement.topic, way)
      if (chosen) rememberChosen(context, chosen)
    } catch (error) {
      context.scope.run(pairing.end(agreement.topic))
      if (agreement.sessions)
        context.scope.run((await import('../sign-in/one-click.ts')).drop(context, agreement.sessions))
      return fail(error)
    }
    report.done(agreement.wallet, method)
    context.scope.run(closeAfterConnecting(context, signal))
  }

  function fail(thrown: unknown): void {
    if (signal.aborted) return
    context.scope.run(closeOthers())
    report.failed(thrown)
  }
}

/** @throws AirlockError RELAY_UNREACHABLE also if the relay does not answer in time */
async function proposeInTime(
  { store, scope }: ModalContext,
  pairing: Pairing,
  { signal, signIn }: Parameters<Pairing['propose']>[1],
): Promise<Proposal> {
  const limit = new AbortController()
  const inTime = scope.after(giveUpAfterMs, () => limit.abort())
  try {
    const asked = { signal: AbortSignal.any([signal, limit.signal]), signIn }
    return await pairing.propose(store.get(offeredNetworksAtom), asked)
  } catch (error) {
    throw limit.signal.aborted ? new AirlockError('RELAY_UNREACHABLE') : error
  } finally {
    inTime()
  }
}

/** The wallet that the code was shown for; `undefined` if it was shown for any wallet. */
function chosenWallet({ store }: ModalContext): ListedWallet | undefined {
  const { steps } = store.get(stackAtom)
  return steps.flatMap(({ route }) => (route.view === 'ConnectingWalletConnect' ? [route.wallet] : [])).at(-1)
}

function rememberChosen(context: ModalContext, wallet: ListedWallet): void {
  const { id, name, icon, rdns } = wallet
  const isCustom = context.store.get(optionsAtom)?.customWallets.some((custom) => custom.id === id)
  // A custom wallet needs no stored listing entry, because the options contain it.
  rememberRecent(context, isCustom ? { id, name, icon } : { id, name, rdns, listing: writeListedWallet(wallet) })
}

type Alert = NonNullable<Parameters<typeof warn>[3]>
const badConfiguration: Alert = { text: 'Invalid App Configuration', variant: 'error' }

/** Developer alerts of the specification, with the fix. */
const forDevelopers: Readonly<Record<string, { readonly text: string; readonly alert?: Alert }>> = {
  ORIGIN_NOT_ALLOWED: {
    text: 'The relay refuses the origin of the modal frame: add it to the allowed origins of your relay project.',
    alert: badConfiguration,
  },
  INVALID_PROJECT_ID: {
    text: 'The relay does not know `pairing.projectId` of the project record.',
    alert: badConfiguration,
  },
  CLOCK_WRONG: {
    text: 'The relay says that this device is ahead of its time: check the date and time settings.',
    alert: { text: 'Session Expired', variant: 'error' },
  },
  RELAY_UNREACHABLE: { text: 'The relay of the project record does not answer.' },
}
