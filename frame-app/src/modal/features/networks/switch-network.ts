/** Switches the active network: at once if no wallet is connected, otherwise by asking the wallet. */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import type { ModalContext } from '../../core/context.ts'
import { isOpenAtom } from '../../core/modal.ts'
import { back, backBeforeNetworks, holds, stackAtom } from '../../core/router/router.ts'
import { slowAfterMs } from '../../core/scope.ts'
import type { Connector } from '../../session/connector.ts'
import { go } from '../../session/navigate.ts'
import { announce, shake, track, warn } from '../../session/notify.ts'
import { rememberConnections } from '../../session/reconnect-hints.ts'
import { type Connected, connectionsAtom } from '../../session/state/accounts.ts'
import { activeConnectionAtom } from '../../session/state/active-connection.ts'
import { type Attempt, switchAttemptAtom } from '../../session/state/attempts.ts'
import { connectorOf, connectorsAtom, partsOf } from '../../session/state/connectors.ts'
import { embeddedNamespacesAtom } from '../../session/state/embedded.ts'
import { activeNetworkIdAtom, networksAtom } from '../../session/state/network.ts'
import { onChainChanged, onWalletEvent } from '../../session/wallet-events.ts'
import { connect, toAttempt } from '../connect/connect.ts'
import { open } from '../connect/open.ts'

/**
 * Switches from a view: shows SwitchNetwork while the wallet is asked, then goes back or closes. A
 * network in a namespace without a connection needs another connection first.
 */
export async function chooseNetwork(context: ModalContext, chainId: Caip2): Promise<void> {
  const { store } = context
  if (store.get(activeNetworkIdAtom) === chainId) return go.back(context)
  const namespace = namespaceOf(chainId)
  if (store.get(connectionsAtom)[namespace]?.status !== 'connected') {
    const other = store.get(activeConnectionAtom)
    if (!other) {
      store.set(activeNetworkIdAtom, chainId)
      track(context, 'SWITCH_NETWORK', { network: chainId })
      return leave(context)
    }
    if (!isServedByEmbedded(context, chainId)) {
      const part = partOf(context, other, chainId)
      if (!part) return go.push(context, { view: 'SwitchActiveChain', chainId })
      store.set(activeNetworkIdAtom, chainId)
      return connect(context, part.key, true)
    }
  }
  go.push(context, { view: 'SwitchNetwork', chainId })
  const isDone = await switchNetwork(context, chainId).then(
    () => true,
    () => false,
  )
  if (isDone && store.get(isOpenAtom)) leave(context)
}

/** Offers the wallets of the namespace of this network. Connections in other namespaces stay. */
export function chooseWalletFor(context: ModalContext, chainId: Caip2): void {
  context.store.set(activeNetworkIdAtom, chainId)
  open(context, { view: 'Connect', namespace: namespaceOf(chainId) })
}

/** The same injected wallet in the namespace of this network, if it supports that. */
function partOf({ store }: ModalContext, { wallet, chainId }: Connected, wanted: Caip2): Connector | undefined {
  const connectors = store.get(connectorsAtom)
  const own = connectorOf(connectors, namespaceOf(chainId), wallet)
  return own && partsOf(own, connectors).find(({ namespace }) => namespace === namespaceOf(wanted))
}

/** Whether the user is signed in to the embedded wallet, which has an account in this namespace as well. */
function isServedByEmbedded({ store }: ModalContext, chainId: Caip2): boolean {
  const isSignedIn = Object.values(store.get(connectionsAtom)).some(
    (connection) => connection.status === 'connected' && connection.wallet.type === 'auth',
  )
  return isSignedIn && store.get(embeddedNamespacesAtom).includes(namespaceOf(chainId))
}

/**
 * After a switch: returns to the view before the network list, or to the account if UnsupportedChain was shown. A view that requested the
 * switch itself is shown again.
 */
function leave(context: ModalContext): void {
  const stack = context.store.get(stackAtom)
  if (stack.steps[0]?.route.view === 'UnsupportedChain') return go.reset(context, { view: 'Account' })
  go.to(context, holds(stack, 'Networks') ? backBeforeNetworks(stack) : back(stack))
}

