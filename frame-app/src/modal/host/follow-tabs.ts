/**
 * Keeps the tabs of one site and project connected alike. What another tab connects or switches arrives from the page, as changed hints.
 * What it disconnects arrives through the frame's own storage, because a missing hint may only mean that a tab could not restore it. No
 * wallet is asked.
 */

import type { ReconnectHint } from '@airlock/protocol/contracts/shapes/account.ts'
import { type Namespace, namespaces } from '@airlock/protocol/scalars/caip.ts'
import type { ModalContext } from '../core/context.ts'
import { isOpenAtom } from '../core/modal.ts'
import { pairingClientAtom } from '../features/pairing/state/pairing.ts'
import { forget } from '../session/disconnect.ts'
import {
  followingAtom,
  isShared,
  oncePerSession,
  rememberConnections,
  safeId,
  savedAtom,
} from '../session/reconnect-hints.ts'
import {
  type Connected,
  type Connection,
  connectionsAtom,
  disconnected,
  setConnectionAtom,
} from '../session/state/accounts.ts'
import { connectorOf, connectorsAtom } from '../session/state/connectors.ts'
import { networksAtom } from '../session/state/network.ts'
import { onChainChanged } from '../session/wallet-events.ts'
import { readLeft, watchTabs } from '../session/watch-tabs.ts'
import { isServed, keepFor, restore } from './restore.ts'

/** Covers hints that another tab saved before it noticed this disconnect. */
const lateWithinMs = 3000
/** By then this tab has noticed a disconnect in another one. */
const healAfterMs = 2000

/** @param hints those that another tab has saved */
export function followHints(context: ModalContext, hints: readonly ReconnectHint[]): void {
  watchTabs(context)
  dropGone(context, hints)
  const left = readLeft(context)
  const isLeft = (namespace: Namespace) =>
    left !== undefined && Date.now() - left.at < lateWithinMs && left.namespaces.includes(namespace)
  const each = oncePerSession(hints).filter(({ namespace }) => !isLeft(namespace))
  const named = new Set(each.map(({ namespace }) => namespace))
  const followed = each.map((hint) => {
    const taken = new Set([...named].filter((namespace) => namespace !== hint.namespace))
    return followOne(context, hint, taken)
  })
  const { store, scope } = context
  store.set(savedAtom, JSON.stringify(hints))
  const count = (by: 1 | -1) => store.set(followingAtom, (before) => before + by)
  count(1)
  const end = async () => {
    await Promise.allSettled(followed)
    await scope.pause(healAfterMs)
    count(-1)
    // A hint that only this tab could restore is saved again.
    rememberConnections(context)
  }
  scope.run(end())
}

/** Drops hints that were kept for another tab, which no longer has them. */
function dropGone({ store }: ModalContext, hints: readonly ReconnectHint[]): void {
  for (const [name, connection] of Object.entries(store.get(connectionsAtom))) {
    if (connection.status !== 'disconnected' || !connection.hint) continue
    const { connectorId, namespace } = connection.hint
    if (!hints.some((hint) => hint.connectorId === connectorId && hint.namespace === namespace))
      store.set(setConnectionAtom, name as Namespace, disconnected) // as: a key of the record
  }
}

async function followOne(context: ModalContext, hint: ReconnectHint, taken: ReadonlySet<Namespace>): Promise<void> {
  const { store } = context
  const now = store.get(connectionsAtom)[hint.namespace]
  const known = sameAs(hint, now)
  if (known) return followNetwork(context, known, hint)
  if (now?.status === 'connecting' && now.hint?.connectorId === hint.connectorId) return
  // The other tab has replaced the wallet that is connected here.
  if (now?.status === 'connected') {
    const others = isShared(now.wallet.type) ? namespaces : [hint.namespace]
    for (const namespace of others) {
      const other = store.get(connectionsAtom)[namespace]
      if (other?.status === 'connected' && other.wallet.id === now.wallet.id) forget(context, namespace)
    }
  }
  if (!isServed(context, hint)) return keepFor(context, hint)
  const isStale = hint.connectorType === 'walletConnect' && context.store.get(pairingClientAtom) !== undefined
  await restore(context, hint, { role: 'beside', taken, isFollowing: true })
  const restored = sameAs(hint, store.get(connectionsAtom)[hint.namespace])
  if (restored) followNetwork(context, restored, hint)
  else if (isStale && !store.get(isOpenAtom)) startOver()
}

/** The pairing client of this tab reads its sessions only once, and did so before the session of the other tab began. */
function startOver(): void {
  const [how] = performance.getEntriesByType('navigation')
  const wasReloaded = how instanceof PerformanceNavigationTiming && how.type === 'reload'
  if (!wasReloaded) location.reload()
}

const sameAs = (hint: ReconnectHint, connection: Connection | undefined): Connected | undefined =>
  connection?.status === 'connected' &&
  connection.wallet.type === hint.connectorType &&
  safeId(connection.wallet.id) === hint.connectorId
    ? connection
    : undefined

/** Only where the wallet need not be asked; a wallet that changes its network notifies every tab itself. */
function followNetwork(context: ModalContext, connection: Connected, { namespace, network: id }: ReconnectHint): void {
  const { store } = context
  const network = store.get(networksAtom).find((one) => one.id === id)
  const connector = connectorOf(store.get(connectorsAtom), namespace, connection.wallet)
  if (!network || !connector || connection.chainId === id) return
  if (connector.type !== 'auth' && !connector.agreedChains?.().includes(id)) return
  connector.switchNetwork(network, { signal: new AbortController().signal }).then(
    () => {
      const current = store.get(connectionsAtom)[namespace]
      if (current?.status === 'connected' && current.wallet === connection.wallet && current.chainId !== id)
        onChainChanged(context, namespace, current, id)
    },
    () => {}, // keep the network of this tab
  )
}
