/**
 * Builds HTTP routes from the contract's endpoints. Guarantees for each: a project's origin, a query of the contract's shape, the caller's
 * budget, a valid answer with its lifetime and ETag, one log line without an address.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { GatewayEndpoint, gatewayEndpoints } from '@airlock/protocol/gateway/endpoints.ts'
import type { GatewayFailure } from '@airlock/protocol/gateway/shapes.ts'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as z from 'zod/mini'
import { jsonIn } from '../../json.ts'
import { isStoreError } from '../../store/errors.ts'
import type { Log } from '../../wallet/http/log.ts'
import type { RequestMetrics } from '../../wallet/http/metrics.ts'
import type { Spend } from '../budget.ts'
import { GatewayRefusal, refusals } from '../refusal.ts'
import {
  type Access,
  corsOf,
  type HttpContext,
  type HttpEnv,
  preflight,
  requireProject,
  secureHeaders,
} from './access.ts'

export type GatewayServerOptions = Access & {
  readonly spend: Spend
  readonly log: Log
  readonly metrics: RequestMetrics
  readonly now: () => number
  /** Client address of a request, behind the operator's own proxies. */
  readonly addressOf: (context: HttpContext) => string
  /** Aborted on shutdown. */
  readonly stopping: AbortSignal
}

export type GatewayCall<E extends GatewayEndpoint> = {
  readonly query: z.output<E['request']>
  readonly param: (name: string) => string
  readonly signal: AbortSignal
}

/** What a call of an endpoint asks for. Its project was checked before. */
export type Asked<Name extends keyof typeof gatewayEndpoints> = Omit<
  z.output<(typeof gatewayEndpoints)[Name]['request']>,
  'projectId'
> & { readonly signal: AbortSignal }

type Answer = {
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly maxAge: number
  /** Default: JSON. */
  readonly contentType?: string
  /** Default: made from the body. */
  readonly etag?: string
}

export type GatewayServer = {
  readonly app: Hono<HttpEnv>
  /**
   * Charges the caller's budget before the work. `isOpen`: no project is needed; `projectId`: as the body names it, otherwise the query does.
   * @throws {GatewayRefusal} 401, 403, 429
   */
  readonly charge: (
    c: HttpContext,
    units: number,
    options?: { readonly isOpen?: boolean; readonly projectId?: string | undefined },
  ) => Promise<void>
  /**
   * @param units charged to the budget; without it, nothing is counted and no project is needed
   * @param isOpen no project is needed: only the caller's network is counted
   */
  readonly get: <E extends GatewayEndpoint & { readonly method: 'GET' }>(
    endpoint: E,
    options: { readonly units?: number; readonly isOpen?: boolean },
    handle: (call: GatewayCall<E>) => Promise<z.output<E['response']>>,
  ) => void
  /** The body has the shape of the endpoint's request; `handle` decides its cost and the allowed callers. */
  readonly post: <E extends GatewayEndpoint & { readonly method: 'POST' }>(
    endpoint: E,
    handle: (body: z.output<E['request']>, c: HttpContext, signal: AbortSignal) => Promise<z.output<E['response']>>,
  ) => void
  /** A route with its own response format. `handle` checks its input itself. */
  readonly raw: (
    method: 'GET' | 'POST',
    path: string,
    handle: (c: HttpContext, signal: AbortSignal) => Promise<Answer>,
  ) => void
}

/** Body limit of a POST that is not JSON-RPC. */
const bodyBytes = 16 * 1024

