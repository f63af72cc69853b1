/**
 * Reconnects after a reload, without a prompt: looks up the wallet of the hint among those that the page announces, and
 * asks it only for accounts that it already allows. A failure means disconnected (specification §4).
 */
import type { ReconnectHint } from '@airlock/protocol/contracts/shapes/account.ts'
import { namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import type { ModalContext } from '../core/context.ts'
import type { Offer } from '../session/connector.ts'
import { warn } from '../session/notify.ts'
import { isShared, oncePerSession, rememberConnections, safeId } from '../session/reconnect-hints.ts'
import {
  type Connection,
  connectionsAtom,
  disconnected,
  isRestoring,
  setConnectionAtom,
} from '../session/state/accounts.ts'
import { connectorsAtom, pickByName } from '../session/state/connectors.ts'
import { activeNamespaceAtom, networksAtom } from '../session/state/network.ts'
import { type Share, storeConnection } from '../session/store-connection.ts'
import { watchTabs } from '../session/watch-tabs.ts'

/** Extensions announce themselves a little after the page asks. */
const announcementMs = 3000
/**
 * Browsers put extensions to sleep, and a busy machine takes seconds to wake one; the connection must not be lost because of that. Requests
 * of the page wait meanwhile, with a longer deadline.
 */
const answerMs = 15_000

/** Restores every remembered connection, all at the same time. */
export function restoreAll(context: ModalContext, hints: readonly ReconnectHint[]): void {
  const connections = context.store.get(connectionsAtom)
  watchTabs(context)
  // The user may have connected or disconnected while this code was loaded.
  const each = oncePerSession(hints).filter((hint) => {
    const now = connections[hint.namespace]
    if (now !== undefined && !isRestoring(now, hint)) return false
    const canRestore = isServed(context, hint)
    if (!canRestore) keepFor(context, hint)
    return canRestore
  })
  const lead = leadOf(context, hints)
  for (const hint of each) {
    const taken = new Set(hints.flatMap(({ namespace }) => (namespace === hint.namespace ? [] : namespace)))
    context.scope.run(restore(context, hint, { role: hint === lead ? 'active' : 'beside', taken }))
  }
}

/** A session may have accounts of another namespace than that of its hint. */
export const isServed = ({ store }: ModalContext, { connectorType, namespace }: ReconnectHint): boolean =>
  isShared(connectorType) || store.get(networksAtom).some(({ id }) => namespaceOf(id) === namespace)

/** Keeps the hint for other tabs, and for an adapter of its namespace that is added later. */
export const keepFor = ({ store }: ModalContext, hint: ReconnectHint): void =>
  store.set(setConnectionAtom, hint.namespace, { status: 'disconnected', hint })

/** The hint whose network becomes the active one; none if the user has chosen a network where nothing was connected. */
function leadOf({ store, storage }: ModalContext, hints: readonly ReconnectHint[]): ReconnectHint | undefined {
  const active = store.get(activeNamespaceAtom)
  const isChosen = storage.read('network', z.string()) !== undefined
  return hints.find(({ namespace }) => namespace === active) ?? (isChosen ? undefined : hints[0])
}

export async function restore(
  context: ModalContext,
  hint: ReconnectHint,
  { role = 'active', taken = new Set(), isFollowing = false }: Share = {},
): Promise<void> {
  const { store } = context
  const mine: Connection = { status: 'connecting', restoring: true, hint }
  store.set(setConnectionAtom, hint.namespace, mine)
  /** Whether the user has connected or disconnected meanwhile, which takes precedence. */
  const isOver = () => store.get(connectionsAtom)[hint.namespace] !== mine
  try {
    if (hint.connectorType === 'walletConnect') {
      const { restorePairing } = await import('../features/pairing/load-client.ts')
      const adopt = await restorePairing(context)
      if (isOver()) return
      if (adopt) {
        await adopt({ role, taken })
        // The session may have lost the namespace of the hint.
        if (isOver()) return
        return store.set(setConnectionAtom, hint.namespace, disconnected)
      }
    }
    if (hint.connectorType === 'auth') {
      const { restoreEmbedded } = await import('../features/login/restore-embedded.ts')
      await restoreEmbedded(context, isOver, { role, taken, hint })
      if (isOver()) return
    } else {
      const connector = await findHinted(context, hint)
      const offer = isOver() ? undefined : await connector?.restore({ signal: AbortSignal.timeout(answerMs) })
      const chosen = offer && (await asChosen(context, offer))
      if (isOver()) return
      if (connector && chosen) return storeConnection(context, connector, chosen, role)
    }
    if (!isFollowing && claimants(context, hint).length > 1)
      warn(
        context,
        'RESTORE_FAILED',
        `Several wallets claim to be ${hint.connectorId}; the connection was not restored to any of them.`,
      )
  } catch (error) {
    if (isOver()) return
    if (!isFollowing)
      warn(
        context,
        'RESTORE_FAILED',
        `The existing connection could not be restored: ${error instanceof Error ? error.message : 'unknown'}`,
      )
  }
  store.set(setConnectionAtom, hint.namespace, isFollowing ? { status: 'disconnected', hint } : disconnected)
  if (!isFollowing) rememberConnections(context)
}

/** The offer with the address that the user chose before. */
const asChosen = (context: ModalContext, offer: Offer): Promise<Offer> =>
  import('../session/choose-account.ts').then(
    ({ withChosen }) => withChosen(context, offer),
    () => offer, // the wallet's own choice
  )

const claimants = ({ store }: ModalContext, hint: ReconnectHint) =>
  store
    .get(connectorsAtom)
    .filter((connector) => connector.namespace === hint.namespace && safeId(connector.id) === hint.connectorId)

function findHinted(context: ModalContext, hint: ReconnectHint) {
  const { store } = context
  const all = () => claimants(context, hint)
  const find = () =>
    pickByName(
      all().filter(({ name }) => name === hint.name),
      hint.name,
    )
  return new Promise<ReturnType<typeof find>>((resolve) => {
    const settle = (found: ReturnType<typeof find>) => {
      stopWaiting()
      stop()
      resolve(found)
    }
    // A wallet with another name may have been renamed or may announce before the one we want, so wait for the rest.
    const stopWaiting = context.scope.after(announcementMs, () => settle(pickByName(all(), hint.name)))
    const stop = store.sub(connectorsAtom, () => {
      const found = find()
      if (found) settle(found)
    })
    const now = find()
    if (now) settle(now)
  })
}
