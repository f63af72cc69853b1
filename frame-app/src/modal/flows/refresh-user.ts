/** Reads the user's data from the wallet again after the user has changed it, and tells the page. */
import { namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { embeddedId, profileOf } from '../connectors/embedded.ts'
import { connectionsAtom, setConnectionAtom } from '../state/accounts.ts'
import type { ModalContext } from './context.ts'
import { reachWallet } from './embedded-wallet.ts'

export async function refreshUser(context: ModalContext): Promise<void> {
  const { store } = context
  const { app } = await reachWallet(context)
  const profile = profileOf(await app.request('GET_USER', {}))
  for (const connection of Object.values(store.get(connectionsAtom)))
    if (connection?.status === 'connected' && connection.wallet.id === embeddedId)
      store.set(setConnectionAtom, namespaceOf(connection.chainId), { ...connection, ...profile })
}
