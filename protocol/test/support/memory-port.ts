/** A transport that clones like a port and delivers at once, so that tests need no waiting and meet re-entrant delivery. */
import type { Transport } from '../../src/transport.ts'

export interface MemoryPort extends Transport {
  /** What this end has posted, as the other end reads it. */
  readonly sent: Message[]
  readonly isClosed: boolean
  /** Delivers to this end, as if the other end had posted it. */
  deliver(data: unknown, hasPorts?: boolean): void
  /** A message that this end's browser could not deserialise. */
  deliverUnreadable(): void
}

/** What an honest end posts. */
export interface Message {
  id?: string
  epoch: number
  type: string
  payload: Record<string, unknown>
}

/** One end with nobody behind it: the test plays the peer. */
export function memoryPort(forward: (data: unknown) => void = () => {}): MemoryPort {
  let onMessage: ((data: unknown, hasPorts: boolean) => void) | undefined
  let onUnreadable: (() => void) | undefined
  let isClosed = false
  const sent: Message[] = []
  return {
    sent,
    get isClosed() {
      return isClosed
    },
    send(message) {
      const copy = structuredClone(message)
      if (isClosed) return
      sent.push(copy as Message) // only our own channels post here
      forward(copy)
    },
    listen(message, unreadable) {
      onMessage = message
      onUnreadable = unreadable
    },
    close() {
      isClosed = true
    },
    deliver(data, hasPorts = false) {
      if (!isClosed) onMessage?.(data, hasPorts)
    },
    deliverUnreadable() {
      if (!isClosed) onUnreadable?.()
    },
  }
}

/** Two ends joined: what one posts, the other has received before `send` returns. */
export function memoryPair(): [MemoryPort, MemoryPort] {
  const first: MemoryPort = memoryPort((data) => second.deliver(data))
  const second: MemoryPort = memoryPort((data) => first.deliver(data))
  return [first, second]
}