/** @throws AirlockError CHAIN_NOT_SUPPORTED 'Chain is not supported', USER_REJECTED, REQUEST_PENDING, ... */
export async function switchNetwork(
  context: ModalContext,
  chainId: Caip2,
  { isOfPage = false }: { isOfPage?: boolean } = {},
): Promise<void> {
  const { store, scope } = context
  const network = store.get(networksAtom).find((candidate) => candidate.id === chainId)
  if (!network) {
    warn(
      context,
      'NETWORK_NOT_FOUND',
      `Network not found: ${chainId}. Make sure that it is in the \`networks\` option.`,
      { text: 'Network Not Found', variant: 'error' },
    )
    throw new AirlockError('CHAIN_NOT_SUPPORTED', { message: 'Network not found' })
  }
  const connectionOf = () => store.get(connectionsAtom)[namespaceOf(chainId)]
  const isConnected = connectionOf()?.status === 'connected'
  if (!isConnected && !isServedByEmbedded(context, chainId)) {
    store.set(activeNetworkIdAtom, chainId)
    return
  }
  scope.abort('switch', 'switchOfPage')
  const signal = scope.begin(isOfPage ? 'switchOfPage' : 'switch')
  const show = (attempt: Attempt) => {
    if (!signal.aborted) store.set(switchAttemptAtom, attempt)
  }
  const slow = scope.after(slowAfterMs, () => show({ status: 'waiting', isSlow: true }))
  show({ status: 'waiting', isSlow: false })
  announce(context, 'live.switchingTo', { network: network.name })
  try {
    if (!isConnected) {
      const { connectEmbeddedIn } = await import('../login/restore-embedded.ts')
      await connectEmbeddedIn(context, namespaceOf(chainId))
    }
    const connection = connectionOf()
    if (connection?.status !== 'connected') throw new AirlockError('DISCONNECTED')
    await moveWallet(context, connection, network, signal)
    store.set(activeNetworkIdAtom, chainId)
    rememberConnections(context)
    show({ status: 'done' })
    announce(context, 'live.switchedTo', { network: network.name })
    track(context, 'SWITCH_NETWORK', { network: chainId })
  } catch (thrown) {
    const error = thrown instanceof AirlockError ? thrown : new AirlockError('INTERNAL', { cause: thrown })
    if (!signal.aborted) {
      show(toAttempt(error))
      if (error.code === 'USER_REJECTED') shake(context)
      announce(context, 'live.switchFailed', { network: network.name }, true)
    }
    throw error
  } finally {
    slow()
  }
}

/**
 * Waits for the wallet's answer, or for its event that it is there: some wallets on a phone lose the answer. The embedded wallet answers
 * always, and its events come before.
 */
async function answerOrEvent({ store }: ModalContext, connector: Connector, network: Network, signal: AbortSignal) {
  if (connector.type === 'auth') return connector.switchNetwork(network, { signal })
  const { namespace } = connector
  const ending = new AbortController()
  let stop = () => {}
  const arrived = new Promise<void>((resolve) => {
    stop = store.sub(connectionsAtom, () => {
      const now = store.get(connectionsAtom)[namespace]
      if (now?.status === 'connected' && now.chainId === network.id) resolve()
    })
  })
  try {
    const answer = connector.switchNetwork(network, { signal: AbortSignal.any([signal, ending.signal]) })
    return await Promise.race([answer, arrived])
  } finally {
    stop()
    ending.abort() // nobody waits for the answer any more
  }
}

/** Asks the connected wallet to use a network. @throws DISCONNECTED if it is no longer connected afterwards */
export async function moveWallet(
  context: ModalContext,
  { wallet }: Connected,
  network: Network,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { store } = context
  const namespace = namespaceOf(network.id)
  const connector = connectorOf(store.get(connectorsAtom), namespace, wallet)
  if (!connector) throw new AirlockError('DISCONNECTED')
  const offer = await answerOrEvent(context, connector, network, signal)
  // If each network has addresses of its own, the answer contains the new ones.
  if (offer) onWalletEvent(context, namespace, { type: 'offer', offer })
  const current = store.get(connectionsAtom)[namespace]
  if (current?.status !== 'connected' || current.wallet !== wallet) throw new AirlockError('DISCONNECTED')
  // The wallet's event may have arrived first; for a wallet without events, its answer counts.
  if (current.chainId !== network.id) onChainChanged(context, namespace, current, network.id)
}
