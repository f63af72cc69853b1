/** The transport interface of a channel, and its MessagePort implementation. One of the two files that post messages. */
import { postToPort, readData, readPorts } from './natives.ts'

export interface Transport {
  /** @throws when the value cannot be cloned. */
  send(message: unknown): void
  /** Starts delivery. `onUnreadable` is called for messages that could not be deserialised. */
  listen(onMessage: (data: unknown, hasPorts: boolean) => void, onUnreadable: () => void): void
  close(): void
}

export function portTransport(port: MessagePort): Transport {
  return {
    send: (message) => postToPort(port, message),
    listen(onMessage, onUnreadable) {
      port.onmessage = (event: MessageEvent) => {
        if (!event.isTrusted) return
        const smuggled = readPorts(event)
        for (const extra of smuggled) extra.close()
        onMessage(readData(event), smuggled.length > 0)
      }
      port.onmessageerror = onUnreadable
    },
    close() {
      port.onmessage = null
      port.onmessageerror = null
      port.close()
    },
  }
}
