/** Asks a connected wallet for its accounts and its network again. */
import type { Namespace } from '@airlock/protocol/scalars/caip.ts'
import type { ModalContext } from '../core/context.ts'
import { type Connected, connectionsAtom } from './state/accounts.ts'
import { connectorOf, connectorsAtom } from './state/connectors.ts'
import { onWalletEvent } from './wallet-events.ts'

/** A wallet that does not answer by then keeps its connection. */
const patienceMs = 5_000

/** Only a wallet that shares no account any more is left: one that cannot answer now may be without a network. */
export async function readAgain(context: ModalContext, namespace: Namespace, before: Connected): Promise<void> {
  const { store } = context
  const { wallet } = before
  const connector = connectorOf(store.get(connectorsAtom), namespace, wallet)
  if (!connector) return
  try {
    const offer = await connector.restore({ signal: AbortSignal.timeout(patienceMs) })
    const now = store.get(connectionsAtom)[namespace]
    if (now?.status !== 'connected' || now.wallet !== wallet) return
    // The wallet has said something newer than the question.
    if (now.chainId !== before.chainId || now.active !== before.active) return
    onWalletEvent(context, namespace, offer ? { type: 'offer', offer } : { type: 'removed' })
  } catch {
    // It says more when it reaches a network again.
  }
}
