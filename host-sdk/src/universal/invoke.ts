/**
 * `wallet_invokeMethod`. A call with `chainId` is answered as in the current version of CAIP-27: in an envelope that also contains errors
 * of the method. A call with `scope` is answered like by existing wallets: with the plain result, or the error.
 */
import { isCaip2 } from '@airlock/protocol/scalars/caip.ts'
import { fieldOf } from '../dom.ts'
import { networkOf } from '../providers/account.ts'
import type { Airlock, CaipNetworkId } from '../types.ts'
import { refuse, SessionError } from './errors.ts'
import { anyNetwork, isOfNoNetwork } from './offered.ts'
import { isFields, readSessionId } from './scopes.ts'
import type { Session } from './sessions.ts'

export interface Invocation {
  readonly sessionId: string | undefined
  readonly scope: string
  readonly isEnveloped: boolean
  readonly method: string
  readonly params: unknown
}

/** @param value a copy, parsed from JSON */
export function readInvocation(value: unknown): Invocation {
  if (!isFields(value)) return refuse(-32602, 'params is an object')
  const { sessionId, scope, chainId, request, capabilities } = value
  const target = scope ?? chainId
  if (typeof target !== 'string' || (scope !== undefined && chainId !== undefined))
    return refuse(-32602, 'Give `chainId` or `scope`, a CAIP-2 id')
  if (!isFields(request) || typeof request['method'] !== 'string')
    return refuse(-32602, '`request` has a `method` and `params`')
  const { params } = request
  if (params !== undefined && (typeof params !== 'object' || params === null))
    refuse(-32602, '`params` of the request is a list or an object')
  if (capabilities !== undefined && !isFields(capabilities)) refuse(-32602, '`capabilities` is an object')
  return {
    sessionId: readSessionId(sessionId),
    scope: target,
    isEnveloped: scope === undefined,
    method: request['method'],
    params,
  }
}

export async function invoke(airlock: Airlock, session: Session, invocation: Invocation): Promise<unknown> {
  const { scope, method, params, isEnveloped } = invocation
  const run = async () =>
    airlock.request({
      scope: networkFor(airlock, session, invocation),
      method,
      ...(params !== undefined && { params }),
    })
  if (!isEnveloped) return run()
  const target = { ...(session.id !== undefined && { sessionId: session.id }), chainId: scope }
  try {
    return { ...target, result: { method, result: (await run()) ?? null } }
  } catch (error) {
    return { ...target, error: toJsonRpc(error) }
  }
}

/** @throws {SessionError} 4100 if the session does not grant it */
function networkFor({ getState }: Airlock, { granted }: Session, { scope, method }: Invocation): CaipNetworkId {
  const isGranted = granted.some(({ accounts, methods }) => accounts.has(scope) && methods.includes(method))
  if (!isGranted || !isCaip2(scope)) return refuse(4100, 'Neither this scope with this method is part of the session')
  if (scope !== anyNetwork) return scope
  const at = getState().accounts.eip155?.caipAddress
  return at && isOfNoNetwork(method) ? networkOf(at) : refuse(4100, 'A method that concerns one network')
}

function toJsonRpc(error: unknown): { code: number; message: string; data?: unknown } {
  const code = fieldOf(error, 'code')
  const data = error instanceof SessionError ? error.data : undefined
  return {
    code: typeof code === 'number' ? code : -32603,
    message: error instanceof Error ? error.message : 'Internal error',
    ...(data && { data }),
  }
}
