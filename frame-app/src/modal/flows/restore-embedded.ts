/** After a reload of the page: the embedded wallet is asked whether somebody is still signed in, without a word to the person. */
import type { Connector } from '../connectors/connector.ts'
import { connectionsAtom } from '../state/accounts.ts'
import type { ModalContext } from './context.ts'
import { addEmbeddedConnectors } from './embedded-wallet.ts'
import { establish } from './establish.ts'

/** The frame and what runs in it have to come first. */
const answerWithinMs = 20_000
/** The account of another namespace is worth this wait, and no more. */
const besideWithinMs = 10_000

export async function restoreEmbedded(context: ModalContext, isOver: () => boolean): Promise<void> {
  const [lead, ...others] = addEmbeddedConnectors(context)
  const offer = await lead?.restore({ signal: AbortSignal.timeout(answerWithinMs) })
  if (!lead || !offer || isOver()) return
  establish(context, lead, offer)
  await establishBeside(context, lead, others)
}

/** The other namespaces of the wallet, while its first one is connected. One that it has no account on is left out. */
export async function establishBeside(
  context: ModalContext,
  lead: Connector,
  others: readonly Connector[],
): Promise<void> {
  const isThere = () => {
    const connection = context.store.get(connectionsAtom)[lead.namespace]
    return connection?.status === 'connected' && connection.wallet.type === lead.type
  }
  for (const connector of others) {
    const offer = await connector.connect({ signal: AbortSignal.timeout(besideWithinMs) }).catch(() => undefined)
    if (!isThere()) return
    if (offer) establish(context, connector, offer, 'beside')
  }
}
