/**
 * Receives events of the modal. Guarantees: only known events with exactly their properties, a bounded body, and only counts are stored.
 * Bodies are `text/plain` to avoid a pre-flight request; the content type is ignored.
 */
import { EventBody, isEventName, maxBatch } from '@airlock/protocol/contracts/analytics.ts'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as z from 'zod/mini'
import { refuse } from '../api/caller.ts'
import type { Tally } from './tally.ts'

/** One event with a hundred networks is 6 kB. Browsers send at most 64 kB from a page that is being closed. */
const maxBytes = { '/e': 16 * 1024, '/batch': 64 * 1024 } as const

const bodies = {
  '/e': EventBody,
  '/batch': z.array(EventBody).check(z.minLength(1), z.maxLength(maxBatch)),
}

export type AnalyticsOptions = { readonly tally: Tally; readonly isEnabled: (projectId: string) => boolean }

export function createAnalyticsApp({ tally, isEnabled }: AnalyticsOptions): Hono {
  const app = new Hono({ strict: true })
  app.get('/getAnalyticsConfig', (c) =>
    c.json({ isAnalyticsEnabled: isEnabled(projectOf(c)) }, 200, { 'Cache-Control': 'no-store' }),
  )
  for (const path of ['/e', '/batch'] as const)
    app.post(
      path,
      bodyLimit({ maxSize: maxBytes[path], onError: (c) => refuse(c, 413, '', 'Too large') }),
      async (c) => {
        const parsed = bodies[path].safeParse(await c.req.json().catch(() => undefined))
        // Only the location of the error, never the data that was sent.
        if (!parsed.success)
          return refuse(c, 400, (parsed.error.issues[0]?.path ?? []).join('.'), 'Not an event of the table')
        const projectId = projectOf(c)
        if (isEnabled(projectId))
          for (const { props } of [parsed.data].flat()) if (isEventName(props.event)) tally.add(projectId, props.event)
        return c.json({}, 202, { 'Cache-Control': 'no-store' })
      },
    )
  return app
}

/** Already validated by `allowCallers`. */
const projectOf = (c: Context): string => c.req.query('projectId') ?? ''
