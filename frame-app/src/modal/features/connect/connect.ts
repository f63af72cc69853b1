/**
 * Connecting a wallet. The dapp gets an account only after the wallet has agreed and is on a network that the app
 * lists, or on any network with `allowUnsupportedChain`. Leaving the view or closing the modal cancels it.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type Caip2, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import type { ModalContext } from '../../core/context.ts'
import { isOpenAtom } from '../../core/modal.ts'
import { optionsAtom } from '../../core/options.ts'
import { isPairing, stackAtom } from '../../core/router/router.ts'
import { slowAfterMs } from '../../core/scope.ts'
import type { Connector, Offer } from '../../session/connector.ts'
import { go } from '../../session/navigate.ts'
import { announce, shake, track } from '../../session/notify.ts'
import { type Attempt, connectAttemptAtom, isPairingAheadAtom } from '../../session/state/attempts.ts'
import {
  canPairAtom,
  claimantsOf,
  offeredConnectorsAtom,
  onlyOne,
  pairingRowKey,
  partsOf,
  recentWalletsAtom,
} from '../../session/state/connectors.ts'
import { activeNetworkAtom, networksAtom } from '../../session/state/network.ts'
import { storeConnection } from '../../session/store-connection.ts'
import { suggestionsAtom } from '../listing/state/listing.ts'
import { pairingAtom } from '../pairing/state/pairing.ts'
import { closeAfterConnecting } from '../sign-in/close-after-connecting.ts'

/**
 * @param id key or stable id of a connector, or id of a listed wallet
 * @param isChosen whether the user has chosen among the wallet's namespaces
 */
export async function connect(context: ModalContext, id: string, isChosen = false): Promise<void> {
  const { store } = context
  if (id === pairingRowKey && store.get(canPairAtom)) return pair(context)
  const connector = findConnector(context, id)
  // Several wallets claim this identity, so the user must choose one of the rows.
  if (!connector && isClaimed(context, id)) return
  if (!connector && (await isChosenFromList(context, id))) return
  if (connector && !isChosen && partsOf(connector, store.get(offeredConnectorsAtom)).length > 1)
    return go.push(context, { view: 'ConnectingMultiChain', connectorKey: connector.key })
  go.push(context, { view: 'ConnectingExternal', connectorKey: connector?.key ?? id })
  if (!connector) {
    store.set(connectAttemptAtom, { status: 'notInstalled' })
    return
  }
  track(context, 'SELECT_WALLET', { name: connector.name, platform: 'browser' })
  await attemptConnect(context, connector)
}

const claimants = ({ store }: ModalContext, id: string) =>
  claimantsOf(id, store.get(offeredConnectorsAtom), store.get(optionsAtom)?.customWallets ?? [])

export const isClaimed = (context: ModalContext, id: string) => claimants(context, id).length > 0

/** That of a row, or the only one that claims this identity. */
export function findConnector(context: ModalContext, id: string): Connector | undefined {
  const chosen = context.store.get(offeredConnectorsAtom).find((connector) => connector.key === id)
  return chosen ?? onlyOne(claimants(context, id))
}

/** A listed wallet may have an app or a page of its own; any other wallet can only be installed. */
async function isChosenFromList(context: ModalContext, id: string): Promise<boolean> {
  const { store } = context
  const { featured, recommended } = store.get(suggestionsAtom)
  const custom = store.get(canPairAtom) ? (store.get(optionsAtom)?.customWallets ?? []) : []
  const paired = store.get(recentWalletsAtom).filter(({ listing }) => listing)
  if (![...custom, ...featured, ...recommended, ...paired].some((wallet) => wallet.id === id)) return false
  const { chooseListed } = await import('../pairing/pair-with.ts')
  return chooseListed(context, id)
}

async function pair(context: ModalContext): Promise<void> {
  go.push(context, { view: 'ConnectingWalletConnectBasic' })
  track(context, 'SELECT_WALLET', { name: 'WalletConnect', platform: 'qrcode' })
  await preparePairing(context)
}

