/** Node's EventEmitter semantics, which dapps expect: a listener added twice is called twice and removed one at a time. */
import type { Undo } from '../dom.ts'

type Listener = (payload: unknown) => void

export function createListeners(on: (event: string, listener: Listener) => Undo) {
  const undos = new Map<Listener, { event: string; undo: Undo }[]>()
  return {
    add(event: string, listener: Listener): void {
      undos.set(listener, [...(undos.get(listener) ?? []), { event, undo: on(event, listener) }])
    },
    remove(event: string, listener: Listener): void {
      const entries = undos.get(listener) ?? []
      const entry = entries.find((known) => known.event === event)
      entry?.undo()
      const others = entries.filter((known) => known !== entry)
      if (others.length > 0) undos.set(listener, others)
      else undos.delete(listener)
    },
  }
}
