/** Calls to the worker that holds the key. All answers are parsed. */
import { readWith } from '../../parse.ts'
import { ProviderRpcError, rpcError } from '../errors.ts'
// oxlint-disable-next-line import/default -- Vite replaces the module by the URL of its own bundle.
import workerUrl from '../wallet-worker.ts?worker&url'
import {
  type CallName,
  type CallRequest,
  type CallResponse,
  callTable,
  errorFields,
  workerResponse,
} from '../worker-calls.ts'

export type WorkerClient = {
  call<K extends CallName>(type: K, payload: CallRequest<K>): Promise<CallResponse<K>>
  onStopped(listener: () => void): void
}

type Waiting = { resolve: (result: unknown) => void; reject: (error: unknown) => void }

export function startWorker(): WorkerClient {
  // The build makes one classic file of it; in development it is the module itself.
  const worker = new Worker(trustedWorkerUrl(), { name: 'demo-wallet', ...(import.meta.env.DEV && { type: 'module' }) })
  const waiting = new Map<number, Waiting>()
  const stopped: (() => void)[] = []
  let isStopped = false
  let lastId = 0

  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const response = readWith(workerResponse, data)
    const call = response && waiting.get(response.id)
    if (!response || !call) return
    waiting.delete(response.id)
    const error = readWith(errorFields, response.error)
    if (error) call.reject(new ProviderRpcError(error))
    else call.resolve(response.result)
  })
  // A worker that failed to start, or threw outside a call, will not answer: rejects all pending calls.
  worker.addEventListener('error', () => {
    isStopped = true
    for (const { reject } of waiting.values()) reject(rpcError('disconnected'))
    waiting.clear()
    for (const listener of stopped) listener()
  })

  return {
    async call(type, payload) {
      if (isStopped) throw rpcError('disconnected')
      const id = ++lastId
      const result = await new Promise<unknown>((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        worker.postMessage({ id, type, payload })
      })
      return callTable[type].response(result)
    },
    onStopped: (listener) => {
      stopped.push(listener)
    },
  }
}

type ScriptUrlPolicy = { createScriptURL(url: string): string }
type PolicyFactory = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptUrlPolicy
}

const rules = {
  createScriptURL(url: string): string {
    if (url === workerUrl) return url
    throw new TypeError('not a script of the demo wallet')
  },
}

/** The only script URL that this page creates: the worker's, through the Trusted Types policy named in the page's headers. */
function trustedWorkerUrl(): string {
  // as: TypeScript's DOM types lack Trusted Types; `new Worker` is typed for a string and accepts the trusted object
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  return (trustedTypes?.createPolicy('demo-wallet', rules) ?? rules).createScriptURL(workerUrl)
}
