/**
 * The audit trail: messages and refusals, without any payload. A ring of the last events, and counters that are never reset. Type
 * names come from the tables, so that no text of the peer is recorded.
 */
import type { ErrorCode } from '../errors.ts'
import { limits } from '../limits.ts'

export interface WireEvent {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly port: string
  readonly direction: 'in' | 'out'
  /** `?` for a type that is in no table. */
  readonly type: string
  readonly id: string | undefined
  /** In units of the walk: 8 for each value, plus the length of each text and key. */
  readonly size: number
  readonly verdict: 'ok' | ErrorCode
}

export interface Trail {
  /** The last events, oldest first. */
  readonly events: readonly WireEvent[]
  readonly refusals: Readonly<Partial<Record<ErrorCode, number>>>
  /** Number of window messages that did not come from the other end; their data was never read. */
  readonly strangers: number
}

export type Audit = ReturnType<typeof createAudit>

export function createAudit(capacity: number = limits.auditEvents) {
  const ring: WireEvent[] = []
  const refusals = new Map<string, number>()
  let next = 0
  let strangers = 0
  return {
    note(event: WireEvent): void {
      ring[next] = event
      next = (next + 1) % capacity
      if (event.verdict !== 'ok') refusals.set(event.verdict, (refusals.get(event.verdict) ?? 0) + 1)
    },
    meetStranger(): void {
      strangers++
    },
    read: (): Trail => ({
      events: [...ring.slice(next), ...ring.slice(0, next)],
      refusals: Object.fromEntries(refusals),
      strangers,
    }),
  }
}
