/** Runs a few jobs at once, with a short queue. */

export class LaneFullError extends Error {
  override readonly name = 'LaneFullError'
}

/** @throws {LaneFullError} when the queue is full */
export type Lane = <T>(job: () => Promise<T>) => Promise<T>

export function createLane({ atOnce, waiting }: { readonly atOnce: number; readonly waiting: number }): Lane {
  let running = 0
  const queue: (() => void)[] = []
  return async (job) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new LaneFullError('Too many jobs are waiting')
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
