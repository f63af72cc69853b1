/** The reconnect hint in host storage: connector, namespace, network. Nothing secret (design §1 rule 5). */
import { namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import type { Connected } from '../state/accounts.ts'
import type { ModalContext } from './context.ts'

export function rememberConnection({ link }: ModalContext, connection: Connected | undefined): void {
  const hint = connection && {
    connectorId: safeId(connection.wallet.id),
    connectorType: connection.wallet.type,
    name: connection.wallet.name,
    namespace: namespaceOf(connection.chainId),
    network: connection.chainId,
  }
  // If the host cannot store it, the visitor reconnects by hand after a reload.
  void link.app.request('SAVE_HINT', { hint: hint ?? null }).catch(() => {})
}

/** Wallets without rdns are identified by their name, which may contain any character; ids in messages may not. */
export const safeId = (id: string): string => id.replace(/[^\w.:@/-]/g, '_').slice(0, 128) || '_'
