/** Converts the core's events to AppKit's shape. None of the core's events identifies a user. */
import type { Airlock } from '@airlock/host-sdk'
import type { EventsControllerState } from './shapes.ts'

export function createEvents(airlock: Airlock) {
  const listeners = new Set<(event: EventsControllerState) => void>()
  let last: EventsControllerState = {
    timestamp: Date.now(),
    reportedErrors: {},
    data: { type: 'track', event: 'MODAL_CREATED', properties: {} },
  }
  airlock.on('event', ({ name, at, props }) => {
    last = { timestamp: at, reportedErrors: {}, data: { type: 'track', event: name, properties: props } }
    for (const listener of listeners) listener(last)
  })
  return {
    last: () => last,
    subscribe(listener: (event: EventsControllerState) => void) {
      const own = (event: EventsControllerState) => listener(event)
      listeners.add(own)
      return () => {
        listeners.delete(own)
      }
    },
  }
}
