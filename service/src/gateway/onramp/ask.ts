/** One call to a provider's API: limited in time and size, without redirects. Errors contain neither address nor key. */
import * as z from 'zod/mini'
import { readBounded } from '../http/read-bounded.ts'

type Call = {
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  /** Body sent unchanged, with POST. */
  readonly json?: string
  readonly signal: AbortSignal
}

const timeoutMs = 10_000
const maxBytes = 8 * 1024 * 1024

export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  /** HTTP status, if there was a response. */
  readonly status: number | undefined

  constructor(text: string, status?: number) {
    super(text)
    this.status = status
  }
}

/** @throws {ProviderError} */
async function ask<T extends z.ZodMiniType>(
  schema: T,
  { url, headers = {}, json, signal }: Call,
): Promise<z.output<T>> {
  const response = await fetch(url, {
    method: json === undefined ? 'GET' : 'POST',
    redirect: 'error',
    headers: {
      Accept: 'application/json',
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(json !== undefined && { body: json }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  }).catch(() => {
    throw new ProviderError('The provider does not answer')
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new ProviderError(`The provider answered ${response.status}`, response.status)
  }
  const parsed = z.safeParse(schema, await readJson(response))
  if (!parsed.success) throw new ProviderError('The provider answered something else')
  return parsed.data
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return JSON.parse(await readBounded(response, maxBytes))
  } catch {
    return undefined
  }
}

type Question = {
  readonly query?: Readonly<Record<string, string>>
  /** JSON body, sent with POST. */
  readonly json?: object
  readonly signal: AbortSignal
}
type Proof = (url: URL, body: string | undefined) => Readonly<Record<string, string>>

/**
 * Calls to one provider.
 * @param api base URL
 * @param prove returns the authentication headers
 */
export const createCaller =
  (api: string, prove: Proof) =>
  <T extends z.ZodMiniType>(schema: T, path: string, { query = {}, json, signal }: Question): Promise<z.output<T>> => {
    const url = new URL(path, api.endsWith('/') ? api : `${api}/`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const body = json === undefined ? undefined : JSON.stringify(json)
    return ask(schema, { url, headers: prove(url, body), signal, ...(body !== undefined && { json: body }) })
  }

/** The valid rows, up to a maximum: an invalid row is skipped. */
export function rowsOf<T extends z.ZodMiniType>(schema: T, rows: readonly unknown[], max: number): z.output<T>[] {
  const read: z.output<T>[] = []
  for (const row of rows) {
    if (read.length >= max) break
    const parsed = z.safeParse(schema, row)
    if (parsed.success) read.push(parsed.data)
  }
  return read
}
