/** The host's `connect()`: opens the modal and answers with the account, or USER_CLOSED when the visitor leaves. */
import type { HandlerContext } from '@airlock/protocol/channel.ts'
import type { Account } from '@airlock/protocol/contracts/shapes/account.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Namespace } from '@airlock/protocol/scalars/caip.ts'
import { activeConnectionAtom, connectionsAtom } from '../state/accounts.ts'
import { balancesAtom } from '../state/balance.ts'
import { isOpenAtom } from '../state/modal.ts'
import type { ModalContext } from './context.ts'
import { hide } from './navigate.ts'
import { open } from './open.ts'
import { toAccount } from './snapshot.ts'

export function waitForConnection(
  context: ModalContext,
  request: { connectorId?: string | undefined; namespace?: Namespace | undefined },
  { signal, waitsForPerson }: HandlerContext,
): Promise<{ account: Account }> {
  const { store } = context
  const account = () => {
    const namespace = request.namespace ?? 'eip155'
    const connection = store.get(connectionsAtom)[namespace]
    return connection?.status === 'connected' ? toAccount(namespace, connection, store.get(balancesAtom)) : undefined
  }
  const already = account()
  if (already && request.connectorId === undefined) return Promise.resolve({ account: already })
  waitsForPerson()
  open(context, { view: 'Connect', connectorId: request.connectorId })
  return new Promise((resolve, reject) => {
    const check = () => {
      const found = account()
      if (found) settle(() => resolve({ account: found }))
      else if (!store.get(isOpenAtom)) settle(() => reject(new AirlockError('USER_CLOSED')))
    }
    const onAbort = () => {
      settle(() => reject(new AirlockError('ABORTED')))
      hide(context, 'host')
    }
    const stops = [store.sub(activeConnectionAtom, check), store.sub(isOpenAtom, check)]
    signal.addEventListener('abort', onAbort)
    const settle = (end: () => void) => {
      signal.removeEventListener('abort', onAbort)
      for (const stop of stops) stop()
      end()
    }
  })
}
