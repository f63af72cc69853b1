/** Work that a moving list would pay for in dropped frames, kept until it rests. */
export interface ScrollRest {
  onScroll(): void
  onScrollEnd(): void
  /** Runs at once in a list that does not move. @returns takes it back */
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
      return () => void waiting.delete(run)
    },
  }
}
