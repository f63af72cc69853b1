/** Limits heavy work: `running` at once, `waiting` queued, the rest refused, so that a flood cannot pile up. */
import { Refusal } from '../refusal.ts'

export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>

export function createGate({ running, waiting }: { readonly running: number; readonly waiting: number }): Gate {
  const queue: (() => void)[] = []
  let active = 0
  return async (work) => {
    if (active < running) active += 1
    else {
      if (queue.length >= waiting) throw new Refusal('UNAVAILABLE', { retryAfterMs: 2_000 })
      // A finished job passes its slot to the next one, so `active` does not change.
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
