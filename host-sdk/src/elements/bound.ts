/** The elements of one prefix, and their instance. */
import type { Airlock, State } from '@airlock/host-sdk'
import { initialState } from '../ui/looks.ts'

/** An element that is attached to the page. */
export interface Live extends HTMLElement {
  draw: () => void
}

export interface Bound {
  readonly live: Set<Live>
  airlock?: Airlock
  readonly state: State
  readonly bind: (airlock: Airlock) => void
}

export function createBound(prefix: string): Bound {
  const live = new Set<Live>()
  let undos: (() => void)[] = []
  const draw = () => {
    for (const element of live) element.draw()
  }
  return {
    live,
    get state() {
      return this.airlock?.getState() ?? initialState
    },
    bind(airlock) {
      for (const undo of undos) undo()
      this.airlock = airlock
      undos = (['open', 'close', 'connect', 'disconnect', 'error'] as const).map((name) =>
        airlock.on(name, (detail) => {
          // Only the event of the first element bubbles, so that a listener on the document is called once.
          let bubbles = true
          for (const element of live) {
            element.dispatchEvent(new CustomEvent(`${prefix}-${name}`, { detail, bubbles, composed: true }))
            bubbles = false
          }
        }),
      )
      undos.push(airlock.subscribe(draw))
      draw()
    },
  }
}
