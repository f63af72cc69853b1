/** One call to a provider's API: limited in time and size, without redirects. Errors contain neither address nor key. */
import * as z from 'zod/mini'
import { jsonIn } from '../../json.ts'
import { addressAt, readBounded } from '../http/read-bounded.ts'

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
  /** @throws {ProviderError} */
  async <T extends z.ZodMiniType>(
    schema: T,
    path: string,
    { query = {}, json, signal }: Question,
  ): Promise<z.output<T>> => {
    const url = addressAt(api, path, query)
    const body = json === undefined ? undefined : JSON.stringify(json)
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      redirect: 'error',
      headers: {
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...prove(url, body),
      },
      ...(body !== undefined && { body }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    }).catch(() => {
      throw new ProviderError('The provider does not answer')
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new ProviderError(`The provider answered ${response.status}`, response.status)
    }
    const parsed = z.safeParse(schema, jsonIn(await readBounded(response, maxBytes).catch(() => '')))
    if (!parsed.success) throw new ProviderError('The provider answered something else')
    return parsed.data
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
