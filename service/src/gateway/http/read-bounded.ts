type JsonRequest = {
  /** Of the API, for the error: its address may hold a key. */
  readonly name: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly signal: AbortSignal
}

/** JSON of an API that the operator chose, without redirects. @throws {Error} */
export async function fetchJson(
  url: URL,
  { name, headers, timeoutMs, maxBytes, signal }: JsonRequest,
): Promise<unknown> {
  const response = await fetch(url, {
    redirect: 'error',
    headers: { Accept: 'application/json', ...headers },
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`${name} answered ${response.status}`)
  }
  return JSON.parse(await readBounded(response, maxBytes))
}

/** An address below the base URL of an API, with a query. */
export function addressAt(base: string, path: string, query: Readonly<Record<string, string>>): URL {
  const address = new URL(path, base.endsWith('/') ? base : `${base}/`)
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return address
}

/**
 * The text of a response.
 * @throws {Error} when it is larger than allowed, whatever length it declares
 */
export async function readBounded(response: Response, maxBytes: number): Promise<string> {
  const bytes = await bytesUpTo(response.body ?? [], maxBytes)
  if (!bytes) throw new Error('The answer is too large')
  return bytes.toString('utf8')
}

/** @returns `undefined` if there are more than allowed, of which no more is read */
export async function bytesUpTo(
  chunks: AsyncIterable<Uint8Array> | readonly Uint8Array[],
  maxBytes: number,
): Promise<Buffer | undefined> {
  const read: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.byteLength
    if (size > maxBytes) return undefined
    read.push(chunk)
  }
  return Buffer.concat(read)
}
