/**
 * Receives browser reports about our documents, in both formats in use. Guarantees: a bounded body, bounded fields, a bounded log without
 * paths. Anyone can send reports, so they are only counted and logged, never acted on.
 */
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as z from 'zod/mini'

export type Report = {
  /** `csp-violation`, or the type in the reporting API (`coep`, `deprecation`, `crash`). */
  readonly type: string
  readonly documentUrl: string
  readonly directive: string
  readonly blockedUrl: string
  readonly disposition: string
}

export type ReportSink = (report: Report) => void

const maxBodyBytes = 64 * 1024
const maxReportsPerBody = 50
const maxFieldLength = 2048

const Text = z.pipe(
  z.optional(z.string()),
  z.transform((text) => (text ?? '').slice(0, maxFieldLength)),
)

/** `application/csp-report`: one report, kebab-case names. */
const CspReport = z.pipe(
  z.object({
    'csp-report': z.object({
      'document-uri': Text,
      'violated-directive': Text,
      'effective-directive': Text,
      'blocked-uri': Text,
      disposition: Text,
    }),
  }),
  z.transform(({ 'csp-report': body }): readonly Report[] => [
    {
      type: 'csp-violation',
      documentUrl: body['document-uri'],
      directive: body['effective-directive'] || body['violated-directive'],
      blockedUrl: body['blocked-uri'],
      disposition: body.disposition,
    },
  ]),
)

/** `application/reports+json`: a list, camelCase names. */
const ReportsJson = z.pipe(
  z
    .array(
      z.object({
        type: Text,
        url: Text,
        body: z.nullish(z.object({ effectiveDirective: Text, blockedURL: Text, disposition: Text })),
      }),
    )
    .check(z.maxLength(maxReportsPerBody)),
  z.transform((reports): readonly Report[] =>
    reports.map(({ type, url, body }) => ({
      type,
      documentUrl: url,
      directive: body?.effectiveDirective ?? '',
      blockedUrl: body?.blockedURL ?? '',
      disposition: body?.disposition ?? '',
    })),
  ),
)

const formats: Readonly<Record<string, typeof CspReport | typeof ReportsJson>> = {
  'application/csp-report': CspReport,
  'application/reports+json': ReportsJson,
}

/** One route, `POST /`, to be mounted at `reportsPath`. */
export function createReportsRoute(sink: ReportSink): Hono {
  const app = new Hono()
  app.post('/', bodyLimit({ maxSize: maxBodyBytes, onError: (c) => c.body(null, 413) }), async (c) => {
    const type = mediaType(c.req.header('content-type'))
    const format = Object.hasOwn(formats, type) ? formats[type] : undefined
    if (!format) return c.body(null, 415)
    const parsed = format.safeParse(await c.req.json().catch(() => undefined))
    if (!parsed.success) return c.body(null, 400)
    for (const report of parsed.data) sink(report)
    return c.body(null, 204)
  })
  return app
}

const mediaType = (header: string | undefined): string => (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

const minuteMs = 60_000

export interface ReportLineOptions {
  readonly write: (line: string) => void
  /** Unix time in ms. */
  readonly now?: () => number
  /** Most lines in a minute; all reports are counted. */
  readonly perMinute?: number
}

/** Writes reports into a log that strangers can neither fill nor write into: few lines, and of each address its origin alone. */
export function createReportLines({ write, now = Date.now, perMinute = 60 }: ReportLineOptions): ReportSink {
  let total = 0
  let minute = 0
  let lines = 0
  return ({ type, documentUrl, directive, blockedUrl, disposition }) => {
    total += 1
    const current = Math.floor(now() / minuteMs)
    if (current !== minute) [minute, lines] = [current, 0]
    lines += 1
    if (lines > perMinute) return
    const words = { type: wordOf(type), directive: wordOf(directive), disposition: wordOf(disposition) }
    const places = { documentUrl: placeOf(documentUrl), blockedUrl: placeOf(blockedUrl) }
    write(JSON.stringify({ event: 'report', total, ...words, ...places }))
  }
}

/** The names of the specifications; anything else is not written. */
const wordOf = (text: string): string => (/^[a-z][a-z-]{0,39}$/.test(text) ? text : '')

/** The origin of an address, or its scheme if it has none; `inline` and the like are written as they are. */
function placeOf(text: string): string {
  if (!URL.canParse(text)) return wordOf(text)
  const { origin, protocol } = new URL(text)
  return origin === 'null' ? wordOf(protocol.slice(0, -1)) : origin
}
