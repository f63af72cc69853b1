/** One JSON-RPC call from Node to a local node. */
import * as z from 'zod'

const Answer = z.union([
  z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }) }),
  z.object({ result: z.unknown() }),
])

export class RpcError extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** @throws {RpcError} when the node answers with an error. */
export async function callRpc(url: string, method: string, params: unknown = []): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer = Answer.parse(await response.json())
  if ('error' in answer) throw new RpcError(answer.error.code, answer.error.message, answer.error.data)
  return answer.result
}
