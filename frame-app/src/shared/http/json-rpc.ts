/** JSON-RPC over HTTP: abortable, with a time limit and a size limit while streaming (T20). Answers are checked before use. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { walk } from '@airlock/protocol/walk.ts'
import * as z from 'zod/mini'

const maxBytes = 1024 * 1024
const maxWalk = { depth: 64, nodes: 100_000, size: maxBytes }

const Reply = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.nullable(z.object({ code: z.int(), message: z.string(), data: z.optional(z.unknown()) }))),
})

/** The cause of NETWORK if the node answered with an HTTP error status. */
export class HttpStatusError extends Error {
  override readonly name = 'HttpStatusError'
  readonly status: number
  /** When the node wants to be asked again, in milliseconds, if it said so. */
  readonly retryAfterMs: number | undefined

  constructor({ status, headers }: Response) {
    super(`HTTP status code: ${status}`)
    this.status = status
    // A date, the other form of this header, is not used by nodes.
    const seconds = headers.get('retry-after') ?? ''
    this.retryAfterMs = /^\d{1,5}$/.test(seconds) ? Number(seconds) * 1000 : undefined
  }
}

export interface RpcCall {
  method: string
  params: Json
  signal: AbortSignal
  timeoutMs?: number
}

/** @throws AirlockError NETWORK if the node gives no usable answer, WALLET_FAILED with the node's own code if it refuses the call. */
export async function jsonRpc(url: string, { method, params, signal, timeoutMs = 10_000 }: RpcCall): Promise<Json> {
  const reply = await ask(
    url,
    { jsonrpc: '2.0', id: 1, method, params },
    AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  )
  if (reply.error) {
    const { code, message } = reply.error
    throw new AirlockError('WALLET_FAILED', { rpcCode: code, message: message.slice(0, 200) })
  }
  return (reply.result ?? null) as Json // walked below
}

async function ask(url: string, body: object, signal: AbortSignal): Promise<z.infer<typeof Reply>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: JSON.stringify(body),
      // Nodes refuse any other type, although with text/plain browsers would send no preflight request.
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal,
    })
    // Some nodes give a call that they refuse the status 400.
    const isRefused = response.status === 400
    if (!response.ok && !isRefused) throw new HttpStatusError(response)
    const reply = await readReply(response).catch((cause: unknown) => {
      throw isRefused ? new HttpStatusError(response) : cause
    })
    if (isRefused && !reply.error) throw new HttpStatusError(response)
    return reply
  } catch (cause) {
    throw new AirlockError('NETWORK', { cause })
  }
}

async function readReply(response: Response): Promise<z.infer<typeof Reply>> {
  const parsed: unknown = JSON.parse(await readText(response))
  if (walk(parsed, maxWalk) !== 'ok') throw new Error('answer refused')
  const reply = z.parse(Reply, parsed)
  if (!reply.error && reply.result === undefined) throw new Error('no answer')
  return reply
}

async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    text += decoder.decode(value, { stream: true })
    if (text.length > maxBytes) {
      await reader.cancel()
      throw new Error('answer too large')
    }
  }
}
