/** The demo wallet's worker: only here is the key, and only from here are the local chains reachable. */
import { readWith } from '../parse.ts'
import { toRpcError } from './errors.ts'
import { createHandlers, type Handlers } from './worker/handlers.ts'
import { type CallName, callTable, workerRequest } from './worker-calls.ts'

const handlers = createHandlers(self.origin)

self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const request = readWith(workerRequest, data)
  if (request) void answer(request.id, request.type, request.payload)
})

async function answer<K extends CallName>(id: number, type: K, payload: unknown): Promise<void> {
  try {
    const handle: Handlers[K] = handlers[type]
    self.postMessage({ id, result: await handle(callTable[type].request(payload)) })
  } catch (error) {
    const { code, message, data } = toRpcError(error)
    self.postMessage({ id, error: { code, message, data } })
  }
}
