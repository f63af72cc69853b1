/** Follows a connected wallet: accounts, network, disconnect. An empty account list is a disconnect (behaviour facts §8.2). */
import { type Namespace, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import type { Connector, ConnectorEvent } from '../connectors/connector.ts'
import { routeAtom } from '../router/router.ts'
import { type Connected, connectionsAtom, setConnectionAtom } from '../state/accounts.ts'
import { isOpenAtom } from '../state/modal.ts'
import { activeNetworkIdAtom, mustSwitchNetworkAtom } from '../state/network.ts'
import type { ModalContext } from './context.ts'
import { forget } from './disconnect.ts'
import { go } from './navigate.ts'
import { rememberConnection } from './remember.ts'

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
      if (!first) return onDisconnected(context, namespace)
      const accounts = event.accounts.map((address) => `${connection.chainId}:${address}` as const)
      return update(context, namespace, { ...connection, accounts, active: `${connection.chainId}:${first}` })
    }
    case 'chain':
      if (event.chainId !== connection.chainId) onChainChanged(context, namespace, connection, event.chainId)
      return
    case 'disconnect':
      return onDisconnected(context, namespace)
  }
}

function onDisconnected(context: ModalContext, namespace: Namespace): void {
  forget(context, namespace)
  if (context.store.get(isOpenAtom)) go.reset(context, { view: 'Connect' })
}

export function onChainChanged(
  context: ModalContext,
  namespace: Namespace,
  connection: Connected,
  chainId: Connected['chainId'],
): void {
  const { store } = context
  const move = (account: Connected['active']): Connected['active'] => `${chainId}:${parseCaip10(account).address}`
  store.set(activeNetworkIdAtom, chainId)
  update(context, namespace, {
    ...connection,
    chainId,
    active: move(connection.active),
    accounts: connection.accounts.map(move),
  })
  const view = store.get(routeAtom)?.view
  if (!store.get(isOpenAtom) || view === 'ConnectingExternal' || view === 'SwitchNetwork') return
  if (store.get(mustSwitchNetworkAtom)) go.reset(context, { view: 'UnsupportedChain' })
  else if (view === 'UnsupportedChain') go.reset(context, { view: 'Account' })
  else if (view === 'Networks' && namespaceOf(chainId) === namespace) go.back(context)
}

function update(context: ModalContext, namespace: Namespace, connection: Connected): void {
  context.store.set(setConnectionAtom, namespace, connection)
  rememberConnection(context, connection)
}
