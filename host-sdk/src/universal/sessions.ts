/**
 * The sessions of the page and their current grants. When a connection ends, its scopes are removed from every session for good: after the
 * user connects again, the page has to request them again.
 */
import type { Airlock, State } from '../types.ts'
import { type ScopeObjects, toSessionScopes } from './answers.ts'
import { refuse } from './errors.ts'
import { type Granted, grant, type Live } from './grant.ts'
import { namespaceOfScope } from './offered.ts'
import type { Scope, SessionRequest } from './scopes.ts'
import { createSessionStorage, maxSessions, type Stored } from './storage.ts'

export interface Session extends Stored {
  readonly granted: readonly Granted[]
}

export interface SessionsHost {
  readonly airlock: Airlock
  /** A session has changed since the page was last notified. */
  onChange: (session: Session, before: readonly Granted[]) => void
}

export const liveOf = ({ networks, getState }: Pick<Airlock, 'networks' | 'getState'>): Live => ({
  networks: networks.map(({ caipNetworkId }) => caipNetworkId),
  accounts: getState().accounts,
})

export function createSessions({ airlock, onChange }: SessionsHost) {
  const storage = createSessionStorage(airlock)
  /** The grants are known once stored connections are restored. */
  let sessions: readonly Session[] = storage.read().map((stored) => ({ ...stored, granted: [] }))

  const set = (next: readonly Session[]) => {
    sessions = next
    storage.write(sessions)
  }
  /** Compares with the state and reports differences. */
  const follow = () => {
    const { ready, accounts } = airlock.getState()
    if (!ready) return
    const live = liveOf(airlock)
    const before = sessions
    const after = before.map((session) => {
      const scopes = session.request.scopes.filter(({ key }) => isHeld(accounts, key))
      return { ...session, request: { ...session.request, scopes }, granted: grant(scopes, live) }
    })
    if (after.every((session, index) => isSame(session, before[index]))) return
    set(after.filter(({ request }) => request.scopes.length > 0))
    after.forEach((session, index) => {
      const was = before[index]?.granted ?? []
      if (!isSameGrant(session.granted, was)) onChange(session, was)
    })
  }
  const unsubscribe = airlock.subscribe(follow)
  const stopReading = storage.subscribe(() => {
    const stored = storage.read()
    const ended = sessions.filter(({ id }) => !stored.some((one) => one.id === id))
    sessions = stored.map((one) => ({ ...one, granted: sessions.find(({ id }) => id === one.id)?.granted ?? [] }))
    for (const session of ended) onChange({ ...session, granted: [] }, session.granted)
    follow()
  })

  return {
    follow,
    get all() {
      return sessions
    },
    /** @throws the errors of CAIP-285 */
    find(sessionId: string | undefined): Session {
      const found = sessions.find(({ id }) => id === sessionId)
      if (found) return found
      if (sessionId !== undefined) return refuse(5500, 'The page has no session with this id')
      return sessions.length === 0
        ? refuse(5501, 'Create a session first')
        : refuse(5502, 'Name the session by its `sessionId`')
    },
    /** Replaces the session with the same id. */
    save(id: string | undefined, request: SessionRequest): Session {
      const session = { id, request, granted: grant(request.scopes, liveOf(airlock)) }
      set([...sessions.filter((one) => one.id !== id), session].slice(-maxSessions))
      return session
    },
    remove({ id }: Session): void {
      set(sessions.filter((one) => one.id !== id))
    },
    /** Reduces the session to these scopes. */
    narrow({ id }: Session, scopes: readonly Scope[]): void {
      const live = liveOf(airlock)
      const before = sessions.find((one) => one.id === id)
      if (!before) return
      const after = { ...before, request: { ...before.request, scopes }, granted: grant(scopes, live) }
      const rest = sessions.map((one) => (one === before ? after : one))
      set(rest.filter(({ request }) => request.scopes.length > 0))
      onChange(after, before.granted)
    },
    stop() {
      unsubscribe()
      stopReading()
    },
  }
}

/** Connected, or being restored. */
function isHeld(accounts: State['accounts'], key: string): boolean {
  const account = Object.entries(accounts).find(([namespace]) => namespace === namespaceOfScope(key))?.[1]
  return account !== undefined && (account.restoring || account.status !== 'disconnected')
}

const isSame = (one: Session, other: Session | undefined) =>
  other !== undefined &&
  one.request.scopes.length === other.request.scopes.length &&
  isSameGrant(one.granted, other.granted)

const isSameGrant = (one: readonly Granted[], other: readonly Granted[]): boolean => textOf(one) === textOf(other)
const textOf = (granted: readonly Granted[]) => JSON.stringify(toSessionScopes(granted))

export interface SessionChanged {
  readonly sessionId?: string
  readonly sessionScopes: ScopeObjects
}
