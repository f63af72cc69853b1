/** The host's `connect()`: opens the modal and answers with the account, or with USER_CLOSED if the user leaves. */
import type { HandlerContext } from '@airlock/protocol/contracts/define.ts'
import type { Account } from '@airlock/protocol/contracts/shapes/account.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type Namespace, namespaceOf, namespaces } from '@airlock/protocol/scalars/caip.ts'
import type { ModalContext } from '../core/context.ts'
import { isOpenAtom } from '../core/modal.ts'
import { holds, routeAtom, stackAtom } from '../core/router/router.ts'
import { open } from '../features/connect/open.ts'
import { hide } from '../session/navigate.ts'
import { toAccount } from '../session/snapshot.ts'
import { type Connected, connectionsAtom } from '../session/state/accounts.ts'
import { balancesAtom } from '../session/state/balance.ts'
import { activeNamespaceAtom, offeredNamespacesAtom } from '../session/state/network.ts'

/** Views in which the user chooses a wallet. */
const waysIn = ['Connect', 'ConnectingWalletConnectBasic', 'AllWallets'] as const

export function waitForConnection(
  context: ModalContext,
  request: { connectorId?: string | undefined; namespace?: Namespace | undefined },
  { signal, waitsForPerson }: HandlerContext,
): Promise<{ account: Account }> {
  const { store } = context
  const { namespace, connectorId } = request
  /** Connections that may be the answer, that of the active network first. */
  const connected = (): readonly Connected[] => {
    const among = namespace ? [namespace] : [store.get(activeNamespaceAtom), ...namespaces]
    return among
      .map((name) => store.get(connectionsAtom)[name])
      .filter((connection): connection is Connected => connection?.status === 'connected')
  }
  const account = (connection: Connected) =>
    toAccount(namespaceOf(connection.chainId), connection, store.get(balancesAtom))
  const before = connected()
  if (before[0] && connectorId === undefined) return Promise.resolve({ account: account(before[0]) })
  waitsForPerson()
  // A user who is already choosing a wallet keeps the view if the page asks again.
  const isChoosing = store.get(isOpenAtom) && waysIn.some((view) => holds(store.get(stackAtom), view))
  const isOffered = !namespace || [...store.get(offeredNamespacesAtom)].every((offered) => offered === namespace)
  if (!isChoosing || !isOffered || connectorId !== undefined) open(context, { view: 'Connect', namespace, connectorId })
  return new Promise((resolve, reject) => {
    /** A wallet that was already connected is not the answer to a request for another one. */
    const added = () => connected().find(({ wallet }) => !before.some((known) => known.wallet === wallet))
    const check = () => {
      const found = added()
      if (found) {
        // One wallet may connect several namespaces in a row.
        settle(() => queueMicrotask(() => resolve({ account: account(added() ?? found) })))
        // A restore has answered in the meantime, so the user need not choose.
        if (store.get(routeAtom)?.view === 'Connect') hide(context, 'connected')
      } else if (!store.get(isOpenAtom)) settle(() => reject(new AirlockError('USER_CLOSED')))
    }
    const onAbort = () => {
      settle(() => reject(new AirlockError('ABORTED')))
      hide(context, 'host')
    }
    const stops = [store.sub(connectionsAtom, check), store.sub(isOpenAtom, check)]
    signal.addEventListener('abort', onAbort)
    const settle = (end: () => void) => {
      signal.removeEventListener('abort', onAbort)
      for (const stop of stops) stop()
      end()
    }
  })
}
