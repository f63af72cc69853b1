/** Node's EventEmitter semantics, which dapps expect: a listener added twice is called twice and removed one at a time. */
import type { Undo } from '../dom.ts'

type Listener = (payload: never) => void

export function createListeners(on: (event: string, listener: (payload: unknown) => void) => Undo) {
  const undos = new Map<Listener, { event: string; undo: Undo }[]>()
  /** The two methods of a provider, which return it. */
  return <P>(provider: () => P) => ({
    on(event: string, listener: Listener): P {
      // as: called with the payload of its event
      const undo = on(event, listener as (payload: unknown) => void)
      undos.set(listener, [...(undos.get(listener) ?? []), { event, undo }])
      return provider()
    },
    removeListener(event: string, listener: Listener): P {
      const entries = undos.get(listener) ?? []
      const entry = entries.find((known) => known.event === event)
      entry?.undo()
      const others = entries.filter((known) => known !== entry)
      if (others.length > 0) undos.set(listener, others)
      else undos.delete(listener)
      return provider()
    },
  })
}
