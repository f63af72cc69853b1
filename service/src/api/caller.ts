/**
 * Access control: a listed project, from an allowed origin. Guarantees: only those origins can read more than a
 * refusal; no credentials, sniffing or framing; a typed answer for every refused call.
 */
import { ProjectId } from '@airlock/protocol/contracts/project.ts'
import type { Context, MiddlewareHandler } from 'hono'
import type { Projects } from '../frames/projects.ts'

export type Callers = {
  readonly projects: Projects
  /** Origins of the modal, the only pages that call. A call without an origin gets nothing secret. */
  readonly origins: readonly string[]
}

export function allowCallers({ projects, origins }: Callers): MiddlewareHandler {
  const listed = new Set(origins)
  return async (c, next) => {
    const origin = c.req.header('origin')
    const projectId = ProjectId.safeParse(c.req.query('projectId'))
    const isKnown = projectId.success && projects.has(projectId.data)
    const isAllowed = origin === undefined || listed.has(origin)
    if (isKnown && isAllowed) await next()
    else
      c.res = refuse(c, 403, isAllowed ? 'projectId' : 'origin', isAllowed ? 'Unknown project' : 'Origin not allowed')
    const { headers } = c.res
    headers.set('X-Content-Type-Options', 'nosniff')
    headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    // The modal's embedder policy requires it for everything loaded; reading the answer still needs CORS.
    headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
    headers.append('Vary', 'Origin')
    // Refusals are readable too, so that the modal can tell them apart; they contain nothing secret.
    if (origin !== undefined) headers.set('Access-Control-Allow-Origin', origin)
  }
}

export type Refusal = {
  readonly status: 'FAILED'
  readonly reasons: readonly [{ readonly field: string; readonly description: string }]
}

export function refuse(c: Context, status: 400 | 403 | 404 | 413, field: string, description: string): Response {
  const body: Refusal = { status: 'FAILED', reasons: [{ field, description }] }
  return c.json(body, status, { 'Cache-Control': 'no-store' })
}
