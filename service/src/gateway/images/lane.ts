/** Runs few jobs at once, and keeps few waiting. */

export class LaneFullError extends Error {
  override readonly name = 'LaneFullError'
}

/** @throws {LaneFullError} when as many jobs wait as may */
export type Lane = <T>(job: () => Promise<T>) => Promise<T>

export function createLane({ atOnce, waiting }: { readonly atOnce: number; readonly waiting: number }): Lane {
  let running = 0
  const queue: (() => void)[] = []
  return async (job) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new LaneFullError('Too many jobs are waiting')
      // The one that ends hands its place on.
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
