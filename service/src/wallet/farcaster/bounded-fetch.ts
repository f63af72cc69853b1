/** Requests to relay and nodes: bounded in time and size, so that a slow or broken one does not affect others. */
import { readBounded } from '../../gateway/http/read-bounded.ts'

export const waitMs = 5_000
const maxBytes = 64 * 1024

export async function boundedFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const patience = AbortSignal.timeout(waitMs)
  const signal = init.signal ? AbortSignal.any([init.signal, patience]) : patience
  const response = await fetch(input, { ...init, signal, redirect: 'error' })
  const text = await readBounded(response, maxBytes)
  return new Response(text === '' ? null : text, { status: response.status, headers: response.headers })
}
