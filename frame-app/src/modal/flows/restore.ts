/**
 * Reconnecting after a reload, without any prompt: the wallet of the hint is looked up among those the page announces
 * and asked only for the accounts it already allows. Failure means disconnected (specification §4).
 */
import type { ReconnectHint } from '@airlock/protocol/contracts/shapes/account.ts'
import type { infer as Infer } from 'zod/mini'
import { disconnected, setConnectionAtom } from '../state/accounts.ts'
import { connectorsAtom } from '../state/connectors.ts'
import { establish } from './connect.ts'
import type { ModalContext } from './context.ts'
import { warn } from './notify.ts'
import { rememberConnection, safeId } from './remember.ts'

/** Extensions announce themselves a little after the page asks. */
const walletWaitMs = 3000

export async function restore(context: ModalContext, hint: Infer<typeof ReconnectHint>): Promise<void> {
  const { store } = context
  store.set(setConnectionAtom, hint.namespace, { status: 'connecting', restoring: true })
  try {
    const connector = await findHinted(context, hint)
    const offer = await connector?.restore({ signal: AbortSignal.timeout(walletWaitMs) })
    if (connector && offer) return establish(context, connector, offer)
  } catch (error) {
    warn(
      context,
      'RESTORE_FAILED',
      `The existing connection could not be restored: ${error instanceof Error ? error.message : 'unknown'}`,
    )
  }
  store.set(setConnectionAtom, hint.namespace, disconnected)
  rememberConnection(context, undefined)
}

/** Two wallets that claim one rdns are told apart by name; when that does not decide, neither is trusted. */
function findHinted({ store }: ModalContext, hint: Infer<typeof ReconnectHint>) {
  const find = () => {
    const same = store.get(connectorsAtom).filter((connector) => safeId(connector.id) === hint.connectorId)
    const candidates = same.length > 1 ? same.filter((connector) => connector.name === hint.name) : same
    return candidates.length === 1 ? candidates[0] : undefined
  }
  return new Promise<ReturnType<typeof find>>((resolve) => {
    const settle = (found: ReturnType<typeof find>) => {
      clearTimeout(timer)
      stop()
      resolve(found)
    }
    const timer = setTimeout(() => settle(undefined), walletWaitMs)
    const stop = store.sub(connectorsAtom, () => {
      const found = find()
      if (found) settle(found)
    })
    const now = find()
    if (now) settle(now)
  })
}
