/** Lists of what arrives, such as the reports that browsers send to our servers; they can wait for what is still on its way. */

export type Arrivals<Entry> = {
  readonly add: (entry: Entry) => void
  readonly all: () => readonly Entry[]
  readonly clear: () => void
  /** The first matching entry, already there or later. */
  readonly next: (matches: (entry: Entry) => boolean) => Promise<Entry>
}

export function createArrivals<Entry>(): Arrivals<Entry> {
  const waiting = new Set<(entry: Entry) => void>()
  let entries: Entry[] = []
  return {
    add: (entry) => {
      entries.push(entry)
      for (const look of Array.from(waiting)) look(entry)
    },
    all: () => [...entries],
    clear: () => {
      entries = []
    },
    next: (matches) => {
      const present = entries.find(matches)
      if (present !== undefined) return Promise.resolve(present)
      return new Promise((resolve) => {
        const look = (entry: Entry) => {
          if (!matches(entry)) return
          waiting.delete(look)
          resolve(entry)
        }
        waiting.add(look)
      })
    },
  }
}
