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

/** Judges one message of the window. `onStranger` counts refused senders; their data is never read. */
export function createDoor(
  peer: WindowPeer,
  onMessage: (message: WindowMessage) => void,
  onStranger?: () => void,
): (event: MessageEvent) => void {
  return (event) => {
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
}

/** Returns the undo. */
export function listenToWindow(door: (event: MessageEvent) => void): () => void {
  window.addEventListener('message', door)
  return () => window.removeEventListener('message', door)
}

/** @throws {RangeError} for a target that is not one exact origin. */
export function postToWindow(target: Window, origin: string, message: unknown, ports: MessagePort[] = []): void {
  if (origin === '*' || origin === '/' || origin === 'null')
    throw new RangeError('origin: one exact origin is required')
  target.postMessage(message, origin, ports)
}
