/**
 * The RPC endpoints for pages: a thin proxy in front of each node whose behaviour a test can set. Guarantees: answers
 * only listed origins, with their exact origin, and counts every call by method.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import * as z from 'zod'

export type RpcBehaviour = 'normal' | 'hang' | 'error-500' | 'garbage' | 'huge' | 'deep' | 'endless' | 'down'

export type RpcEndpoint = {
  readonly url: string
  /** The methods called since the last `reset`, in order, including those that got no proper answer. */
  readonly calls: () => readonly string[]
  /** Bytes of answers since the last `reset` that clients have read or that are in buffers on the way. */
  readonly sent: () => number
  /** @param only applies to this method only; others are answered normally */
  readonly behave: (behaviour: RpcBehaviour, only?: string) => void
  readonly reset: () => void
}

type Gate = RpcEndpoint & { handle(request: IncomingMessage, response: ServerResponse): Promise<void> }

/** @param options.nodeUrl called for each request, so that a node may start with the first one */
export function createGate(options: {
  url: string
  nodeUrl: () => string | Promise<string>
  allowOrigins: ReadonlySet<string>
}): Gate {
  let behaviour: RpcBehaviour = 'normal'
  let limit: string | undefined
  let calls: string[] = []
  let answered: (() => number)[] = []
  return {
    url: options.url,
    calls: () => [...calls],
    sent: () => answered.reduce((sum, bytes) => sum + bytes(), 0),
    behave: (next, only) => {
      behaviour = next
      limit = only
    },
    reset: () => {
      behaviour = 'normal'
      limit = undefined
      calls = []
      answered = []
    },
    async handle(request, response) {
      allowOrigin(request, response, options.allowOrigins)
      if (request.method === 'OPTIONS') return void response.writeHead(204).end()
      // As nodes do.
      if (request.headers['content-type'] !== 'application/json')
        return void response
          .writeHead(415, json)
          .end('{"error":"invalid content type, only application/json is supported"}')
      try {
        const body = await text(request)
        const methods = methodsOf(body)
        calls.push(...methods)
        const isMeant = limit === undefined || methods.includes(limit)
        const { socket } = request
        const before = socket.bytesWritten
        answered.push(() => socket.bytesWritten - before)
        await answers[isMeant ? behaviour : 'normal'](response, async () => forward(await options.nodeUrl(), body))
      } catch {
        // The page has left, or the node is being stopped; to the page both look like an endpoint that is down.
        response.destroy()
      }
    },
  }
}

type Answer = (response: ServerResponse, ask: () => Promise<string>) => Promise<void> | void

const json = { 'Content-Type': 'application/json' }
const hugeBytes = 16 * 1024 * 1024
const zeros = '0'.repeat(64 * 1024)
/** Too deep for a recursive walk, but below the byte limit. */
const deepLevels = 100_000

const answers: Readonly<Record<RpcBehaviour, Answer>> = {
  async normal(response, ask) {
    response.writeHead(200, json).end(await ask())
  },
  /** Stays open until the client gives up or the world stops. */
  hang: () => undefined,
  'error-500': (response) => void response.writeHead(500, json).end('{"error":"internal"}'),
  garbage: (response) => void response.writeHead(200, json).end('<html>not what you asked for'),
  huge: (response) =>
    void response.writeHead(200, json).end(`{"jsonrpc":"2.0","id":1,"result":"0x${'0'.repeat(hugeBytes)}"}`),
  deep: (response) =>
    void response
      .writeHead(200, json)
      .end(`{"jsonrpc":"2.0","id":1,"result":${'['.repeat(deepLevels)}${']'.repeat(deepLevels)}}`),
  /** Writes as much as the page reads, until it hangs up. */
  endless(response) {
    response.writeHead(200, json).write('{"jsonrpc":"2.0","id":1,"result":"0x')
    const more = () => {
      while (!response.destroyed && response.write(zeros));
    }
    response.on('drain', more)
    more()
  },
  down: (response) => void response.destroy(),
}

function allowOrigin(request: IncomingMessage, response: ServerResponse, origins: ReadonlySet<string>): void {
  response.setHeader('Vary', 'Origin')
  const { origin } = request.headers
  if (origin === undefined || !origins.has(origin)) return
  response.setHeader('Access-Control-Allow-Origin', origin)
  response.setHeader('Access-Control-Allow-Methods', 'POST')
  response.setHeader('Access-Control-Allow-Headers', 'Content-Type, Solana-Client')
}

async function forward(nodeUrl: string, body: string): Promise<string> {
  const response = await fetch(nodeUrl, { method: 'POST', headers: json, body })
  return response.text()
}

const Call = z.object({ method: z.string() })
const Calls = z.union([Call.transform((call) => [call]), z.array(Call)])

function methodsOf(body: string): readonly string[] {
  try {
    return Calls.parse(JSON.parse(body)).map(({ method }) => method)
  } catch {
    return ['not a call']
  }
}
