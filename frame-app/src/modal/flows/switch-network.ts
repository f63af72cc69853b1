/** Changing the active network: at once if no wallet is connected, otherwise by asking the wallet. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { back, backBeforeNetworks, holds, stackAtom } from '../router/router.ts'
import { connectionsAtom } from '../state/accounts.ts'
import { type Attempt, switchAttemptAtom } from '../state/attempts.ts'
import { connectorOf, connectorsAtom } from '../state/connectors.ts'
import { isOpenAtom } from '../state/modal.ts'
import { activeNetworkIdAtom, networksAtom } from '../state/network.ts'
import { toAttempt } from './connect.ts'
import type { ModalContext } from './context.ts'
import { go } from './navigate.ts'
import { announce, shake, track, warn } from './notify.ts'
import { rememberConnections } from './remember.ts'
import { onChainChanged } from './wallet-events.ts'

const slowAfterMs = 8000

/** Switches from a view: shows SwitchNetwork while the wallet is asked, then leaves it by the rules of behaviour facts §5.2. */
export async function chooseNetwork(context: ModalContext, chainId: Caip2): Promise<void> {
  const { store } = context
  if (store.get(activeNetworkIdAtom) === chainId) return go.back(context)
  if (store.get(connectionsAtom)[namespaceOf(chainId)]?.status !== 'connected') {
    store.set(activeNetworkIdAtom, chainId)
    track(context, 'SWITCH_NETWORK', { network: chainId })
    return leave(context)
  }
  go.push(context, { view: 'SwitchNetwork', chainId })
  const isDone = await switchNetwork(context, chainId).then(
    () => true,
    () => false,
  )
  if (isDone && store.get(isOpenAtom)) leave(context)
}

/**
 * After a switch: returns to the view before the network list, or to the account if UnsupportedChain was shown. A view that asked for one
 * network itself is shown again.
 */
function leave(context: ModalContext): void {
  const stack = context.store.get(stackAtom)
  if (stack.steps[0]?.route.view === 'UnsupportedChain') return go.reset(context, { view: 'Account' })
  go.to(context, holds(stack, 'Networks') ? backBeforeNetworks(stack) : back(stack))
}

/** @throws AirlockError CHAIN_NOT_SUPPORTED 'Chain is not supported', USER_REJECTED, REQUEST_PENDING, ... */
export async function switchNetwork(context: ModalContext, chainId: Caip2): Promise<void> {
  const { store, attempts } = context
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
  const connection = store.get(connectionsAtom)[namespaceOf(chainId)]
  if (connection?.status !== 'connected') {
    store.set(activeNetworkIdAtom, chainId)
    return
  }
  attempts.switch?.abort()
  const abort = new AbortController()
  attempts.switch = abort
  const { signal } = abort
  const show = (attempt: Attempt) => {
    if (!signal.aborted) store.set(switchAttemptAtom, attempt)
  }
  const slow = setTimeout(() => show({ status: 'waiting', isSlow: true }), slowAfterMs)
  show({ status: 'waiting', isSlow: false })
  announce(context, 'live.switchingTo', { network: network.name })
  try {
    const connector = connectorOf(store.get(connectorsAtom), namespaceOf(chainId), connection.wallet)
    if (!connector) throw new AirlockError('DISCONNECTED')
    await connector.switchNetwork(network, { signal })
    const current = store.get(connectionsAtom)[namespaceOf(chainId)]
    // The wallet's event may have arrived first; for a wallet without events, its answer counts.
    if (current?.status === 'connected' && current.chainId !== chainId)
      onChainChanged(context, namespaceOf(chainId), current, chainId)
    else if (current?.status === 'connected' && store.get(activeNetworkIdAtom) !== chainId) {
      // The wallet was already on this network, in a namespace that was not the active one.
      store.set(activeNetworkIdAtom, chainId)
      rememberConnections(context)
    }
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
    clearTimeout(slow)
  }
}
