/** The queue of outgoing messages: paced below the peer's limit, with no more open requests than the peer serves. */
import type { Envelope } from '../envelope.ts'
import type { ChannelLimits } from '../limits.ts'
import { monotonicNow } from '../natives.ts'
import { createBucket } from '../pace.ts'

export interface Outgoing {
  readonly message: Envelope
  /** In units of the walk. */
  readonly size: number
  /** A request takes one of the limited places for unanswered requests. */
  readonly isRequest: boolean
}

export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox(limits: ChannelLimits, post: (entry: Outgoing) => void) {
  // Nine tenths of the peer's limit, because two clocks never agree exactly.
  const pace = createBucket(limits.rate * 0.9, limits.burst * 0.9, monotonicNow)
  const volume = createBucket(limits.sizeRate * 0.9, limits.sizeBurst * 0.9, monotonicNow)
  const queue: Outgoing[] = []
  let unanswered = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function drain(): void {
    if (timer !== undefined) return
    for (let index = 0; index < queue.length; ) {
      const entry = queue[index] as Outgoing // index < length
      // A request waits for a free place; answers behind it may overtake.
      if (entry.isRequest && unanswered >= limits.inFlight) {
        index++
        continue
      }
      // A message that waits for volume has already taken one pace token, and takes another when it is sent.
      if (!pace.take() || !volume.take(entry.size)) {
        const ms = Math.max(pace.wait(), volume.wait(entry.size))
        timer = setTimeout(() => {
          timer = undefined
          drain()
        }, ms)
        return
      }
      queue.splice(index, 1)
      if (entry.isRequest) unanswered++
      post(entry)
    }
  }

  return {
    get length(): number {
      return queue.length
    },
    /** A pacing timer is set. */
    get isPaced(): boolean {
      return timer !== undefined
    },
    put(entry: Outgoing): void {
      queue.push(entry)
      drain()
    },
    /** Puts the entry first; the next `drain` sends it. */
    putFirst: (entry: Outgoing): void => void queue.unshift(entry),
    remove(id: string): void {
      const index = queue.findIndex((entry) => entry.isRequest && entry.message.id === id)
      if (index >= 0) queue.splice(index, 1)
    },
    freePlace(): void {
      unanswered--
    },
    drain,
    clear(): void {
      clearTimeout(timer)
      timer = undefined
      queue.length = 0
    },
  }
}
