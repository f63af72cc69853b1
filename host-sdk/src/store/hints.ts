/**
 * The reconnect hints: the connections that the frame restores after a reload of the page. Not secret. If storage fails,
 * they are kept in memory. Every script of the page may write them, so they are validated like a message before they are sent (`page.ts`).
 * Here they only show that there is a connection to restore.
 */
import type { ReconnectHint } from '@airlock/protocol/contracts/shapes/account.ts'
import { inBrowser, listen, type Undo } from '../dom.ts'

export interface HintStore {
  /** Not validated yet; `null` if there are none. */
  read: () => unknown
  write: (hints: readonly ReconnectHint[]) => void
  readonly persistence: 'local' | 'memory'
  /**
   * Calls the listener when another tab has stored different hints, and when the page is restored from the browser's back-forward cache and
   * they have changed.
   */
  watch: (listener: () => void) => Undo
}

export function createHintStore(projectId: string, persist: 'local' | 'memory'): HintStore {
  const key = `@airlock/${projectId}/hints`
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
  const load = () => onStorage((storage) => parseJson(storage.getItem(key))) ?? null
  memory = load()
  return {
    get persistence() {
      return persistence
    },
    read: () => memory,
    write(hints) {
      memory = hints.length > 0 ? hints : null
      onStorage((storage) => (memory ? storage.setItem(key, JSON.stringify(memory)) : storage.removeItem(key)))
    },
    watch(listener) {
      const check = () => {
        if (persistence !== 'local') return
        const before = JSON.stringify(memory)
        memory = load()
        if (JSON.stringify(memory) !== before) listener()
      }
      const undos = [listen(window, 'storage', check), listen(window, 'pageshow', check)]
      return () => {
        for (const undo of undos) undo()
      }
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
