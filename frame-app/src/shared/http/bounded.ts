/**
 * A request to a service that may be hostile (T17, T20). Guarantees: follows no redirect, sends no credentials or referrer, has a
 * time limit, and reads no more bytes than allowed, whatever length the answer declares.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'

export interface BoundedRequest {
  signal: AbortSignal
  timeoutMs: number
  maxBytes: number
  /** Sent with POST, as JSON. */
  json?: unknown
  /** Reads the body of an error response, up to this many bytes. */
  maxFailureBytes?: number
}

export interface BoundedAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Media type without parameters, lower case. */
  readonly type: string
}

/** @throws AirlockError NETWORK, with `data.status` and `data.body` if the service answered with an error status; ABORTED. */
export async function getBounded(url: string, request: BoundedRequest): Promise<BoundedAnswer> {
  const { signal, timeoutMs, maxBytes, json, maxFailureBytes = 0 } = request
  let failure: { status: number; body?: string } | undefined
  try {
    const response = await fetch(url, {
      ...(json === undefined
        ? {}
        : { method: 'POST', body: JSON.stringify(json), headers: { 'content-type': 'application/json' } }),
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    if (!response.ok) {
      failure = { status: response.status }
      if (maxFailureBytes > 0) failure.body = new TextDecoder().decode(await readBytes(response, maxFailureBytes))
      else void response.body?.cancel()
      throw new Error(`HTTP status code: ${failure.status}`)
    }
    const type = (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
    return { bytes: await readBytes(response, maxBytes), type }
  } catch (cause) {
    if (signal.aborted) throw new AirlockError('ABORTED', { cause })
    throw new AirlockError('NETWORK', { cause, ...(failure && { data: failure }) })
  }
}

async function readBytes(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done || !value) break
    size += value.byteLength
    if (size > maxBytes) {
      await reader?.cancel()
      throw new Error('answer too large')
    }
    chunks.push(value)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

/** The HTTP status of an error of `getBounded`; `undefined` if there was no answer. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof AirlockError)) return undefined
  const { data } = error
  const status = typeof data === 'object' && data !== null && 'status' in data ? data.status : undefined
  return typeof status === 'number' ? status : undefined
}
