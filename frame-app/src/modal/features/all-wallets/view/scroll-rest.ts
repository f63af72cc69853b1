/** Delays work until the list stops scrolling, because it would cause dropped frames. */
export interface ScrollRest {
  onScroll(): void
  onScrollEnd(): void
  /** Runs at once if the list is not scrolling. @returns a function that cancels it */
  whenAtRest(run: () => void): () => void
}

export function createScrollRest(): ScrollRest {
  let isMoving = false
  const waiting = new Set<() => void>()
  return {
    onScroll() {
      isMoving = true
    },
    onScrollEnd() {
      isMoving = false
      const due = [...waiting]
      waiting.clear()
      for (const run of due) run()
    },
    whenAtRest(run) {
      if (isMoving) waiting.add(run)
      else run()
      return () => {
        waiting.delete(run)
      }
    },
  }
}
