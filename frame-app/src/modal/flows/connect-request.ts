/** The host's `connect()`: opens the modal and answers with the account, or with USER_CLOSED if the visitor leaves. */
import type { HandlerContext } from '@airlock/protocol/contracts/define.ts'
import type { Account } from '@airlock/protocol/contracts/shapes/account.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Namespace } from '@airlock/protocol/scalars/caip.ts'
import { holds, routeAtom, stackAtom } from '../router/router.ts'
import { type Connected, connectionsAtom } from '../state/accounts.ts'
import { balancesAtom } from '../state/balance.ts'
import { isOpenAtom } from '../state/modal.ts'
import type { ModalContext } from './context.ts'
import { hide } from './navigate.ts'
import { open } from './open.ts'
import { toAccount } from './snapshot.ts'

/** Views in which the visitor chooses a wallet. */
const waysIn = ['Connect', 'ConnectingWalletConnectBasic', 'AllWallets'] as const

export function waitForConnection(
  context: ModalContext,
  request: { connectorId?: string | undefined; namespace?: Namespace | undefined },
  { signal, waitsForPerson }: HandlerContext,
): Promise<{ account: Account }> {
  const { store } = context
  const namespace = request.namespace ?? 'eip155'
  const connected = () => {
    const connection = store.get(connectionsAtom)[namespace]
    return connection?.status === 'connected' ? connection : undefined
  }
  const account = (connection: Connected) => toAccount(namespace, connection, store.get(balancesAtom))
  const before = connected()
  if (before && request.connectorId === undefined) return Promise.resolve({ account: account(before) })
  waitsForPerson()
  // A visitor who is already choosing a wallet keeps the view if the page asks again.
  const isChoosing = store.get(isOpenAtom) && waysIn.some((view) => holds(store.get(stackAtom), view))
  if (!isChoosing || request.connectorId !== undefined)
    open(context, { view: 'Connect', connectorId: request.connectorId })
  return new Promise((resolve, reject) => {
    const check = () => {
      const found = connected()
      // A previously connected wallet does not answer a request for another one.
      if (found && found.wallet !== before?.wallet) {
        settle(() => resolve({ account: account(found) }))
        // A restore has answered in the meantime, so the visitor need not choose.
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
