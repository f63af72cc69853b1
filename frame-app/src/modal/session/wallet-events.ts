/** Follows the events of a connected wallet: accounts, network, disconnect. An empty account list is a disconnect. */
import { type Namespace, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import type { ModalContext } from '../core/context.ts'
import { isOpenAtom } from '../core/modal.ts'
import { routeAtom } from '../core/router/router.ts'
import type { Connector, ConnectorEvent, Offer } from './connector.ts'
import { forget } from './disconnect.ts'
import { go } from './navigate.ts'
import { rememberConnections } from './reconnect-hints.ts'
import { type Connected, connectionsAtom, setConnectionAtom } from './state/accounts.ts'
import { activeConnectionAtom } from './state/active-connection.ts'
import { connectorOf, connectorsAtom } from './state/connectors.ts'
import { activeNamespaceAtom, activeNetworkIdAtom, mustSwitchNetworkAtom } from './state/network.ts'

export function follow(context: ModalContext, connector: Connector, namespace: Namespace): void {
  context.followed.get(namespace)?.()
  context.followed.set(
    namespace,
    connector.subscribe((event) => onWalletEvent(context, namespace, event)),
  )
}

export function onWalletEvent(context: ModalContext, namespace: Namespace, event: ConnectorEvent): void {
  const connection = context.store.get(connectionsAtom)[namespace]
  if (connection?.status !== 'connected') return
  switch (event.type) {
    case 'accounts': {
      const [first] = event.accounts
      if (!first) return onRemoved(context, namespace)
      const accounts = event.accounts.map((address) => `${connection.chainId}:${address}` as const)
      return update(context, namespace, { ...connection, accounts, active: `${connection.chainId}:${first}` })
    }
    case 'chain':
      if (event.chainId !== connection.chainId) onChainChanged(context, namespace, connection, event.chainId)
      return
    case 'offer':
      return onOffer(context, namespace, connection, event.offer)
    case 'removed':
      return onRemoved(context, namespace)
    case 'disconnect':
      return onDisconnected(context, namespace)
    case 'unclear':
      import('./read-again.ts').then(
        ({ readAgain }) => readAgain(context, namespace, connection),
        () => {},
      )
  }
}

export function onDisconnected(context: ModalContext, namespace: Namespace): void {
  forget(context, namespace)
  const { store } = context
  if (!store.get(isOpenAtom) || store.get(activeConnectionAtom)) return
  go.reset(context, { view: 'Connect' })
}

/** The wallet's other namespaces stay connected, and one of them becomes active. */
function onRemoved(context: ModalContext, namespace: Namespace): void {
  const { store } = context
  const wasActive = store.get(activeNamespaceAtom) === namespace
  onDisconnected(context, namespace)
  const rest = store.get(activeConnectionAtom)
  if (wasActive && rest) store.set(activeNetworkIdAtom, rest.chainId)
}

/**
 * The page's network changes only if it belongs to this wallet's namespace; changes in other namespaces of the session have
 * no effect on it.
 */
function onOffer(
  context: ModalContext,
  namespace: Namespace,
  connection: Connected,
  { accounts, chainId, details, accountType, smartAccountDeployed }: Offer,
): void {
  const kept = accounts.find((account) => parseCaip10(account).address === parseCaip10(connection.active).address)
  const active = kept ?? accounts[0]
  if (!active) return onRemoved(context, namespace)
  const more = {
    ...(details && { details }),
    ...(accountType && { accountType }),
    ...(smartAccountDeployed === undefined ? {} : { smartAccountDeployed }),
  }
  const next: Connected = { ...connection, accounts, active, chainId, ...more }
  if (chainId === connection.chainId) update(context, namespace, next)
  else moveTo(context, namespace, next)
}

export function onChainChanged(
  context: ModalContext,
  namespace: Namespace,
  connection: Connected,
  chainId: Connected['chainId'],
): void {
  const connector = connectorOf(context.store.get(connectorsAtom), namespace, connection.wallet)
  const move = (account: Connected['active']): Connected['active'] => {
    const { address } = parseCaip10(account)
    return `${chainId}:${connector?.addressOn?.(address, chainId) ?? address}`
  }
  moveTo(context, namespace, {
    ...connection,
    chainId,
    active: move(connection.active),
    accounts: [...new Set(connection.accounts.map(move))],
  })
}

function moveTo(context: ModalContext, namespace: Namespace, connection: Connected): void {
  const { store } = context
  const { chainId } = connection
  if (store.get(activeNamespaceAtom) !== namespace) return update(context, namespace, connection)
  store.set(activeNetworkIdAtom, chainId)
  update(context, namespace, connection)
  const view = store.get(routeAtom)?.view
  if (!store.get(isOpenAtom) || view === 'ConnectingExternal' || view === 'SwitchNetwork') return
  if (store.get(mustSwitchNetworkAtom)) go.reset(context, { view: 'UnsupportedChain' })
  else if (view === 'UnsupportedChain') go.reset(context, { view: 'Account' })
  else if (view === 'Networks' && namespaceOf(chainId) === namespace) go.back(context)
}

function update(context: ModalContext, namespace: Namespace, connection: Connected): void {
  context.store.set(setConnectionAtom, namespace, connection)
  rememberConnections(context)
}
