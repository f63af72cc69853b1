/** Makes another of the wallet's accounts the connected one: on Bitcoin, that for payments or that for ordinals. */
import { type Caip10, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { connectionsAtom, setConnectionAtom } from '../state/accounts.ts'
import type { ModalContext } from './context.ts'

/** The wallet is not asked: it has granted the account with the connection. Does nothing for one that it has not. */
export function chooseAccount({ store }: ModalContext, account: Caip10): void {
  const namespace = namespaceOf(account)
  const connection = store.get(connectionsAtom)[namespace]
  if (connection?.status !== 'connected' || !connection.accounts.includes(account)) return
  store.set(setConnectionAtom, namespace, { ...connection, active: account })
}
