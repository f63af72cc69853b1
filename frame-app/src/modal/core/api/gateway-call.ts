/**
 * One call of the gateway, which may be hostile (T17): answers are bounded and parsed with the schemas that the service writes with. A
 * refusal carries the service's own description.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { GatewayEndpoint } from '@airlock/protocol/gateway/endpoints.ts'
import { GatewayFailure } from '@airlock/protocol/gateway/shapes.ts'
import * as z from 'zod/mini'
import { toDisplayText } from '../../../shared/format/display-text.ts'
import { getBounded } from '../../../shared/http/bounded.ts'
import { addressOf, type ListingService, parseAnswer } from './listing.ts'

export type GatewayService = ListingService

const timeoutMs = 15_000
const maxBytes = 4 * 1024 * 1024
const maxFailureBytes = 8 * 1024
const maxWalk = { depth: 8, nodes: 200_000, size: 2 * maxBytes }

/** The gateway refused the call. `field` is the part of the request that it names; both are safe to show. */
export interface Refusal {
  readonly status: number
  readonly field: string
  readonly description: string
}

export interface GatewayCall {
  /** Replaces the part of the path that begins with a colon. */
  readonly param?: string
  readonly query?: Parameters<typeof addressOf>[2]
  /** The body of a POST. */
  readonly json?: unknown
  readonly signal: AbortSignal
}

/** @throws AirlockError NETWORK (`refusalOf`), ABORTED */
export async function callGateway<T>(
  { path, response }: Pick<GatewayEndpoint, 'path'> & { readonly response: z.ZodMiniType<T> },
  service: GatewayService,
  { param = '', query = {}, json, signal }: GatewayCall,
): Promise<T> {
  const place = path.slice(1).replace(/:\w+/, () => encodeURIComponent(param))
  const request = { signal, timeoutMs, maxBytes, maxFailureBytes, ...(json === undefined ? {} : { json }) }
  const { bytes } = await getBounded(addressOf(service, place, query), request)
  return parseAnswer(bytes, response, maxWalk)
}

/** One invalid row must not discard the others: it is left out. */
export function readRows<T>(schema: z.ZodMiniType<T>, rows: readonly unknown[], max = rows.length): T[] {
  const read: T[] = []
  for (const row of rows) {
    if (read.length === max) break
    const parsed = z.safeParse(schema, row)
    if (parsed.success) read.push(parsed.data)
  }
  return read
}

const Answered = z.object({ status: z.int(), body: z.string() })

/** `undefined` if the gateway gave no reason: it did not answer, or not in its own form. */
export function refusalOf(error: unknown): Refusal | undefined {
  const answered = error instanceof AirlockError ? z.safeParse(Answered, error.data) : undefined
  if (!answered?.success) return undefined
  const { status, body } = answered.data
  try {
    const failure = z.safeParse(GatewayFailure, JSON.parse(body))
    const [reason] = failure.success ? failure.data.reasons : []
    const description = toDisplayText(reason?.description ?? '', { max: 160 })
    return description === '' ? undefined : { status, field: toDisplayText(reason?.field ?? ''), description }
  } catch {
    return undefined
  }
}