export function createGatewayServer(options: GatewayServerOptions): GatewayServer {
  const app = new Hono<HttpEnv>({ strict: true })
  app.options('*', (c) => c.body(null, 204, { ...corsOf(c), ...preflight }))
  app.notFound((c) => refuse(c, refusals.notFound(), randomUUID()))

  const charge: GatewayServer['charge'] = async (c, units, { isOpen = false, projectId: given } = {}) => {
    const projectId = isOpen ? undefined : requireProject(c, options, given)
    await options.spend({ projectId, address: options.addressOf(c) }, units, options.now())
  }

  return {
    app,
    charge,
    get: (endpoint, { units, isOpen = false }, handle) =>
      route('GET', endpoint.path, async (c, signal) => {
        if (units !== undefined) await charge(c, units, { isOpen })
        const query = readQuery(endpoint, c)
        const answer = await handle({ query, param: (name) => c.req.param(name) ?? '', signal })
        return { body: JSON.stringify(z.parse(endpoint.response, answer)), maxAge: endpoint.maxAge }
      }),
    post: (endpoint, handle) =>
      route('POST', endpoint.path, async (c, signal) => {
        const body = await readJson(c, bodyBytes)
        const parsed = z.safeParse<(typeof endpoint)['request']>(endpoint.request, body)
        if (!parsed.success) throw refusals.badBody(String(parsed.error.issues[0]?.path[0] ?? 'it has another shape'))
        const answer = await handle(parsed.data, c, signal)
        return { body: JSON.stringify(z.parse(endpoint.response, answer)), maxAge: endpoint.maxAge }
      }),
    raw: route,
  }

  function route(
    method: 'GET' | 'POST',
    path: string,
    handle: (c: HttpContext, signal: AbortSignal) => Promise<Answer>,
  ): void {
    app.on(method, path, async (c) => {
      const started = performance.now()
      const requestId = randomUUID()
      const signal = AbortSignal.any([c.req.raw.signal, options.stopping])
      let thrown: unknown
      const response = await handle(c, signal)
        .then((answer) => send(c, answer, requestId))
        .catch((error: unknown) => {
          thrown = error
          return refuse(c, toRefusal(error), requestId)
        })
      const ms = performance.now() - started
      const { status } = response
      const name = `${method} ${path}`
      options.metrics.observe({ route: name, status, ms })
      const error = thrown instanceof Error && !(thrown instanceof GatewayRefusal) ? thrown.name : undefined
      options.log({ event: 'request', requestId, route: name, status, ms: Math.round(ms), ...(error && { error }) })
      return response
    })
  }

  function send(c: HttpContext, { body, maxAge, contentType, etag: own }: Answer, requestId: string): Response {
    const headers = {
      ...secureHeaders,
      ...corsOf(c),
      'X-Request-Id': requestId,
      'Content-Type': contentType ?? 'application/json',
      'Cache-Control': maxAge > 0 ? `public, max-age=${maxAge}, s-maxage=${maxAge}` : 'no-store',
    }
    if (maxAge === 0) return c.body(body, 200, headers)
    const etag = own ?? `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
    const isSame = (c.req.header('if-none-match') ?? '').split(/\s*,\s*/).includes(etag)
    return isSame ? c.body(null, 304, { ...headers, ETag: etag }) : c.body(body, 200, { ...headers, ETag: etag })
  }

  function refuse(c: HttpContext, refusal: GatewayRefusal, requestId: string): Response {
    const { status, field, message, retryAfterMs } = refusal
    const body: GatewayFailure = { status: 'FAILED', reasons: [{ field, description: message }] }
    return c.json(body, status, {
      ...secureHeaders,
      ...corsOf(c),
      'X-Request-Id': requestId,
      'Cache-Control': 'no-store',
      // The rest of the body is not read.
      ...(status === 413 && { Connection: 'close' }),
      ...(retryAfterMs !== undefined && { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) }),
    })
  }
}

/**
 * Accepts any content type: `text/plain` avoids a preflight request.
 * @throws {GatewayRefusal} 413, 422
 */
export async function readJson(c: HttpContext, maxSize: number): Promise<unknown> {
  const onError = () => {
    throw refusals.tooLarge()
  }
  await bodyLimit({ maxSize, onError })(c, () => Promise.resolve())
  const json = jsonIn(await c.req.text().catch(onError))
  if (json === undefined) throw refusals.badBody('it is not JSON')
  return json
}

function readQuery<E extends GatewayEndpoint>(endpoint: E, c: HttpContext): z.output<E['request']> {
  const parsed = z.safeParse<E['request']>(endpoint.request, c.req.query())
  if (parsed.success) return parsed.data
  throw refusals.badQuery(String(parsed.error.issues[0]?.path[0] ?? ''))
}

function toRefusal(error: unknown): GatewayRefusal {
  if (error instanceof GatewayRefusal) return error
  if (isStoreError(error, 'UNAVAILABLE')) return refusals.unavailable()
  return refusals.internal()
}
