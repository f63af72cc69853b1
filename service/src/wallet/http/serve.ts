/**
 * Builds HTTP routes from the contract's endpoints. Guarantees for each: a project's origin, a bounded body of exactly
 * the contract's shape, the required proof or session, a valid response, one log line without secrets. Answers whether the service is alive and ready.
 */
import { type Endpoint, healthEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as z from 'zod/mini'
import { secureHeaders } from '../../gateway/http/access.ts'
import { jsonIn } from '../../json.ts'
import type { LiveSession } from '../../store/contract/sessions.ts'
import type { Caller } from '../domain/caller.ts'
import type { WalletContext } from '../domain/context.ts'
import { createNetworkBudget } from '../domain/network-budget.ts'
import { requireOrigin } from '../domain/project.ts'
import { createNonces, createProofVerifier, type DeviceKey } from '../domain/proof.ts'
import { createRateKeeper, type RateLimits } from '../domain/rates.ts'
import { createSessionRules, type SessionRules } from '../domain/sessions.ts'
import { newId } from '../outside.ts'
import { Refusal } from '../refusal.ts'
import { describe, toFailure } from './answer.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { readyMs, sharedFor } from './shared-for.ts'

export type ServerOptions = Pick<WalletContext, 'store' | 'lookup' | 'outside' | 'projects'> & {
  readonly publicUrl: string
  readonly limits?: RateLimits | undefined
  readonly log: Log
  readonly metrics: Metrics
  /** Client address of a request, behind the operator's own proxies. */
  readonly addressOf: (context: Context) => string
  /** Aborted on shutdown, so that long polls answer. */
  readonly stopping: AbortSignal
}

type BaseCall<E extends Endpoint> = {
  readonly request: z.output<E['request']>
  readonly param: (name: string) => string
  readonly caller: Caller
  readonly origin: string | undefined
  /** Aborted when the client disconnects or the process shuts down. */
  readonly signal: AbortSignal
}
export type ProvenCall<E extends Endpoint> = BaseCall<E> & { readonly device: DeviceKey }
export type SignedCall<E extends Endpoint> = ProvenCall<E> & { readonly live: LiveSession }
type Handler<E extends Endpoint, Call> = (call: Call) => Promise<z.output<E['response']>>
type With<Auth extends Endpoint['auth']> = Endpoint & { readonly auth: Auth }

export type EndpointServer = {
  readonly app: Hono
  readonly sessions: SessionRules
  readonly open: <E extends With<'none'>>(endpoint: E, handle: Handler<E, BaseCall<E>>) => void
  readonly proven: <E extends With<'proof'>>(endpoint: E, handle: Handler<E, ProvenCall<E>>) => void
  readonly signedIn: <E extends With<'session'>>(endpoint: E, handle: Handler<E, SignedCall<E>>) => void
  /** An HTML page for users: it sets its own headers, and failures are thrown to `fail`. */
  readonly page: (
    method: 'GET' | 'POST',
    path: string,
    fail: (context: Context, thrown: unknown, requestId: string) => Promise<Response>,
    show: (context: Context, caller: Caller) => Promise<Response>,
  ) => void
}

export function createEndpointServer(options: ServerOptions): EndpointServer {
  const { store, lookup, outside, projects, publicUrl, log, metrics, stopping } = options
  const app = new Hono({ strict: true })
  const nonces = createNonces(lookup)
  const rates = createRateKeeper(store, lookup, options.limits)
  const spend = createNetworkBudget(options.limits)
  const verifyProof = createProofVerifier({ nonces, store, rates, lookup })
  const sessions = createSessionRules(options)
  const walletOrigins = new Set([...projects.values()].flatMap(({ walletOrigin }) => walletOrigin ?? []))
  const limitBody = bodyLimit({
    maxSize: serviceLimits.bodyBytes,
    onError: () => {
      throw new Refusal('TOO_LARGE')
    },
  })

  app.options('*', (c) => {
    const origin = c.req.header('origin')
    return c.body(null, 204, {
      ...corsOf(origin),
      'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, DPoP',
      'Access-Control-Max-Age': '600',
    })
  })
  app.notFound((c) => answerFailure(c, new Refusal('NOT_FOUND'), newId(outside), {}))

  const isWritable = sharedFor(readyMs, () => store.ping())
  const open: EndpointServer['open'] = (endpoint, handle) => route(endpoint, async (base) => handle(base))
  open(healthEndpoints.healthz, async () => ({ ok: true }) as const)
  open(healthEndpoints.readyz, async () => {
    if (stopping.aborted) throw new Refusal('UNAVAILABLE')
    await isWritable()
    return { ok: true } as const
  })

  return {
    app,
    sessions,
    open,
    proven: (endpoint, handle) =>
      route(endpoint, async (base, c) => {
        const device = await prove(c, endpoint, undefined)
        return handle({ ...base, device })
      }),
    signedIn: (endpoint, handle) =>
      route(endpoint, async (base, c) => {
        const accessToken = /^DPoP ([\w-]{16,128})$/.exec(c.req.header('authorization') ?? '')?.[1]
        if (accessToken === undefined) throw new Refusal('TOKEN_INVALID')
        const device = await prove(c, endpoint, accessToken)
        const live = await sessions.authenticate(accessToken, device.jkt, outside.now())
        requireOrigin(projects, { projectId: live.device.projectId, origin: base.origin })
        return handle({ ...base, device, live })
      }),
    page(method, path, fail, show) {
      app.on(method, path, limitBody, (c) =>
        observe(
          `${method} ${path}`,
          async () => show(c, callerOf(c)),
          (thrown, requestId) => fail(c, thrown, requestId),
        ),
      )
      app.onError((thrown, c) => answerFailure(c, thrown, newId(outside), {}))
    },
  }

  function route<E extends Endpoint>(
    endpoint: E,
    serve: (base: BaseCall<E>, context: Context) => Promise<z.output<E['response']>>,
  ): void {
    const name = `${endpoint.method} ${endpoint.path}`
    app.on(endpoint.method, endpoint.path, (c) => {
      // Every response carries a fresh nonce for the next proof.
      const headers = { 'DPoP-Nonce': nonces.issue(outside.now()) }
      const answer = async (requestId: string) => {
        const origin = c.req.header('origin')
        if (origin !== undefined && !walletOrigins.has(origin)) throw new Refusal('ORIGIN_NOT_ALLOWED')
        await limitBody(c, () => Promise.resolve())
        const base: BaseCall<E> = {
          request: await readRequest(c, endpoint),
          param: (key) => c.req.param(key) ?? '',
          caller: callerOf(c),
          origin,
          signal: AbortSignal.any([c.req.raw.signal, stopping]),
        }
        const body = z.parse(endpoint.response, await serve(base, c))
        return c.json(body, 200, { ...jsonHeaders, ...corsOf(origin), ...headers, 'X-Request-Id': requestId })
      }
      return observe(name, answer, (thrown, requestId) => answerFailure(c, thrown, requestId, headers))
    })
  }

  async function prove(c: Context, endpoint: Endpoint, accessToken: string | undefined): Promise<DeviceKey> {
    spend(options.addressOf(c), outside.now())
    return verifyProof({
      proof: c.req.header('dpop'),
      method: endpoint.method,
      url: `${publicUrl}${c.req.path}`,
      accessToken,
      now: outside.now(),
    })
  }

  function answerFailure(
    c: Context,
    thrown: unknown,
    requestId: string,
    more: Readonly<Record<string, string>>,
  ): Response {
    const { status, body, headers } = toFailure(thrown, requestId)
    // Readable by any origin, so that the developer of a rejected page sees the reason; it contains nothing secret.
    const cors = corsOf(c.req.header('origin'))
    return c.json(body, status, { ...jsonHeaders, ...cors, ...more, ...headers, 'X-Request-Id': requestId })
  }

  async function observe(
    route: string,
    work: (requestId: string) => Promise<Response>,
    fail: (thrown: unknown, requestId: string) => Response | Promise<Response>,
  ): Promise<Response> {
    const started = performance.now()
    const requestId = newId(outside)
    let thrown: unknown
    const response = await work(requestId).catch((error: unknown) => {
      thrown = error
      return fail(error, requestId)
    })
    const ms = performance.now() - started
    const { status } = response
    metrics.observe({ route, status, ms })
    const failure = thrown === undefined ? undefined : toFailure(thrown, requestId)
    log({
      event: 'request',
      requestId,
      // The route, not the path, which may contain a token.
      route,
      status,
      ms: Math.round(ms),
      ...(failure ? { code: failure.code } : {}),
      // The provider's error, for the operator.
      ...(failure?.code === 'PROVIDER_FAILED' && thrown instanceof Error ? describe(thrown.cause) : {}),
      ...(failure?.code === 'INTERNAL' || failure?.code === 'UNAVAILABLE' ? describe(thrown) : {}),
    })
    return response
  }

  function callerOf(c: Context): Caller {
    return { address: options.addressOf(c), userAgent: (c.req.header('user-agent') ?? '').slice(0, 512) }
  }
}

async function readRequest<E extends Endpoint>(c: Context, endpoint: E): Promise<z.output<E['request']>> {
  const input: unknown = endpoint.method === 'GET' ? c.req.query() : await readBody(c)
  const parsed = z.safeParse<E['request']>(endpoint.request, input)
  if (!parsed.success) throw new Refusal('BAD_REQUEST')
  return parsed.data
}

/** An empty body counts as `{}`. */
async function readBody(c: Context): Promise<unknown> {
  const text = await c.req.text().catch(() => {
    throw new Refusal('TOO_LARGE')
  })
  const json = text === '' ? {} : jsonIn(text)
  if (json === undefined) throw new Refusal('BAD_REQUEST')
  return json
}

const jsonHeaders = {
  'Cache-Control': 'no-store',
  ...secureHeaders,
} as const

/** No credentials: there are no cookies or other ambient credentials. */
const corsOf = (origin: string | undefined): Readonly<Record<string, string>> => ({
  Vary: 'Origin',
  ...(origin === undefined
    ? {}
    : {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers': 'DPoP-Nonce, Retry-After, X-Request-Id',
      }),
})
