/**
 * The reconnect hint in host storage: connector, namespace, network, and how the embedded wallet is announced. Nothing secret (design §1
 * rule 5).
 */
import type { ReconnectHint } from '@airlock/protocol/contracts/shapes/account.ts'
import { namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import type { Connected } from '../state/accounts.ts'
import type { ModalContext } from './context.ts'

export function rememberConnection({ link }: ModalContext, connection: Connected | undefined): void {
  const hint = connection && toHint(connection)
  // If the host cannot store it, the visitor reconnects by hand after a reload.
  void link.app.request('SAVE_HINT', { hint: hint ?? null }).catch(() => {})
}

function toHint({ wallet, chainId }: Connected): ReconnectHint {
  const { id, type, name, icon } = wallet
  return {
    connectorId: safeId(id),
    connectorType: type,
    name,
    namespace: namespaceOf(chainId),
    network: chainId,
    ...(type === 'auth' && icon !== undefined && { announced: { name, icon } }),
  }
}

/** Wallets without rdns are identified by their name, which may contain any character; ids in messages may not. */
export const safeId = (id: string): string => id.replace(/[^\w.:@/-]/g, '_').slice(0, 128) || '_'
