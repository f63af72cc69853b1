/** Converts the core's events to AppKit's shape. None of the core's events identifies a user. */
import type { Airlock } from '@airlock/host-sdk'
import { createEmitter } from '../emitter.ts'
import type { EventsControllerState } from './shapes.ts'

export function createEvents(airlock: Airlock) {
  const { on, emit } = createEmitter<{ event: EventsControllerState }>()
  let last: EventsControllerState = {
    timestamp: Date.now(),
    reportedErrors: {},
    data: { type: 'track', event: 'MODAL_CREATED', properties: {} },
  }
  airlock.on('event', ({ name, at, props }) => {
    last = { timestamp: at, reportedErrors: {}, data: { type: 'track', event: name, properties: props } }
    emit('event', last)
  })
  return {
    last: () => last,
    subscribe: (listener: (event: EventsControllerState) => void) => on('event', listener),
  }
}
