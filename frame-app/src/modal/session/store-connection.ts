/** A wallet has agreed: turns its offer into the connection of its namespace. */

import type { ReconnectHint } from '@airlock/protocol/contracts/shapes/account.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type Namespace, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import type { ModalContext } from '../core/context.ts'
import type { Connector, Offer } from './connector.ts'
import { isShared, rememberConnections, rememberRecent } from './reconnect-hints.ts'
import { type Connected, connectionsAtom, setConnectionAtom, type WalletInfo } from './state/accounts.ts'
import { activeNamespaceAtom, activeNetworkIdAtom } from './state/network.ts'
import { follow } from './wallet-events.ts'

export type Role = 'active' | 'beside'

/** How one of several restored connections fits in with the others. */
export interface Share {
  /** `active` for the first hint, which is that of the active network. */
  readonly role?: Role
  /** Namespaces of the other hints: a session is not connected in these, although its wallet granted them. */
  readonly taken?: ReadonlySet<Namespace>
  /** The hint that is restored. */
  readonly hint?: ReconnectHint
  /** Another tab is connected: its hint stays, even if restoring fails here. */
  readonly isFollowing?: boolean
}

/** Whether a session may take one more namespace. Not if the user chose another wallet there. */
export function isFree({ store }: ModalContext, { namespace, type }: Connector): boolean {
  const now = store.get(connectionsAtom)[namespace]
  if (now?.status === 'connected') return now.wallet.type === type
  return now?.status !== 'connecting' || now.hint === undefined || now.hint.connectorType === type
}

/**
 * Used by connect, pair and restore.
 * @param role `beside`: one more connection, whose network does not become the active one
 */
export function storeConnection(
  context: ModalContext,
  connector: Connector,
  offer: Offer,
  role: Role = 'active',
): void {
  const { store } = context
  const [active] = offer.accounts
  if (!active) throw new AirlockError('UNAUTHORIZED')
  const wallet: WalletInfo = {
    id: connector.id,
    type: connector.type,
    name: connector.name,
    ...(connector.icon ? { icon: connector.icon } : {}),
    ...(connector.rdns ? { rdns: connector.rdns } : {}),
    ...(connector.handle ? { handle: connector.handle } : {}),
  }
  const connection: Connected = { ...offer, status: 'connected', wallet, active }
  // An account in the active namespace is on the active network.
  if (role === 'active' || store.get(activeNamespaceAtom) === namespaceOf(offer.chainId))
    store.set(activeNetworkIdAtom, offer.chainId)
  store.set(setConnectionAtom, namespaceOf(offer.chainId), connection)
  follow(context, connector, namespaceOf(offer.chainId))
  // A session is remembered with the namespace that leads it.
  if (role === 'active' || !isShared(connector.type)) rememberConnections(context)
  // A paired wallet is stored by `pair.ts`, because only the row it was paired from identifies it. The embedded wallet has no row.
  if (connector.type === 'walletConnect' || connector.type === 'auth') return
  const { id, name, icon } = connector
  rememberRecent(context, { id, name, icon })
}
