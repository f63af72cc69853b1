/**
 * Nothing jumps under the finger: between the states of one view, no field and no main action moves by more than two pixels, whatever
 * loads, is typed or fails. The moves that remain are listed with their reasons.
 */
import type { Frame } from '@playwright/test'
import type { Entry } from '../../gallery/states/index.ts'
import { edgesOfControls } from './measure.ts'
import { apart } from './steady-exceptions.ts'

const most = 2

type Edges = readonly [top: number, bottom: number]

/** A button whose text needs another line grows; the edge that stays is still under the finger. */
const moved = ([top, bottom]: Edges, [otherTop, otherBottom]: Edges): number =>
  Math.min(Math.abs(top - otherTop), Math.abs(bottom - otherBottom))

/** Compares each state with the first one that has the control, in the same look. */
export function createSteadiness() {
  const first = new Map<string, { readonly state: string; readonly edges: Edges }>()
  return {
    /** @returns a line per control that has moved */
    async compare(frame: Frame, { view, state }: Entry, look: string): Promise<readonly string[]> {
      if (Object.values(apart[view] ?? {}).some((states) => states.includes(state))) return []
      return Object.entries(await edgesOfControls(frame)).flatMap(([control, edges]) => {
        const key = `${control}, ${look}`
        const known = first.get(key) ?? { state, edges }
        first.set(key, known)
        const by = moved(edges, known.edges)
        return by > most ? [`${key}: ${Math.round(by)} px from ${known.state}`] : []
      })
    },
  }
}
