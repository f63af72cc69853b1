/** The same endpoints for `node:http`. Only the used parts of its objects are declared, so that no types are needed. */
import { longestBody } from './http.ts'

export interface NodeRequest extends AsyncIterable<Uint8Array | string> {
  method?: string | undefined
  url?: string | undefined
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

export interface NodeResponse {
  statusCode: number
  setHeader: (name: string, value: string) => unknown
  end: (body?: string) => unknown
}

const passed = ['origin', 'cookie', 'content-type'] as const
/** Those of the routes and of pre-flights. A `Request` refuses some others. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE'])
const withoutBody: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** @param answer must not reject. Nothing that a client sends, or stops to send, makes the result reject either. */
export const toNode =
  (path: string, answer: (request: Request) => Promise<Response>) =>
  async (request: NodeRequest, response: NodeResponse): Promise<boolean> => {
    if (!request.url?.startsWith(`${path}/`)) return false
    const answered = await answerTo(request, answer)
    response.statusCode = answered.status
    answered.headers.forEach((value, name) => void response.setHeader(name, value))
    response.end(await answered.text())
    return true
  }

async function answerTo(request: NodeRequest, answer: (request: Request) => Promise<Response>): Promise<Response> {
  if (!methods.has(request.method ?? 'GET'))
    return new Response(null, { status: 405, headers: { allow: [...methods].join(', ') } })
  // It fails if the client leaves during the upload; then nobody reads the answer.
  const read = await readRequest(request).catch(() => undefined)
  return read ? answer(read) : new Response(null, { status: 400 })
}

async function readRequest(request: NodeRequest): Promise<Request> {
  const { method = 'GET', url = '/' } = request
  const headers = new Headers()
  for (const name of passed) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const body = withoutBody.has(method) ? {} : { body: await readBody(request) }
  // The host does not matter; only the origin that the browser sends is checked.
  return new Request(new URL(url, 'http://localhost'), { method, headers, ...body })
}

/** Reads at most one byte more than allowed, which shows that a body is too long. */
async function readBody(request: NodeRequest): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of request) {
    const bytes = typeof part === 'string' ? new TextEncoder().encode(part) : part
    length += bytes.length
    parts.push(bytes)
    if (length > longestBody) break
  }
  const whole = new Uint8Array(length)
  let place = 0
  for (const part of parts) {
    whole.set(part, place)
    place += part.length
  }
  return whole
}
