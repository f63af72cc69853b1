/**
 * The only listener for `window` messages: the sender is checked before data is read. Check order:
 * `isTrusted`, source, origin, then data. Exact origins in and out.
 */
import { readOrigin, readSource } from './natives.ts'

export interface WindowPeer {
  /** Read at each message, so that no reference to an old document is used. */
  window(): Window | null | undefined
  readonly origins: readonly string[]
}

/** Checks the sender of a window message. `onStranger` counts refused senders; their data is never read. */
export function createDoor(
  peer: WindowPeer,
  onMessage: (event: MessageEvent) => void,
  onStranger?: () => void,
): (event: MessageEvent) => void {
  return (event) => {
    const source = peer.window()
    if (!event.isTrusted || !source || readSource(event) !== source) return onStranger?.()
    const origin = readOrigin(event)
    if (typeof origin !== 'string' || !peer.origins.includes(origin)) return onStranger?.()
    onMessage(event)
  }
}

/** Returns a function that removes the listener. */
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
