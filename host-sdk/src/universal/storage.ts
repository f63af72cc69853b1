/**
 * Sessions survive a reload. The request is stored, never an account. Every script of the page may write here, so entries are parsed like a
 * request, and they grant nothing that is not connected.
 */
import { fieldOf, inBrowser, listen, quietly, type Undo } from '../dom.ts'
import type { Airlock } from '../types.ts'
import { isFields, readRequest, readSessionId, type SessionRequest, writeRequest } from './scopes.ts'

export interface Stored {
  readonly id: string | undefined
  readonly request: SessionRequest
}

/** With ids, a page may have several sessions at a time; the oldest is dropped to make room. */
export const maxSessions = 16

export interface SessionStorage {
  read: () => readonly Stored[]
  write: (sessions: readonly Stored[]) => void
  /** Called when another tab has written. */
  subscribe: (listener: () => void) => Undo
}

export function createSessionStorage({ projectId, getState }: Pick<Airlock, 'projectId' | 'getState'>): SessionStorage {
  const key = `@airlock/${projectId}/sessions`
  const isLocal = () => inBrowser() && getState().persistence === 'local'
  return {
    read: () => (isLocal() ? readAll(quietly(() => JSON.parse(localStorage.getItem(key) ?? '[]') as unknown)) : []),
    write(sessions) {
      if (!isLocal()) return
      const entries = sessions.map(({ id, request }) => ({ ...(id && { id }), params: writeRequest(request) }))
      quietly(() =>
        entries.length > 0 ? localStorage.setItem(key, JSON.stringify(entries)) : localStorage.removeItem(key),
      )
    },
    subscribe(listener) {
      if (!inBrowser()) return () => {}
      return listen(window, 'storage', (event) => {
        const changed = fieldOf(event, 'key')
        // `null` if the whole storage was cleared.
        if (changed === key || changed === null) listener()
      })
    },
  }
}

function readAll(value: unknown): Stored[] {
  const entries = Array.isArray(value) ? value.slice(0, maxSessions) : []
  return entries.flatMap((entry: unknown) => {
    const stored = quietly((): Stored | undefined =>
      isFields(entry) ? { id: readSessionId(entry['id']), request: readRequest(entry['params']) } : undefined,
    )
    return stored ?? []
  })
}
