/** Runs a few jobs at once, with a short queue, so that a flood cannot pile up. */

export class LaneFullError extends Error {
  override readonly name = 'LaneFullError'
}

export type Lane = <T>(job: () => Promise<T>) => Promise<T>

/** @param full the error of a job for which the queue has no place */
export function createLane(
  { atOnce, waiting }: { readonly atOnce: number; readonly waiting: number },
  full: () => Error = () => new LaneFullError('Too many jobs are waiting'),
): Lane {
  let running = 0
  const queue: (() => void)[] = []
  return async (job) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw full()
      // A finished job passes its slot to the next one.
      await new Promise<void>((resolve) => queue.push(resolve))
    } else running += 1
    try {
      return await job()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
