/** Opens the modal by the rules of specification §2: which view is shown. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Namespace } from '@airlock/protocol/scalars/caip.ts'
import type { ModalContext } from '../../core/context.ts'
import { isMobile } from '../../core/device.ts'
import { isOpenAtom } from '../../core/modal.ts'
import { optionsAtom } from '../../core/options.ts'
import { routeAtom } from '../../core/router/router.ts'
import { isOpenable, opensAs, type Route } from '../../core/router/routes.ts'
import { go } from '../../session/navigate.ts'
import { rememberConnections } from '../../session/reconnect-hints.ts'
import { showModal } from '../../session/show-modal.ts'
import { connectionsAtom } from '../../session/state/accounts.ts'
import { activeConnectionAtom } from '../../session/state/active-connection.ts'
import { canPairAtom } from '../../session/state/connectors.ts'
import {
  activeNamespaceAtom,
  activeNetworkIdAtom,
  mustSwitchNetworkAtom,
  wishedNamespaceAtom,
} from '../../session/state/network.ts'
import { mustSignInAtom } from '../../session/state/sign-in.ts'
import { connect, preparePairing } from './connect.ts'

/** Views that belong to a feature. */
const featureOf: Readonly<Record<string, 'receive' | 'history' | 'send' | 'swaps' | 'onramp' | undefined>> = {
  Receive: 'receive',
  Send: 'send',
  Swap: 'swaps',
  Activity: 'history',
  OnRamp: 'onramp',
}

export interface OpenRequest {
  view?: string | undefined
  namespace?: Namespace | undefined
  connectorId?: string | undefined
}

export function open(context: ModalContext, request: OpenRequest = {}): Route {
  const { store, scope, project } = context
  const shown = store.get(routeAtom)
  // Another view would leave the approval waiting where the user cannot see it.
  if (shown && scope.current('approve') && store.get(isOpenAtom)) return shown
  const isMissing =
    (request.view === 'OnRamp' && !project.onramp) || (request.view === 'Swap' && project.gatewayUrl === undefined)
  if (request.view !== undefined && (isMissing || !isOpenable(request.view)))
    throw new AirlockError('NOT_AVAILABLE', { message: `view: ${request.view} is not available` })
  const feature = request.view && featureOf[request.view]
  if (feature && store.get(optionsAtom)?.features[feature] === false)
    throw new AirlockError('NOT_AVAILABLE', { message: `features.${feature} is off` })
  const isOther = offer(context, request.namespace)
  const route = openingRoute(context, request)
  if (showModal(context, route) || isOther) {
    if (route.view === 'ConnectingWalletConnectBasic') scope.run(preparePairing(context))
    else if (canPairHere(context) && (route.view === 'Connect' || route.view === 'AllWallets'))
      scope.run(preparePairing(context, true))
  }
  if (route.view === 'Connect' && !navigator.onLine) go.push(context, { view: 'Error', code: 'NETWORK' })
  else if (request.connectorId !== undefined && route.view === 'Connect')
    scope.run(connect(context, request.connectorId))
  return store.get(routeAtom) ?? route
}

/**
 * Limits the modal to the namespace that the page has opened it for. If a wallet is connected there, its network becomes active, so that
 * its account is shown.
 * @returns whether the namespace is another one than before
 */
function offer(context: ModalContext, namespace: Namespace | undefined): boolean {
  const { store, scope } = context
  const connection = namespace && store.get(connectionsAtom)[namespace]
  if (connection?.status === 'connected' && store.get(activeNamespaceAtom) !== namespace) {
    store.set(activeNetworkIdAtom, connection.chainId)
    rememberConnections(context)
  }
  if (store.get(wishedNamespaceAtom) === namespace) return false
  store.set(wishedNamespaceAtom, namespace)
  scope.abort('pair') // the pairing code names the networks
  return true
}

/** On a phone, the code must exist before the press that opens an app. */
const canPairHere = ({ store }: ModalContext) => store.get(canPairAtom) && isMobile()

/** The account if connected, otherwise Connect; an unsupported network comes first. */
function openingRoute({ store, project }: ModalContext, { view: wished, namespace, connectorId }: OpenRequest): Route {
  const isConnected = namespace
    ? store.get(connectionsAtom)[namespace]?.status === 'connected'
    : store.get(activeConnectionAtom) !== undefined
  if (store.get(mustSwitchNetworkAtom)) return { view: 'UnsupportedChain' }
  if (store.get(mustSignInAtom)) return { view: 'SIWXSignMessage' }
  // Without adapters there is only pairing, whatever view is requested (specification §2).
  if (!isConnected && store.get(optionsAtom)?.basic && store.get(canPairAtom))
    return { view: isMobile() && project.listingUrl !== undefined ? 'AllWallets' : 'ConnectingWalletConnectBasic' }
  if (wished !== undefined && isOpenable(wished) && opensAs(wished, isConnected)) return { view: wished }
  if (connectorId !== undefined) return { view: 'Connect' }
  return { view: isConnected ? 'Account' : 'Connect' }
}
