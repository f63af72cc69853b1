/** The registry of names over HTTP, on either database. */
import { describe } from 'vitest'
import type { Place } from '../../src/store/open.ts'
import { describeChange } from './names/change.ts'
import { describeLookUps } from './names/look-ups.ts'
import { describeRegistration } from './names/registration.ts'
import { useRegistry } from './names/registry.ts'

/** @param processes that share the database */
export function describeNames(engine: string, openPlace: () => Promise<Place>, processes: number): void {
  describe(engine, () => {
    const registry = useRegistry(openPlace, processes)
    // In this order: the names of one group are used in the next one.
    describeRegistration(registry)
    describeChange(registry)
    describeLookUps(registry)
  })
}
