/** Lets so many pieces of heavy work run at once and so many wait; the rest is refused at once, so that a flood cannot pile up. */
import { Refusal } from '../refusal.ts'

export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>

export function createGate({ running, waiting }: { readonly running: number; readonly waiting: number }): Gate {
  const queue: (() => void)[] = []
  let active = 0
  return async (work) => {
    if (active < running) active += 1
    else {
      if (queue.length >= waiting) throw new Refusal('UNAVAILABLE', { retryAfterMs: 2_000 })
      // Whoever ends hands its place on, so `active` stays as it is.
      await new Promise<void>((resolve) => queue.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else active -= 1
    }
  }
}
