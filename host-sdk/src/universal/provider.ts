/** The multichain provider of the page: sessions over all connections of the instance (CAIP-25, 27, 285, 311, 312, 319). */
import { copyOf } from '../conform.ts'
import { quietly } from '../dom.ts'
import { createEmitter } from '../emitter.ts'
import { networkOf } from '../providers/account.ts'
import { createListeners } from '../providers/listeners.ts'
import type { Airlock, Namespace } from '../types.ts'
import { type ScopeObjects, toScopes, toSessionScopes } from './answers.ts'
import { codeOf, negotiate, restored } from './create-session.ts'
import { refuse } from './errors.ts'
import { invoke, readInvocation } from './invoke.ts'
import { idFields, notifyOfChange, notifyOfNetwork, type UniversalEvents } from './notify.ts'
import { namespaceOfScope } from './offered.ts'
import { isFields, readRequest, readSessionId, type Scope, type Wanted } from './scopes.ts'
import { createSessions, type Session, type SessionChanged } from './sessions.ts'

/** The result of each method. */
export interface SessionResults {
  /** Has `scopes` if the request had it, otherwise `sessionScopes`. */
  wallet_createSession: { sessionId?: string; scopes?: ScopeObjects; sessionScopes?: ScopeObjects }
  wallet_getSession: SessionChanged
  wallet_invokeMethod: unknown
  wallet_revokeSession: true
}

/** Errors have the codes of CAIP-25, CAIP-27 and CAIP-285, and their cause in `data.reason`. */
export interface UniversalProvider {
  /** `wallet_createSession`, `wallet_getSession`, `wallet_invokeMethod` and `wallet_revokeSession`. */
  request: <M extends string>(call: {
    method: M
    params?: unknown
  }) => Promise<M extends keyof SessionResults ? SessionResults[M] : never>
  on<E extends keyof UniversalEvents>(event: E, listener: (payload: UniversalEvents[E]) => void): this
  removeListener<E extends keyof UniversalEvents>(event: E, listener: (payload: UniversalEvents[E]) => void): this
}

export interface UniversalOptions {
  /**
   * Whether sessions have ids (CAIP-171). If true, the page may have several sessions and names one in each call. Default false: one
   * session, which a new one replaces.
   */
  sessionIds?: boolean
}

export function createUniversalProvider(airlock: Airlock, { sessionIds = false }: UniversalOptions) {
  const { on, emit } = createEmitter<Record<string, unknown>>()
  const listeners = createListeners(on)
  const sessions = createSessions({ airlock, onChange: (session, before) => notifyOfChange(emit, session, before) })
  const unsubscribe = followNetworks(airlock, (network) => {
    for (const session of sessions.all) notifyOfNetwork(emit, session, network)
  })
  sessions.follow()

  /** One request for a session at a time, because each may open the modal. */
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const mine = turn.then(run)
    turn = mine.catch(() => {})
    return mine
  }
  /** Sessions from before a reload are known once the connections are. */
  const known = async (sessionId: string | undefined): Promise<Session> => {
    sessions.find(sessionId)
    await restored(airlock)
    sessions.follow()
    return sessions.find(sessionId)
  }

  const methods: { readonly [M in keyof SessionResults]: (params: unknown) => Promise<SessionResults[M]> } = {
    async wallet_createSession(params) {
      const request = readRequest(params)
      const { sessionId, form } = request
      return inTurn(async () => {
        if (sessionId !== undefined) sessions.find(sessionId)
        const agreed = await negotiate(airlock, request)
        const session = sessions.save(sessionId ?? (sessionIds ? newId() : undefined), agreed)
        return {
          ...idFields(session),
          ...(form === 'current'
            ? { scopes: toScopes(session.granted) }
            : { sessionScopes: toSessionScopes(session.granted) }),
        }
      })
    },
    async wallet_getSession(params) {
      const session = await known(readSessionId(isFields(params) ? params['sessionId'] : undefined))
      return { ...idFields(session), sessionScopes: toSessionScopes(session.granted) }
    },
    async wallet_invokeMethod(params) {
      const invocation = readInvocation(params)
      return invoke(airlock, await known(invocation.sessionId), invocation)
    },
    async wallet_revokeSession(params) {
      const { sessionId, scopes } = isFields(params) ? params : {}
      const id = readSessionId(sessionId)
      return inTurn(async (): Promise<true> => {
        const session = await known(id)
        const kept = scopes === undefined ? [] : without(session.request.scopes, scopes)
        if (kept.length === 0) sessions.remove(session)
        else sessions.narrow(session, kept)
        await leave(session)
        return true
      })
    },
  }

  /** Ends connections that no session uses any more. */
  const leave = async (before: Session) => {
    const used = new Set(sessions.all.flatMap(({ request }) => request.scopes.map(({ key }) => namespaceOfScope(key))))
    const left = new Set(before.request.scopes.map(({ key }) => namespaceOfScope(key)).filter((one) => !used.has(one)))
    for (const { namespace, status } of Object.values(airlock.getState().accounts))
      if (left.has(namespace) && status === 'connected')
        await airlock.disconnect({ namespace }).catch((error: unknown) => refuse(5000, codeOf(error)))
  }

  const isMethod = (method: unknown): method is keyof SessionResults =>
    typeof method === 'string' && Object.hasOwn(methods, method)

  const provider: UniversalProvider = {
    async request(call) {
      const { method, params } = call
      const run = isMethod(method) ? methods[method] : undefined
      if (!run)
        return refuse(
          -32601,
          'The methods are wallet_createSession, wallet_getSession, wallet_invokeMethod and wallet_revokeSession',
        )
      const copy = params === undefined ? {} : quietly(() => copyOf(params))
      return (await run(copy ?? refuse(-32602, 'params is not JSON, or larger than 1 MiB'))) as never // as: of this method
    },
    ...listeners(() => provider),
  }
  return {
    provider,
    stop() {
      unsubscribe()
      sessions.stop()
    },
  }
}

/** Reports when a connected wallet switches the network. */
function followNetworks(airlock: Airlock, tell: (network: string) => void): () => void {
  const read = () =>
    new Map<Namespace, string>(
      Object.values(airlock.getState().accounts).flatMap(({ namespace, caipAddress }) =>
        caipAddress ? [[namespace, networkOf(caipAddress)]] : [],
      ),
    )
  let before = read()
  return airlock.subscribe(() => {
    const was = before
    before = read()
    for (const [namespace, network] of before) if (was.has(namespace) && was.get(namespace) !== network) tell(network)
  })
}

/** Removes scopes by their keys, and single networks of a namespace. */
function without(scopes: readonly Scope[], given: unknown): readonly Scope[] {
  if (!Array.isArray(given) || given.length === 0) return refuse(-32602, '`scopes` is a list of scopes of the session')
  const left = given.reduce<readonly Scope[]>((rest, key: unknown) => {
    const drop = (wanted: Wanted | undefined) =>
      wanted && { ...wanted, chains: wanted.chains.filter((chain) => chain !== key) }
    const next = rest.map((scope) => ({ ...scope, required: drop(scope.required), optional: drop(scope.optional) }))
    return next.filter(
      (scope) =>
        scope.key !== key && [scope.required, scope.optional].some((wanted) => wanted && wanted.chains.length > 0),
    )
  }, scopes)
  const isPart = (key: unknown) =>
    scopes.some(
      (scope) =>
        scope.key === key || [scope.required, scope.optional].some((part) => part?.chains.some((one) => one === key)),
    )
  return given.every(isPart) ? left : refuse(-32602, '`scopes` has one that is not part of the session')
}

/** 128 random bits. */
const newId = (): string =>
  `0x${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
