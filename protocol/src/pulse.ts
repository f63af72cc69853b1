/**
 * The parent's end of a link notices a frame that has died: no port tells. Asks every heartbeat while somebody waits for the
 * frame, and at once when something suspicious happens.
 */
import { limits } from './limits.ts'
import { monotonicNow } from './natives.ts'

export interface Pulse {
  /** The frame must answer within a second. */
  probe: () => void
  stop: () => void
}

export function startPulse(ping: () => Promise<unknown>, isAwaited: () => boolean, onLost: () => void): Pulse {
  let heardAt = monotonicNow()
  let tickedAt = heardAt
  let probing: ReturnType<typeof setTimeout> | undefined
  const ask = () => {
    ping().then(
      () => {
        heardAt = monotonicNow()
        clearTimeout(probing)
        probing = undefined
      },
      () => {},
    )
  }
  const timer = setInterval(() => {
    const now = monotonicNow()
    // A timer that comes late, or nobody waiting: silence so far proves nothing.
    const isFresh = now - tickedAt > limits.heartbeatMs + limits.suspendedMs || !isAwaited()
    tickedAt = now
    if (isFresh) heardAt = now
    // The second beat without an answer.
    if (now - heardAt > limits.heartbeatMs * 1.5) onLost()
    else if (isAwaited()) ask()
  }, limits.heartbeatMs)
  return {
    probe() {
      // A probe under way keeps its deadline: who gives cause for one after the other gains no time.
      probing ??= setTimeout(onLost, limits.pingAfterLoadMs)
      ask()
    },
    stop() {
      clearInterval(timer)
      clearTimeout(probing)
    },
  }
}
