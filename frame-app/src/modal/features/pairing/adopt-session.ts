/** Turns a session into connections: one for each namespace that the wallet granted and in which the app has a network. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type Namespace, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import type { ModalContext } from '../../core/context.ts'
import type { Connector, Offer } from '../../session/connector.ts'
import { rememberConnections } from '../../session/reconnect-hints.ts'
import { connectionsAtom, disconnected } from '../../session/state/accounts.ts'
import { connectorsAtom } from '../../session/state/connectors.ts'
import { activeNetworkIdAtom, networksAtom, wishedNamespaceAtom } from '../../session/state/network.ts'
import { isFree, type Share, storeConnection } from '../../session/store-connection.ts'
import { bringToWallet } from './bring-to-wallet.ts'
import type { Agreement } from './walletconnect/agreement.ts'
import type { Pairing } from './walletconnect/pairing.ts'

/**
 * Connects every namespace that the wallet granted and in which the app has a network, now and when the wallet adds one. That of the active
 * network stays active.
 * @throws UNAUTHORIZED if there is none.
 */
export async function adopt(
  context: ModalContext,
  pairing: Pairing,
  agreement: Agreement,
  { role = 'active', taken }: Share = {},
): Promise<void> {
  const { store } = context
  const active = store.get(activeNetworkIdAtom)
  const wanted = store.get(wishedNamespaceAtom) ?? (active === null ? undefined : namespaceOf(active))
  const among = namespacesOf(context).filter((namespace) => !taken?.has(namespace))
  const offered = await offersOf(context, pairing, agreement, among)
  // Only set for a session that is restored.
  const chosen = taken && (await import('../../session/choose-account.ts').catch(() => undefined))
  const offers = chosen
    ? offered.map(({ connector, offer }) => ({ connector, offer: chosen.withChosen(context, offer) }))
    : offered
  const lead = offers.find(({ connector }) => connector.namespace === wanted) ?? offers[0]
  if (!lead)
    throw new AirlockError('UNAUTHORIZED', { message: 'The wallet granted no account on a network of the app.' })
  // Another wallet may have been paired for another namespace.
  const others = store
    .get(connectorsAtom)
    .filter(
      ({ type, namespace }) => type !== 'walletConnect' || !offers.some((one) => one.connector.namespace === namespace),
    )
  store.set(connectorsAtom, [...others, ...offers.map(({ connector }) => connector)])
  for (const { connector, offer } of offers)
    if (connector !== lead.connector && isFree(context, connector)) storeConnection(context, connector, offer, 'beside')
  storeConnection(context, lead.connector, lead.offer, role)
  // `storeConnection` does not save a session whose role is `beside`.
  rememberConnections(context)

  let granted = agreement.grants
  store.get(followingAtom)?.stop()
  const stopGrowing = pairing.onUpdate(agreement.topic, (next) => {
    const added = namespacesOf(context).filter((namespace) => next.grants[namespace] && !granted[namespace])
    granted = next.grants
    // Ignores failures: the wallet may have withdrawn the namespace meanwhile.
    if (added.length > 0) grow(context, pairing, next, added).catch(() => {})
  })
  const stopWatching = pairing.onRequest(agreement.topic, (request) => {
    context.scope.run(bringToWallet(context, request))
  })
  const stop = () => {
    stopGrowing()
    stopWatching()
  }
  store.set(followingAtom, { stop })
}

/** Listeners of the current session only; an older session that has not ended yet is ignored. */
const followingAtom = atom<{ readonly stop: () => void } | undefined>(undefined)

/** Connects namespaces that the wallet has added to the session. One that is connected already, or being connected, is not changed. */
async function grow(
  context: ModalContext,
  pairing: Pairing,
  agreement: Agreement,
  added: readonly Namespace[],
): Promise<void> {
  const { store } = context
  for (const { connector, offer } of await offersOf(context, pairing, agreement, added)) {
    const { namespace, key } = connector
    if ((store.get(connectionsAtom)[namespace] ?? disconnected).status !== 'disconnected') continue
    store.set(connectorsAtom, [...store.get(connectorsAtom).filter((known) => known.key !== key), connector])
    storeConnection(context, connector, offer, 'beside')
  }
}

const namespacesOf = ({ store }: ModalContext): readonly Namespace[] => [
  ...new Set(store.get(networksAtom).map(({ id }) => namespaceOf(id))),
]

/** The wallet's offers, on a network of the app if the wallet granted one; the first network that it names may be another. */
async function offersOf(
  context: ModalContext,
  pairing: Pairing,
  agreement: Agreement,
  among: readonly Namespace[],
): Promise<readonly { connector: Connector; offer: Offer }[]> {
  const { store } = context
  const networks = store.get(networksAtom)
  const connectors = pairing
    .connectors(agreement, store.get(activeNetworkIdAtom) ?? undefined)
    .filter(({ namespace }) => among.includes(namespace))
  return Promise.all(connectors.map(async (connector) => ({ connector, offer: await onListed(connector) })))

  async function onListed(connector: Connector): Promise<Offer> {
    const signal = new AbortController().signal
    const offer = await connector.connect({ signal })
    if (networks.some(({ id }) => id === offer.chainId)) return offer
    const network = networks.find(({ id }) => agreement.grants[connector.namespace]?.chains.includes(id))
    if (!network) return offer
    await connector.switchNetwork(network, { signal })
    return connector.connect({ signal })
  }
}
