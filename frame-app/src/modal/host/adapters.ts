/**
 * Adds and removes adapters at run time (specification §4 and §5). The page's library stays in the page; the modal only learns the networks
 * of a namespace, which are added and removed together.
 */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { limits } from '@airlock/protocol/limits.ts'
import { type Namespace, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import type { ModalContext } from '../core/context.ts'
import { cleanNetwork } from '../core/foreign-names.ts'
import { isOpenAtom } from '../core/modal.ts'
import { optionsAtom } from '../core/options.ts'
import { holds, stackAtom } from '../core/router/router.ts'
import { go } from '../session/navigate.ts'
import { connectionsAtom, disconnected } from '../session/state/accounts.ts'
import { activeConnectionAtom } from '../session/state/active-connection.ts'
import {
  activeNamespaceAtom,
  activeNetworkIdAtom,
  networksAtom,
  wishedNamespaceAtom,
} from '../session/state/network.ts'
import { restore } from './restore.ts'

/** Networks that are already listed keep their position. Restores the connection that the namespace had before. */
export function addAdapter(context: ModalContext, networks: readonly Network[]): void {
  const { store } = context
  const clean = networks.map(cleanNetwork)
  const before = store.get(networksAtom)
  const known = new Set(before.map(({ id }) => id))
  const next = [
    ...before.map((network) => clean.find(({ id }) => id === network.id) ?? network),
    ...clean.filter(({ id }) => !known.has(id)),
  ]
  if (next.length > limits.networks)
    throw new AirlockError('TOO_LARGE', { message: `More than ${limits.networks} networks` })
  store.set(networksAtom, next)
  const options = store.get(optionsAtom)
  if (options) store.set(optionsAtom, { ...options, basic: false })
  for (const namespace of new Set(clean.map(({ id }) => namespaceOf(id)))) {
    const connection = store.get(connectionsAtom)[namespace]
    if (connection?.status === 'disconnected' && connection.hint)
      context.scope.run(restore(context, connection.hint, { role: 'beside', isFollowing: true }))
  }
}

/** Views of wallets and networks that may be those of the removed namespace. */
const views = [
  'ConnectingExternal',
  'ConnectingMultiChain',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
  'SwitchNetwork',
  'SwitchActiveChain',
] as const

/** If the active network is removed, the network of another connected account becomes active, else the first remaining one. */
export function removeAdapter(context: ModalContext, namespaces: readonly Namespace[]): void {
  const { store } = context
  const isGone = (namespace: Namespace) => namespaces.includes(namespace)
  const remaining = store.get(networksAtom).filter(({ id }) => !isGone(namespaceOf(id)))
  const [first] = remaining
  if (!first) throw new AirlockError('NOT_AVAILABLE', { message: 'Cannot remove the last adapter' })
  const connections = store.get(connectionsAtom)
  const used = namespaces.find((name) => (connections[name] ?? disconnected).status !== 'disconnected')
  if (used)
    throw new AirlockError('NOT_AVAILABLE', { message: `Cannot remove the adapter of ${used} while it is connected` })
  store.set(networksAtom, remaining)
  const wished = store.get(wishedNamespaceAtom)
  if (wished && isGone(wished)) store.set(wishedNamespaceAtom, undefined)
  const isActive = isGone(store.get(activeNamespaceAtom))
  if (isActive) store.set(activeNetworkIdAtom, store.get(activeConnectionAtom)?.chainId ?? first.id)
  const stack = store.get(stackAtom)
  if (store.get(isOpenAtom) && views.some((view) => holds(stack, view)))
    go.reset(context, { view: store.get(activeConnectionAtom) ? 'Account' : 'Connect' })
}
