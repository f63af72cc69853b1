/**
 * Who may ask: a listed project, from an origin of ours. Promises: only those origins read more than a refusal, no credentials,
 * nothing that a browser could sniff or frame; a typed answer for everything refused.
 */
import { ProjectId } from '@airlock/protocol/contracts/project.ts'
import type { Context, MiddlewareHandler } from 'hono'
import type { Projects } from '../frames/projects.ts'

export type Callers = {
  readonly projects: Projects
  /** Origins of the modal: the only pages that call. A call without an origin comes from no page and learns nothing secret. */
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
    // The modal requires it of whatever it loads; it reads the answer only with CORS.
    headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
    headers.append('Vary', 'Origin')
    // A refusal is readable too, so that the modal can tell it apart: it says nothing secret.
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