/**
 * The pairing code loads with its view, so that only users who pair wait for it. On a phone it loads with the opening, because an app can
 * be opened only during the press on its row, with the code in its URL.
 */
export async function preparePairing(context: ModalContext, ahead = false): Promise<void> {
  const { store } = context
  if (ahead) store.set(isPairingAheadAtom, true)
  const isLeft = () => !store.get(isOpenAtom) || !(store.get(isPairingAheadAtom) || isPairing(store.get(stackAtom)))
  try {
    const { ensurePairing } = await import('../pairing/pair.ts')
    if (!isLeft()) ensurePairing(context)
  } catch (cause) {
    if (!isLeft()) store.set(pairingAtom, { status: 'failed', error: new AirlockError('NETWORK', { cause }) })
  }
}

export async function attemptConnect(context: ModalContext, connector: Connector): Promise<void> {
  const { store, scope } = context
  const signal = scope.begin('connect')
  const show = (attempt: Attempt) => {
    if (!signal.aborted) store.set(connectAttemptAtom, attempt)
  }
  show({ status: 'waiting', isSlow: false })
  announce(context, 'live.waitingFor', { wallet: connector.name })
  const slow = scope.after(slowAfterMs, () => {
    show({ status: 'waiting', isSlow: true })
    announce(context, 'live.slow', { wallet: connector.name })
  })
  try {
    const offer = await connector.connect({ signal })
    const fitting = await standOnKnownNetwork(context, connector, offer, signal)
    if (signal.aborted) return
    if (!fitting) {
      const wanted = wantedNetwork(context, connector)?.id ?? offer.chainId
      show({ status: 'wrongNetwork', wanted, offered: offer.chainId })
      return
    }
    storeConnection(context, connector, fitting)
    show({ status: 'done' })
    announce(context, 'live.connected', { wallet: connector.name })
    track(context, 'CONNECT_SUCCESS', { method: 'browser', name: connector.name })
    scope.run(closeAfterConnecting(context, signal))
  } catch (thrown) {
    if (signal.aborted) return
    const error = thrown instanceof AirlockError ? thrown : new AirlockError('INTERNAL', { cause: thrown })
    show(toAttempt(error))
    if (error.code === 'USER_REJECTED') shake(context)
    announce(
      context,
      error.code === 'USER_REJECTED' ? 'live.declined' : 'live.failed',
      { wallet: connector.name },
      true,
    )
    track(context, 'CONNECT_ERROR', { message: error.code })
  } finally {
    slow()
  }
}

export function toAttempt(error: AirlockError): Attempt {
  if (error.code === 'USER_REJECTED') return { status: 'declined' }
  if (error.code === 'REQUEST_PENDING') return { status: 'pending' }
  return { status: 'failed', error }
}

/** The offer on a listed network, after switching the wallet if needed; `undefined` if it does not switch. */
async function standOnKnownNetwork(
  context: ModalContext,
  connector: Connector,
  offer: Offer,
  signal: AbortSignal,
): Promise<Offer | undefined> {
  const { store } = context
  const options = store.get(optionsAtom)
  const isListed = store.get(networksAtom).some((network) => network.id === offer.chainId)
  if (isListed || !options || options.allowUnsupportedChain || !options.enableNetworkSwitch) return offer
  const wanted = wantedNetwork(context, connector)
  if (!wanted) return undefined
  try {
    const moved = await connector.switchNetwork(wanted, { signal })
    if (moved) return moved
  } catch {
    return undefined
  }
  return { chainId: wanted.id, accounts: offer.accounts.map((account) => onChain(account, wanted.id)) }
}

const onChain = (account: Offer['accounts'][number], chainId: Caip2): Offer['accounts'][number] =>
  `${chainId}:${parseCaip10(account).address}`

/** The active network, or the first one of the wallet's namespace. */
const wantedNetwork = ({ store }: ModalContext, { namespace }: Connector) =>
  [store.get(activeNetworkAtom), ...store.get(networksAtom)].find((one) => one && namespaceOf(one.id) === namespace)
