/**
 * Follows what another tab disconnects, and the network that it makes the active one. Both come from the frame's storage: a hint may be
 * missing for another reason, and hints name only networks of connections.
 */
import { Namespace, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import * as z from 'zod/mini'
import type { ModalContext } from '../core/context.ts'
import { leftKey } from './reconnect-hints.ts'
import { connectionsAtom, disconnected } from './state/accounts.ts'
import { activeNamespaceAtom, activeNetworkIdAtom, networksAtom } from './state/network.ts'
import { onDisconnected } from './wallet-events.ts'

const Left = z.object({ namespaces: z.array(Namespace), at: z.number() })

export const readLeft = ({ storage }: ModalContext): z.infer<typeof Left> | undefined => storage.read(leftKey, Left)

const isWatchingAtom = atom(false)

/** Called with the first connection, made or restored. */
export function watchTabs(context: ModalContext): void {
  const { storage, store } = context
  if (store.get(isWatchingAtom)) return
  store.set(isWatchingAtom, true)
  storage.watch(leftKey, () => {
    for (const namespace of readLeft(context)?.namespaces ?? [])
      if ((store.get(connectionsAtom)[namespace] ?? disconnected) !== disconnected) onDisconnected(context, namespace)
  })
  storage.watch('network', () => {
    const at = storage.read('network', z.string())
    const network = store.get(networksAtom).find(({ id }) => id === at)
    if (!network || store.get(activeNetworkIdAtom) === network.id) return
    const namespace = namespaceOf(network.id)
    const connection = store.get(connectionsAtom)[namespace]
    // The wallet of this tab may be on another network; it follows if it need not be asked (`follow-tabs.ts`).
    if (connection?.status !== 'connected') store.set(activeNetworkIdAtom, network.id)
    else if (store.get(activeNamespaceAtom) !== namespace) store.set(activeNetworkIdAtom, connection.chainId)
  })
}
