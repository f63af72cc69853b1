/**
 * Lets the parent's end of a link detect a dead frame, which no port event reports. Pings at every heartbeat while the frame is
 * needed, and at once when something suspicious happens.
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
    // After a late timer, or while the frame is not needed, earlier silence proves nothing.
    const isFresh = now - tickedAt > limits.heartbeatMs + limits.suspendedMs || !isAwaited()
    tickedAt = now
    if (isFresh) heardAt = now
    // The second beat without an answer.
    if (now - heardAt > limits.heartbeatMs * 1.5) onLost()
    else if (isAwaited()) ask()
  }, limits.heartbeatMs)
  return {
    probe() {
      // A running probe keeps its deadline, so that repeated triggers do not extend it.
      probing ??= setTimeout(onLost, limits.pingAfterLoadMs)
      ask()
    },
    stop() {
      clearInterval(timer)
      clearTimeout(probing)
    },
  }
}
