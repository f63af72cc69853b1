/**
 * The reconnect hints in host storage: connector, namespace and network of each connection, and how the embedded wallet is announced.
 * Nothing that opens an account by itself.
 */
import type { ConnectorType, ReconnectHint } from '@airlock/protocol/contracts/shapes/account.ts'
import { namespaceOf, namespaces } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import type { ModalContext } from '../core/context.ts'
import { type Connected, type Connection, connectionsAtom } from './state/accounts.ts'
import { type RecentWallet, recentWalletsAtom } from './state/connectors.ts'
import { activeNamespaceAtom } from './state/network.ts'

/** The hints that were saved last, as JSON, so that events without a change cause no message. */
export const savedAtom = atom('')

/** Saves a hint for each connection, also for those that are still being restored; that of the active network first. */
export function rememberConnections(context: ModalContext): void {
  const { store, link } = context
  if (store.get(followingAtom)) return
  const connections = store.get(connectionsAtom)
  const order = new Set([store.get(activeNamespaceAtom), ...namespaces])
  const own = oncePerSession([...order].flatMap((namespace) => hintOf(connections[namespace]) ?? []))
  const hints = withKept(store, own)
  const json = JSON.stringify(hints)
  if (store.get(savedAtom) === json) return
  store.set(savedAtom, json)
  // If the host cannot store them, the user reconnects by hand after a reload.
  link.app.request('SAVE_HINTS', { hints }).catch(() => store.set(savedAtom, ''))
}

/** The key to what the embedded wallet's own window has kept of its session. */
export const keptKeyAtom = atom<string | undefined>(undefined)

/** The hint of the embedded wallet, whose session this browser has forgotten, while the wallet's own window may still have it. */
export const keptHintAtom = atom<ReconnectHint | undefined>(undefined)

/** Signing out erases the key. A hint whose session is forgotten stays until its namespace has another. */
function withKept(store: ModalContext['store'], hints: readonly ReconnectHint[]): ReconnectHint[] {
  const [key, forgotten] = [store.get(keptKeyAtom), store.get(keptHintAtom)]
  const isHere = hints.some(({ connectorType }) => connectorType === 'auth')
  if (!isHere) store.set(keptKeyAtom, undefined)
  const own = hints.map((hint) => (hint.connectorType === 'auth' && key !== undefined ? { ...hint, kept: key } : hint))
  const isTaken = isHere || hints.some(({ namespace }) => namespace === forgotten?.namespace)
  return forgotten && !isTaken ? [...own, forgotten] : own
}

/** How many times this tab is following another one at the moment. Meanwhile it saves nothing, because the other tab would follow that. */
export const followingAtom = atom(0)

/** The two most recently used wallets, newest first, in the frame's own storage. They are listed first. */
export function rememberRecent({ store, storage }: ModalContext, wallet: RecentWallet): void {
  const recents = [wallet, ...store.get(recentWalletsAtom).filter(({ id }) => id !== wallet.id)].slice(0, 2)
  store.set(recentWalletsAtom, recents)
  storage.write('recent-wallets', recents)
}

/** Frame storage: the namespaces that were disconnected last, in any tab. */
export const leftKey = 'left'

/** Connector types with one session for all namespaces. */
const sharedTypes: ReadonlySet<ConnectorType> = new Set<ConnectorType>(['walletConnect', 'auth'])
export const isShared = (type: ConnectorType): boolean => sharedTypes.has(type)

/** One hint restores all namespaces of a session. */
export const oncePerSession = (hints: readonly ReconnectHint[]): ReconnectHint[] =>
  hints.filter(
    ({ connectorType, namespace }, at) =>
      hints.findIndex((one) =>
        isShared(connectorType) ? one.connectorType === connectorType : one.namespace === namespace,
      ) === at,
  )

function hintOf(connection: Connection | undefined): ReconnectHint | undefined {
  if (connection?.status === 'connected') return toHint(connection)
  return connection?.hint
}

function toHint({ wallet, chainId }: Connected): ReconnectHint {
  const { id, type, name, icon } = wallet
  return {
    connectorId: safeId(id),
    connectorType: type,
    name,
    namespace: namespaceOf(chainId),
    network: chainId,
    ...(type === 'auth' && icon !== undefined && { announced: { name, icon } }),
  }
}

/** Wallets without rdns are identified by their name, which may contain any character; ids in messages may not. */
export const safeId = (id: string): string => id.replace(/[^\w.:@/-]/g, '_').slice(0, 128) || '_'
