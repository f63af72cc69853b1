/**
 * Connects a remote wallet: creates a code, renews it before it expires, replaces it when the wallet declines, and withdraws it when the
 * user leaves. The dapp gets the accounts of all namespaces at once, after the wallet has agreed.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type Namespace, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import { type ListedWallet, writeListedWallet } from '../../core/api/listed-wallet.ts'
import type { ModalContext } from '../../core/context.ts'
import { dappAtom, hostOriginAtom, optionsAtom } from '../../core/options.ts'
import { isPairing, routeAtom, stackAtom } from '../../core/router/router.ts'
import { slowAfterMs } from '../../core/scope.ts'
import type { Connector, Offer } from '../../session/connector.ts'
import { announce, shake, track, warn } from '../../session/notify.ts'
import { rememberConnections, rememberRecent } from '../../session/reconnect-hints.ts'
import { connectionsAtom, disconnected } from '../../session/state/accounts.ts'
import { connectorsAtom } from '../../session/state/connectors.ts'
import {
  activeNetworkIdAtom,
  networksAtom,
  offeredNetworksAtom,
  wishedNamespaceAtom,
} from '../../session/state/network.ts'
import { establish, isFree, type Share } from '../../session/store-connection.ts'
import { conclude } from '../sign-in/close-after-connecting.ts'
import { bringToWallet } from './bring-to-wallet.ts'
import { endHandOver, wayTaken } from './open-wallet-link.ts'
import { handOverAtom } from './state/opened-wallet.ts'
import { noPairing, type PairingState, pairingAtom, pairingClientAtom } from './state/pairing.ts'
import type { Agreement } from './walletconnect/agreement.ts'
import { renewIn, usableUntil, waitBeforeRetry } from './walletconnect/code.ts'
import type { Pairing, Proposal } from './walletconnect/pairing.ts'

/** Shorter than the relay client's own timeout of a minute. */
const giveUpAfterMs = 20_000

