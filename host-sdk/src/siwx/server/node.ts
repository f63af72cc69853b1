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

export const toNode =
  (path: string, answer: (request: Request) => Promise<Response>) =>
  async (request: NodeRequest, response: NodeResponse): Promise<boolean> => {
    const { method = 'GET', url = '/' } = request
    if (!url.startsWith(`${path}/`)) return false
    const headers = new Headers()
    for (const name of passed) {
      const value = request.headers[name]
      if (typeof value === 'string') headers.set(name, value)
    }
    const body = method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? undefined : await readBody(request)
    // The host does not matter; only the origin that the browser sends is checked.
    const answered = await answer(
      new Request(new URL(url, 'http://localhost'), { method, headers, ...(body === undefined ? {} : { body }) }),
    )
    response.statusCode = answered.status
    answered.headers.forEach((value, name) => void response.setHeader(name, value))
    response.end(await answered.text())
    return true
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
