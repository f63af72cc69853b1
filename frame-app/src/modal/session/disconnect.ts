/**
 * Disconnects one namespace, or all. All wallets are told at once; failures are joined into one error at the end
 * (specification §4). The connection is forgotten here even if the wallet cannot be reached.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type Namespace, namespaces } from '@airlock/protocol/scalars/caip.ts'
import type { ModalContext } from '../core/context.ts'
import { announce, track } from './notify.ts'
import { isShared, leftKey, rememberConnections } from './reconnect-hints.ts'
import { connectionsAtom, disconnected, setConnectionAtom } from './state/accounts.ts'
import { activeConnectionAtom } from './state/active-connection.ts'
import { connectorOf, connectorsAtom } from './state/connectors.ts'
import { activeNamespaceAtom, activeNetworkAtom, activeNetworkIdAtom, networksAtom } from './state/network.ts'

export async function disconnect(context: ModalContext, namespace?: Namespace): Promise<Namespace[]> {
  const { store } = context
  const targets = namespacesToDisconnect(context, namespace)
  // Without sessions, the connections are forgotten at once.
  const ending = context.endSessions?.(targets)
  if (ending) await ending
  // Makes other tabs disconnect too.
  context.storage.write(leftKey, { namespaces: targets, at: Date.now() })
  const results = await Promise.allSettled(targets.map((target) => disconnectOne(context, target)))
  // Another wallet becomes active with its network. Without one, only a network that the app does not list is left.
  const rest = store.get(activeConnectionAtom)
  const isGone = store.get(connectionsAtom)[store.get(activeNamespaceAtom)]?.status !== 'connected'
  if (isGone && (rest ? targets.includes(store.get(activeNamespaceAtom)) : !store.get(activeNetworkAtom)))
    store.set(activeNetworkIdAtom, rest?.chainId ?? store.get(networksAtom)[0]?.id ?? null)
  const failures = results.flatMap((result, index) =>
    result.status === 'rejected' ? [`${targets[index]}: ${reasonOf(result.reason)}`] : [],
  )
  if (failures.length > 0) {
    track(context, 'DISCONNECT_ERROR', { message: 'Failed to disconnect' })
    throw new AirlockError('WALLET_FAILED', {
      message:
        failures.length === 1
          ? `Failed to disconnect chain ${failures[0]}`
          : `Failed to disconnect chains: ${failures.join(', ')}`,
    })
  }
  if (targets.length > 0) {
    track(context, 'DISCONNECT_SUCCESS', { namespace: namespace ?? 'all' })
    announce(context, 'live.disconnected')
  }
  return targets
}

const reasonOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : 'unknown')

function namespacesToDisconnect({ store }: ModalContext, namespace: Namespace | undefined): Namespace[] {
  const connections = store.get(connectionsAtom)
  // Includes a connection that is being restored, and one of another tab.
  const connected = namespaces.filter((name) => (connections[name] ?? disconnected) !== disconnected)
  if (!namespace) return connected
  const type = typeOf(namespace)
  return connected.filter(
    (name) => name === namespace || (type !== undefined && isShared(type) && typeOf(name) === type),
  )

  function typeOf(name: Namespace) {
    const connection = connections[name]
    return connection?.status === 'connected' ? connection.wallet.type : undefined
  }
}

async function disconnectOne(context: ModalContext, namespace: Namespace): Promise<void> {
  const { store } = context
  const connection = store.get(connectionsAtom)[namespace]
  if (connection?.status !== 'connected') return forget(context, namespace)
  const connector = connectorOf(store.get(connectorsAtom), namespace, connection.wallet)
  forget(context, namespace)
  await connector?.disconnect()
}

/** Removes a namespace's connection on this side. Also called when the wallet itself disconnects. */
export function forget(context: ModalContext, namespace: Namespace): void {
  context.followed.get(namespace)?.()
  context.followed.delete(namespace)
  context.store.set(setConnectionAtom, namespace, disconnected)
  // A reload restores what is still connected.
  rememberConnections(context)
}
