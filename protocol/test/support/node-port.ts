/** A transport over Node's MessagePort, whose events carry no `isTrusted`; everything else is as in a browser. */
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { Transport } from '../../src/transport.ts'

export function nodeTransport(port: MessagePort): Transport {
  return {
    send: (message) => port.postMessage(message),
    listen(onMessage, onUnreadable) {
      port.removeAllListeners()
      port.on('message', (data: unknown) => onMessage(data, false))
      port.on('messageerror', onUnreadable)
    },
    close() {
      port.removeAllListeners()
      port.close()
    },
  }
}

export function transportPair(): [Transport, Transport] {
  const { port1, port2 } = new MessageChannel()
  return [nodeTransport(port1), nodeTransport(port2)]
}
