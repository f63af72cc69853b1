/** Adding and removing networks at run time (specification §4 and §8). */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { limits } from '@airlock/protocol/limits.ts'
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import type { ModalContext } from '../../core/context.ts'
import { cleanNetwork } from '../../core/foreign-names.ts'
import { isOpenAtom } from '../../core/modal.ts'
import { go } from '../../session/navigate.ts'
import { connectionsAtom } from '../../session/state/accounts.ts'
import { activeNetworkIdAtom, networksAtom } from '../../session/state/network.ts'
import { moveWallet, switchNetwork } from './switch-network.ts'

export function addNetwork({ store }: ModalContext, network: Network): void {
  const others = store.get(networksAtom).filter((known) => known.id !== network.id)
  if (others.length >= limits.networks)
    throw new AirlockError('TOO_LARGE', { message: `More than ${limits.networks} networks` })
  store.set(networksAtom, [...others, cleanNetwork(network)])
}

/** If the active network is removed, the first remaining one of its namespace becomes active, and the modal goes back one view. */
export function removeNetwork(context: ModalContext, chainId: Caip2): void {
  const { store } = context
  const networks = store.get(networksAtom)
  if (!networks.some((network) => network.id === chainId))
    throw new AirlockError('CHAIN_NOT_SUPPORTED', { message: `Network with ID ${chainId} not found` })
  const namespace = namespaceOf(chainId)
  const remaining = networks.filter((network) => network.id !== chainId)
  const next = remaining.find((network) => namespaceOf(network.id) === namespace)
  if (!next) throw new AirlockError('BAD_SHAPE', { message: 'Cannot remove last network for a namespace' })
  const isActive = store.get(activeNetworkIdAtom) === chainId
  const connection = store.get(connectionsAtom)[namespace]
  store.set(networksAtom, remaining)
  if (connection?.status === 'connected' && connection.chainId === chainId) {
    // Until the wallet has switched, it is on a network that the app does not list, and the page is told about it.
    const moving = isActive ? switchNetwork(context, next.id) : moveWallet(context, connection, next)
    moving.catch(() => {}) // it stays there; the next opening asks the user
    return
  }
  if (!isActive) return
  store.set(activeNetworkIdAtom, next.id)
  if (store.get(isOpenAtom)) go.back(context)
}
