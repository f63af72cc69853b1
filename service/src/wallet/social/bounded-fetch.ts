/** Requests to providers: bounded in time and size, so that a slow or broken provider does not affect others. */
import type { CustomFetch } from 'openid-client'
import { readBounded } from '../../gateway/http/read-bounded.ts'

export const providerWaitMs = 8_000
const maxBytes = 512 * 1024

export const boundedFetch: CustomFetch = async (url, { body, ...how }) => {
  const response = await fetch(url, {
    ...how,
    signal: AbortSignal.timeout(providerWaitMs),
    // Requests of a login have only these kinds of body.
    body: typeof body === 'string' || body instanceof URLSearchParams ? body : null,
  })
  const text = await readBounded(response, maxBytes)
  return new Response(text === '' ? null : text, { status: response.status, headers: response.headers })
}
