/**
 * Calls a service by its contract: the request carries a proof of the device key, the answer is parsed, a refusal
 * becomes a `ServiceRefusal`. The nonce is fetched in advance, since browsers log every refusal on the console. If the
 * service wants another nonce, the call is retried once; this also corrects a wrong local clock.
 */
import type { Endpoint, RecoveryEndpoints, WalletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { isServiceErrorCode, ServiceError } from '@airlock/protocol/wallet-service/errors.ts'
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import * as z from 'zod/mini'
import { ServiceRefusal } from '../custody/service.ts'
import type { KeyWorker } from '../custody/worker-client.ts'

export interface Call<E extends Endpoint> {
  readonly request: z.input<E['request']>
  /** Values of the path's parameters. */
  readonly path?: Readonly<Record<string, string>>
  readonly accessToken?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export type NonceEndpoint = WalletEndpoints['nonce'] | RecoveryEndpoints['nonce']

/** @throws {ServiceRefusal}, or the signal's reason if it is aborted. */
export type Http = <E extends Endpoint>(endpoint: E, call: Call<E>) => Promise<z.output<E['response']>>

/** Maximum time for an answer: longer than a long poll, shorter than the modal's timeout. */
const timeoutMs = 28_000

/** @param nonceEndpoint returns the first nonce */
export function createHttp(baseUrl: string, worker: Pick<KeyWorker, 'call'>, nonceEndpoint: NonceEndpoint): Http {
  let nonce: string | undefined
  /** Unix ms, so that it also expires while the computer sleeps. */
  let freshUntil = 0

  const keepNonce = ({ headers }: Response) => {
    const next = headers.get('DPoP-Nonce')
    if (next === null) return
    nonce = next
    freshUntil = Date.now() + serviceLimits.nonceLifetime * 1000
  }

  const send = async <E extends Endpoint>(endpoint: E, call: Call<E>): Promise<Response> => {
    const { method } = endpoint
    const url = addressOf(baseUrl, endpoint, call)
    const { accessToken } = call
    const headers: Record<string, string> = {}
    if (endpoint.auth !== 'none') {
      headers.DPoP = (await worker.call('prove', { method, url, accessToken, nonce })).proof
    }
    if (accessToken !== undefined) headers.Authorization = `DPoP ${accessToken}`
    if (method !== 'GET') headers['Content-Type'] = 'application/json'
    const patience = AbortSignal.timeout(timeoutMs)
    try {
      return await fetch(url, {
        method,
        headers,
        ...(method !== 'GET' && { body: JSON.stringify(call.request) }),
        signal: call.signal ? AbortSignal.any([call.signal, patience]) : patience,
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
      })
    } catch (cause) {
      call.signal?.throwIfAborted()
      throw new ServiceRefusal('UNREACHABLE', { cause })
    }
  }

  return async (endpoint, call) => {
    if (endpoint.auth !== 'none' && Date.now() >= freshUntil) {
      const answer = await send(nonceEndpoint, { request: {}, signal: call.signal })
      keepNonce(answer)
      await answer.text().catch(() => {}) // an unread body would count as aborted
    }
    for (let isRepeated = false; ; isRepeated = true) {
      const response = await send(endpoint, call)
      keepNonce(response)
      const body: unknown = await response.json().catch(() => undefined)
      if (response.ok) return readAnswer(endpoint, body)
      const refusal = readRefusal(body)
      if (refusal.code !== 'USE_DPOP_NONCE' || isRepeated) throw refusal
    }
  }
}

function addressOf<E extends Endpoint>(baseUrl: string, endpoint: E, { request, path = {} }: Call<E>): string {
  const filled = endpoint.path.replaceAll(/:([a-zA-Z]+)/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
  const url = new URL(baseUrl.replace(/\/$/, '') + filled)
  if (endpoint.method === 'GET' && typeof request === 'object' && request !== null)
    for (const [name, value] of Object.entries(request))
      if (value !== undefined) url.searchParams.set(name, String(value))
  return url.href
}

function readAnswer<E extends Endpoint>(endpoint: E, body: unknown): z.output<E['response']> {
  const form: z.ZodMiniType = endpoint.response
  const parsed = z.safeParse(form, body)
  if (!parsed.success) throw new ServiceRefusal('UNREACHABLE', { cause: parsed.error })
  return parsed.data as z.output<E['response']> // as: parsed by the schema of this endpoint
}

function readRefusal(body: unknown): ServiceRefusal {
  const parsed = z.safeParse(ServiceError, body)
  if (!parsed.success || !isServiceErrorCode(parsed.data.code)) return new ServiceRefusal('UNREACHABLE')
  const { code, retryAfter, left, email } = parsed.data
  return new ServiceRefusal(code, { retryAfter, left, email })
}
