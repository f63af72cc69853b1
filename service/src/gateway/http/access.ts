/**
 * Access control. Allowed: the project's hosts, its wallet, and the modal. A call without an origin comes from a program and gets the same
 * answers, which contain nothing secret. Pages of other origins cannot read answers.
 */
import { ProjectId } from '@airlock/protocol/contracts/project.ts'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Projects } from '../../frames/projects.ts'
import { refusals } from '../refusal.ts'

export type HttpEnv = { readonly Bindings: Partial<HttpBindings> }
export type HttpContext = Context<HttpEnv, string>

export type Access = {
  readonly projects: Projects
  /** Origin of the modal, allowed for every project. */
  readonly modalOrigin: string | undefined
}

/**
 * @param projectId if it is in the body; otherwise it is taken from the query
 * @throws {GatewayRefusal} 401, 403
 */
export function requireProject(
  c: HttpContext,
  { projects, modalOrigin }: Access,
  projectId = c.req.query('projectId'),
): string {
  const id = ProjectId.safeParse(projectId)
  const record = id.success ? projects.get(id.data) : undefined
  if (!record) throw refusals.unknownProject()
  const origin = c.req.header('origin')
  const origins = [...record.hostOrigins, record.walletOrigin, modalOrigin]
  if (origin !== undefined && !origins.includes(origin)) throw refusals.originNotAllowed()
  return record.projectId
}

export const secureHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
} as const

/** No credentials. A refusal is readable by the refused page, so that its developer learns why. */
export function corsOf(c: HttpContext): Readonly<Record<string, string>> {
  const origin = c.req.header('origin')
  return {
    Vary: 'Origin',
    ...(origin !== undefined && {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': 'ETag, Retry-After, X-Request-Id',
    }),
  }
}

export const preflight = {
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': 'Content-Type, X-Sdk-Type, X-Sdk-Version, Solana-Client',
  'Access-Control-Max-Age': '86400',
} as const
