/** Named events with typed payloads. */
import { tell, type Undo } from './dom.ts'

export interface Emitter<Events> {
  on: <E extends keyof Events>(event: E, listener: (payload: Events[E]) => void) => Undo
  emit: <E extends keyof Events>(event: E, payload: Events[E]) => void
}

export function createEmitter<Events>(): Emitter<Events> {
  const entries = new Set<{ event: keyof Events; listener: (payload: never) => void }>()
  return {
    on(event, listener) {
      const entry = { event, listener }
      entries.add(entry)
      return () => entries.delete(entry)
    },
    emit(event, payload) {
      tell(
        [...entries].filter((entry) => entry.event === event).map((entry) => entry.listener),
        payload as never, // entries of one event take its payload
      )
    },
  }
}
