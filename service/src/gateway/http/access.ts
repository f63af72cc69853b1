/**
 * Who may call. Pages of a project: its hosts, its wallet, and the modal. A call without an origin comes from a program and
 * gets the same answers, which hold nothing secret. Answers for other origins cannot be read by their pages.
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
  /** Origin of the modal, which is every project's. */
  readonly modalOrigin: string | undefined
}

/** @throws {GatewayRefusal} 401, 403 */
export const requireProject = (c: HttpContext, access: Access): string =>
  requireProjectOf(c.req.query('projectId'), c, access)

/** For a call that names its project elsewhere than in the query. @throws {GatewayRefusal} 401, 403 */
export function requireProjectOf(text: string | undefined, c: HttpContext, { projects, modalOrigin }: Access): string {
  const id = ProjectId.safeParse(text)
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

/** No credentials. A refusal is readable by the page that is refused, so that its developer learns why. */
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
