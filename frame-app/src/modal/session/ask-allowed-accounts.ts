/** Asks the connected wallets, without a prompt, which accounts they allow now. If a wallet does not answer, its connection is kept. */
import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import type { ModalContext } from '../core/context.ts'
import type { Connector } from './connector.ts'
import { type Connection, connectionsAtom } from './state/accounts.ts'
import { connectorsAtom } from './state/connectors.ts'
import { onWalletEvent } from './wallet-events.ts'

const answerWithinMs = 3000

export async function askAllowedAccounts(context: ModalContext): Promise<void> {
  const handles = Object.values(context.store.get(connectionsAtom)).map(handleOf)
  const connectors = context.store.get(connectorsAtom).filter(({ key }) => handles.includes(key))
  await Promise.allSettled(connectors.map((connector) => ask(context, connector)))
}

async function ask(context: ModalContext, connector: Connector): Promise<void> {
  const { key, namespace } = connector
  const offer = await connector.restore({ signal: AbortSignal.timeout(answerWithinMs) })
  // Meanwhile the user connected another wallet or disconnected this one, which takes precedence.
  if (handleOf(context.store.get(connectionsAtom)[namespace]) !== key) return
  const accounts = offer?.accounts.map((account) => parseCaip10(account).address) ?? []
  onWalletEvent(context, namespace, { type: 'accounts', accounts })
  if (offer) onWalletEvent(context, namespace, { type: 'chain', chainId: offer.chainId })
}

const handleOf = (connection: Connection | undefined) =>
  connection?.status === 'connected' ? connection.wallet.handle : undefined
