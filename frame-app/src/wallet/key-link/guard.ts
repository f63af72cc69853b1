/**
 * Filters messages before Comlink reads them. Comlink follows any path of property names from the exposed object, calls constructors,
 * sets properties and revives arguments: `CONSTRUCT ['ping', 'constructor']` alone runs code on the other side. Only one form of message
 * passes: a call of one method by its name, with one plain argument. Everything else is dropped.
 */
import { readData, readPorts } from '@airlock/protocol/natives.ts'
import type { Endpoint } from 'comlink'

const fields: ReadonlySet<string> = new Set(['id', 'type', 'path', 'argumentList'])

/** @param isMethod checks the only segment that a path may have */
export function guardEndpoint(endpoint: Endpoint, isMethod: (name: unknown) => boolean): Endpoint {
  return {
    postMessage: (message, transfer) => endpoint.postMessage(message, transfer),
    addEventListener(type, listener, options) {
      const guarded = (event: Event) => {
        if (!isCall(event, isMethod)) return
        if (typeof listener === 'function') listener(event)
        else listener.handleEvent(event)
      }
      endpoint.addEventListener(type, guarded, options)
    },
    // Comlink removes its listener only on a release message, which is dropped as well.
    removeEventListener() {},
    ...(endpoint.start && { start: () => endpoint.start?.() }),
  }
}

function isCall(event: Event, isMethod: (name: unknown) => boolean): boolean {
  if (!event.isTrusted || !(event instanceof MessageEvent) || readPorts(event).length > 0) return false
  const data = readData(event)
  if (!isRecord(data) || !Object.keys(data).every((key) => fields.has(key))) return false
  const { id, type, path, argumentList } = data
  return (
    typeof id === 'string' &&
    type === 'APPLY' &&
    isListOfOne(path) &&
    isMethod(path[0]) &&
    isListOfOne(argumentList) &&
    isRecord(argumentList[0]) &&
    argumentList[0].type === 'RAW'
  )
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isListOfOne = (value: unknown): value is readonly [unknown] => Array.isArray(value) && value.length === 1

/** The Worker's endpoint to the document that started it. */
export const workerScope: Endpoint = {
  postMessage: (message) => self.postMessage(message),
  addEventListener: (type, listener) => self.addEventListener(type, listener),
  removeEventListener: (type, listener) => self.removeEventListener(type, listener),
}
