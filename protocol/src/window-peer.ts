/**
 * The only door for `window` messages: identity is decided before data is touched (isolation decision 3).
 * Check order: `isTrusted`, source, origin, then data. Exact origins in and out.
 */
import { readData, readOrigin, readPorts, readSource } from './natives.ts'

export interface WindowMessage {
  /** Reading it unpacks the message, which a large one makes expensive. */
  readonly data: unknown
  readonly origin: string
  readonly ports: readonly MessagePort[]
}

export interface WindowPeer {
  /** Read at each message, so that a replaced document cannot borrow an old reference. */
  window(): Window | null | undefined
  readonly origins: readonly string[]
}

/** Returns the undo. `onStranger` counts refused senders; their data is never read. */
export function listenToWindow(
  peer: WindowPeer,
  onMessage: (message: WindowMessage) => void,
  onStranger?: () => void,
): () => void {
  const listener = (event: MessageEvent) => {
    const source = peer.window()
    if (!event.isTrusted || !source || readSource(event) !== source) return onStranger?.()
    const origin = readOrigin(event)
    if (typeof origin !== 'string' || !peer.origins.includes(origin)) return onStranger?.()
    onMessage({
      get data() {
        return readData(event)
      },
      origin,
      ports: readPorts(event),
    })
  }
  window.addEventListener('message', listener)
  return () => window.removeEventListener('message', listener)
}

/** @throws {RangeError} for a target that is not one exact origin. */
export function postToWindow(target: Window, origin: string, message: unknown, ports: MessagePort[] = []): void {
  if (origin === '*' || origin === '/' || origin === 'null')
    throw new RangeError('origin: one exact origin is required')
  target.postMessage(message, origin, ports)
}
