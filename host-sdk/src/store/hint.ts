/**
 * The reconnect hint: the connection that the frame restores after a reload of the page. Not secret (design §1 rule 5).
 * If storage fails, it is kept in memory. Every script of the page may write it, so it is validated like a message
 * before it is sent (`page.ts`); here it only tells that there is a connection to restore.
 */
import type { ReconnectHint } from '@airlock/protocol/contracts/shapes/account.ts'
import { inBrowser } from '../dom.ts'

export interface HintStore {
  /** Not validated yet. */
  read: () => unknown
  write: (hint: ReconnectHint | null) => void
  readonly persistence: 'local' | 'memory'
}

export function createHintStore(projectId: string, persist: 'local' | 'memory'): HintStore {
  const key = `@airlock/${projectId}/hint`
  let persistence = inBrowser() ? persist : 'memory'
  let memory: unknown = null
  /** Runs the action on storage, or returns `undefined`: even reading `localStorage` may throw. */
  const onStorage = <T>(action: (storage: Storage) => T): T | undefined => {
    if (persistence === 'local')
      try {
        return action(localStorage)
      } catch {
        persistence = 'memory'
      }
    return undefined
  }
  memory = onStorage((storage) => parseJson(storage.getItem(key))) ?? null
  return {
    get persistence() {
      return persistence
    },
    read: () => memory,
    write(hint) {
      memory = hint
      onStorage((storage) => (hint ? storage.setItem(key, JSON.stringify(hint)) : storage.removeItem(key)))
    },
  }
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}
