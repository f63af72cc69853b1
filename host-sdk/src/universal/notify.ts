/** The notifications of a session: changes of the session (CAIP-311), and events in one of its networks (CAIP-319). */
import { isCaip2, referenceOf } from '@airlock/protocol/scalars/caip.ts'
import { toSessionScopes } from './answers.ts'
import type { Granted } from './grant.ts'
import type { Session, SessionChanged } from './sessions.ts'

export interface ScopeNotification {
  readonly sessionId?: string
  /** CAIP-2. */
  readonly scope: string
  readonly notification: { readonly method: string; readonly params: unknown }
}

export interface UniversalEvents {
  wallet_sessionChanged: SessionChanged
  wallet_notify: ScopeNotification
}

type Emit = <E extends keyof UniversalEvents>(event: E, payload: UniversalEvents[E]) => void

/** The id of a session, if it has one. */
export const idFields = ({ id }: Session) => (id === undefined ? {} : { sessionId: id })

export function notifyOfChange(emit: Emit, session: Session, before: readonly Granted[]): void {
  for (const { key, accounts, notifications } of session.granted) {
    const was = before.find((one) => one.key === key)
    if (!was || !notifications.includes('accountsChanged')) continue
    for (const [scope, addresses] of accounts)
      if (String(was.accounts.get(scope)) !== String(addresses))
        emit('wallet_notify', {
          ...idFields(session),
          scope,
          notification: { method: 'accountsChanged', params: addresses },
        })
  }
  emit('wallet_sessionChanged', { ...idFields(session), sessionScopes: toSessionScopes(session.granted) })
}

/** The wallet has switched to another network of the session. */
export function notifyOfNetwork(emit: Emit, session: Session, scope: string): void {
  const granted = session.granted.find(({ accounts }) => accounts.has(scope))
  if (!granted?.notifications.includes('chainChanged') || !isCaip2(scope)) return
  const reference = referenceOf(scope)
  const chainId = scope.startsWith('eip155:') ? `0x${Number(reference).toString(16)}` : reference
  emit('wallet_notify', { ...idFields(session), scope, notification: { method: 'chainChanged', params: { chainId } } })
}
