/** Holds one immutable snapshot. An unchanged part keeps its identity, so that hooks and selectors do not fire. */
import { isSame, tell, type Undo } from '../dom.ts'
import type { State } from '../types.ts'

export interface Store {
  getState: () => State
  subscribe: (listener: () => void) => Undo
  /** Replaces parts of the state; calls listeners only if something changed. */
  set: (parts: Partial<State>) => void
}

export function createStore(initial: State): Store {
  let state = Object.freeze(initial)
  const listeners = new Set<{ listener: () => void }>()
  return {
    getState: () => state,
    subscribe(listener) {
      const entry = { listener }
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
    set(parts) {
      const changed = Object.entries(parts).filter(([key, value]) => !isSame(Reflect.get(state, key), value))
      if (changed.length === 0) return
      state = Object.freeze({ ...state, ...Object.fromEntries(changed) })
      tell(
        [...listeners].map((entry) => entry.listener),
        undefined,
      )
    },
  }
}
