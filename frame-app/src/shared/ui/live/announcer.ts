/** The texts of the two live regions. The regions must be in the document before their text changes, so the text is kept here. */

export interface Announcement {
  id: number
  text: string
}

export interface Announced {
  polite: Announcement
  assertive: Announcement
}

export interface AnnounceOptions {
  /** Interrupts the screen reader. For failures only. */
  assertive?: boolean | undefined
}

/** The text replaces both regions, so that nothing stays that is no longer true. An empty text clears them. */
export type Announce = (text: string, options?: AnnounceOptions) => void

export interface Announcer {
  announce: Announce
  getSnapshot: () => Announced
  subscribe: (listener: () => void) => () => void
}

export function createAnnouncer(): Announcer {
  const listeners = new Set<() => void>()
  const silence: Announcement = { id: 0, text: '' }
  let announced: Announced = { polite: silence, assertive: silence }
  let count = 0
  return {
    announce(text, { assertive = false } = {}) {
      // A new id renders a new element, so that the same text is announced again.
      announced = { polite: silence, assertive: silence, [assertive ? 'assertive' : 'polite']: { id: ++count, text } }
      for (const listener of listeners) listener()
    },
    getSnapshot: () => announced,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
