/** Counts of events per project, in memory. No event is stored. */
import type { EventName } from '@airlock/protocol/contracts/analytics.ts'

export type Tally = {
  readonly add: (projectId: string, event: EventName) => void
  readonly read: (projectId: string) => Readonly<Partial<Record<EventName, number>>>
}

/** Size is bounded by the number of projects times the number of event names. */
export function createTally(): Tally {
  const counts = new Map<string, Partial<Record<EventName, number>>>()
  return {
    add: (projectId, event) => {
      const known = counts.get(projectId) ?? {}
      counts.set(projectId, { ...known, [event]: (known[event] ?? 0) + 1 })
    },
    read: (projectId) => ({ ...counts.get(projectId) }),
  }
}