/** Called when the view opens, and for "Try again". Cancels the previous attempt. */
export function startPairing(context: ModalContext): void {
  if (isClientLost) return location.reload()
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

async function run(context: ModalContext, signal: AbortSignal, waitMs: number): Promise<void> {
  const { store, scope } = context
  const show = (state: PairingState) => {
    if (!signal.aborted) store.set(pairingAtom, state)
  }
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
    endHandOver(context)
    scope.run(
      closeOthers().then(async () => (await context.store.get(pairingClientAtom)?.catch(() => undefined))?.rest()),
    )
  })

  /** An attempt that is prepared in advance reports nothing. */
  const isShown = () => isPairing(store.get(stackAtom))
  const tell = (...said: Parameters<typeof announce> extends [unknown, ...infer Rest] ? Rest : never) => {
    if (isShown()) announce(context, ...said)
  }

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
    if (!signal.aborted) await nextCode('start')
  } catch (error) {
    fail(error)
  } finally {
    slow()
  }

  async function nextCode(after: 'start' | 'renewal' | 'decline'): Promise<void> {
    store.set(lastStartAtom, Date.now())
    const signIn = store.get(optionsAtom)?.siwx
      ? await (await import('../sign-in/sign-in.ts')).oneClickOf(context, signal)
      : undefined
    if (signal.aborted) return
    const limit = new AbortController()
    const inTime = scope.after(giveUpAfterMs, () => limit.abort())
    try {
      const asked = { signal: AbortSignal.any([signal, limit.signal]) }
      const proposal = await pairing
        .propose(store.get(offeredNetworksAtom), { ...asked, signIn })
        .catch((error: unknown) => {
          throw limit.signal.aborted ? new AirlockError('RELAY_UNREACHABLE') : error
        })
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
    } finally {
      inTime()
    }
  }

  /** The old code works until the relay forgets it, because the user may be scanning it. */
  async function renew(endsAt: number): Promise<void> {
    const stop = scope.after(Math.max(0, endsAt - Date.now()), () => show({ status: 'expired' }))
    try {
      await nextCode('renewal')
    } catch (error) {
      if (Date.now() < endsAt) await scope.pause(endsAt - Date.now(), signal)
      if (error instanceof AirlockError && error.code !== 'RELAY_UNREACHABLE') return fail(error)
      show({ status: 'expired' })
      tell('live.pairing.expired')
    } finally {
      stop()
    }
  }

  async function refused(proposal: Proposal, error: unknown): Promise<void> {
    const isLast = open.delete(proposal) && open.size === 0
    if (signal.aborted) return
    if (error instanceof AirlockError && error.code === 'USER_REJECTED') {
      context.scope.run(closeOthers())
      endHandOver(context)
      shake(context)
      announce(context, 'live.declined', { wallet: subjectOf(context) }, true)
      track(context, 'USER_REJECTED', { message: error.code })
      show({ status: 'declined', uri: undefined, expiresAt: 0 })
      await scope.pause(waitBeforeRetry(store.get(lastStartAtom), Date.now()), signal)
      if (!signal.aborted) await nextCode('decline').catch(fail)
    } else if (isLast && error instanceof AirlockError && error.code === 'PAIRING_EXPIRED') {
      show({ status: 'expired' })
      tell('live.pairing.expired')
    } else if (isLast) fail(error)
  }

  async function settle(proposal: Proposal, agreement: Agreement): Promise<void> {
    if (signal.aborted) return
    context.scope.run(closeOthers(proposal))
    // Read now: a user who must sign in is taken to another view before this ends.
    const chosen = chosenWallet(context)
    const way = wayTaken(context)
    const method = store.get(handOverAtom).status === 'idle' ? 'qrcode' : 'mobile'
    try {
      const { sessions } = agreement
      // Stored before the account is reported, so that a lookup finds the session.
      if (sessions) await (await import('../sign-in/sign-in.ts')).keep(context, sessions)
      // The user has left meanwhile.
      signal.throwIfAborted()
      await adopt(context, pairing, agreement)
      if (way) pairing.keepWay(agreement.topic, way)
      if (chosen) rememberChosen(context, chosen)
    } catch (error) {
      context.scope.run(pairing.end(agreement.topic))
      if (agreement.sessions)
        context.scope.run((await import('../sign-in/sign-in.ts')).drop(context, agreement.sessions))
      return fail(error)
    }
    show({ status: 'done', wallet: agreement.wallet })
    announce(context, 'live.connected', { wallet: agreement.wallet })
    track(context, 'CONNECT_SUCCESS', { method, name: agreement.wallet })
    context.scope.run(conclude(context, signal))
  }

  function fail(thrown: unknown): void {
    if (signal.aborted) return
    const error = thrown instanceof AirlockError ? thrown : new AirlockError('INTERNAL', { cause: thrown })
    context.scope.run(closeOthers())
    show({ status: 'failed', error })
    tell('live.failed', { wallet: subjectOf(context) }, true)
    if (isShown()) track(context, 'CONNECT_ERROR', { message: error.code })
    const advice = forDevelopers[error.code]
    if (advice) warn(context, error.code, advice.text, advice.alert)
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

/**
 * Connects every namespace that the wallet granted and in which the app has a network, now and when the wallet adds one. That of the active
 * network stays active.
 * @throws UNAUTHORIZED if there is none.
 */
export async function adopt(
  context: ModalContext,
  pairing: Pairing,
  agreement: Agreement,
  { role = 'active', taken }: Share = {},
): Promise<void> {
  const { store } = context
  const active = store.get(activeNetworkIdAtom)
  const wanted = store.get(wishedNamespaceAtom) ?? (active === null ? undefined : namespaceOf(active))
  const among = namespacesOf(context).filter((namespace) => !taken?.has(namespace))
  const offered = await offersOf(context, pairing, agreement, among)
  // Only set for a session that is restored.
  const chosen = taken && (await import('../../session/choose-account.ts').catch(() => undefined))
  const offers = chosen
    ? offered.map(({ connector, offer }) => ({ connector, offer: chosen.withChosen(context, offer) }))
    : offered
  const lead = offers.find(({ connector }) => connector.namespace === wanted) ?? offers[0]
  if (!lead)
    throw new AirlockError('UNAUTHORIZED', { message: 'The wallet granted no account on a network of the app.' })
  // Another wallet may have been paired for another namespace.
  const others = store
    .get(connectorsAtom)
    .filter(
      ({ type, namespace }) => type !== 'walletConnect' || !offers.some((one) => one.connector.namespace === namespace),
    )
  store.set(connectorsAtom, [...others, ...offers.map(({ connector }) => connector)])
  for (const { connector, offer } of offers)
    if (connector !== lead.connector && isFree(context, connector)) establish(context, connector, offer, 'beside')
  establish(context, lead.connector, lead.offer, role)
  // `establish` does not save a session whose role is `beside`.
  rememberConnections(context)

  let granted = agreement.grants
  store.get(followingAtom)?.stop()
  const stopGrowing = pairing.onUpdate(agreement.topic, (next) => {
    const added = namespacesOf(context).filter((namespace) => next.grants[namespace] && !granted[namespace])
    granted = next.grants
    // Ignores failures: the wallet may have withdrawn the namespace meanwhile.
    if (added.length > 0) grow(context, pairing, next, added).catch(() => {})
  })
  const stopWatching = pairing.onRequest(agreement.topic, (request) => {
    context.scope.run(bringToWallet(context, request))
  })
  const stop = () => {
    stopGrowing()
    stopWatching()
  }
  store.set(followingAtom, { stop })
}

/** Listeners of the current session only; an older session that has not ended yet is ignored. */
const followingAtom = atom<{ readonly stop: () => void } | undefined>(undefined)

/** Connects namespaces that the wallet has added to the session. One that is connected already, or being connected, is not changed. */
async function grow(
  context: ModalContext,
  pairing: Pairing,
  agreement: Agreement,
  added: readonly Namespace[],
): Promise<void> {
  const { store } = context
  for (const { connector, offer } of await offersOf(context, pairing, agreement, added)) {
    const { namespace, key } = connector
    if ((store.get(connectionsAtom)[namespace] ?? disconnected).status !== 'disconnected') continue
    store.set(connectorsAtom, [...store.get(connectorsAtom).filter((known) => known.key !== key), connector])
    establish(context, connector, offer, 'beside')
  }
}

const namespacesOf = ({ store }: ModalContext): readonly Namespace[] => [
  ...new Set(store.get(networksAtom).map(({ id }) => namespaceOf(id))),
]

/** The wallet's offers, on a network of the app if the wallet granted one; the first network that it names may be another. */
async function offersOf(
  context: ModalContext,
  pairing: Pairing,
  agreement: Agreement,
  among: readonly Namespace[],
): Promise<readonly { connector: Connector; offer: Offer }[]> {
  const { store } = context
  const networks = store.get(networksAtom)
  const connectors = pairing
    .connectors(agreement, store.get(activeNetworkIdAtom) ?? undefined)
    .filter(({ namespace }) => among.includes(namespace))
  return Promise.all(connectors.map(async (connector) => ({ connector, offer: await onListed(connector) })))

  async function onListed(connector: Connector): Promise<Offer> {
    const signal = new AbortController().signal
    const offer = await connector.connect({ signal })
    if (networks.some(({ id }) => id === offer.chainId)) return offer
    const network = networks.find(({ id }) => agreement.grants[connector.namespace]?.chains.includes(id))
    if (!network) return offer
    await connector.switchNetwork(network, { signal })
    return connector.connect({ signal })
  }
}

/** @returns a function that connects the stored session of an earlier visit, if there is one. Sends no message to the wallet. */
export async function restorePairing(context: ModalContext): Promise<((share: Share) => Promise<void>) | undefined> {
  if (!context.project.pairing) return undefined
  const pairing = await loadPairing(context)
  const agreement = pairing.restore()
  return agreement && ((share) => adopt(context, pairing, agreement, share))
}

/** Browsers do not retry a module that failed to load: a retry needs a new document, on which the host opens the modal. */
let isClientLost = false

function loadPairing(context: ModalContext): Promise<Pairing> {
  const { project, store, scope, storage } = context
  const { name, description = '', icons } = store.get(dappAtom)
  if (!project.pairing) return Promise.reject(new AirlockError('NOT_AVAILABLE'))
  const options = {
    ...project.pairing,
    // The wallet shows the origin that the browser reports, not the page's own claim.
    metadata: { name, description, url: store.get(hostOriginAtom), icons: [...icons] },
    storage,
    scope,
  }
  const client =
    store.get(pairingClientAtom) ??
    import('./walletconnect/pairing.ts').then(
      ({ createPairing }) => createPairing(options),
      (cause: unknown) => {
        isClientLost = true
        throw new AirlockError('NETWORK', { cause })
      },
    )
  store.set(pairingClientAtom, client)
  return client.catch((error: unknown) => {
    store.set(pairingClientAtom, undefined)
    throw error
  })
}
