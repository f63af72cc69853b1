/** The frame of every page that a mail leads to, and its headers. */
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { stylePath } from './style.ts'

export type Markup = ReturnType<typeof html>
export type Tone = 'plain' | 'positive' | 'caution' | 'negative'

export type PageParts = { readonly title: string; readonly tone?: Tone; readonly body: Markup }

export const layout = ({ title, tone = 'plain', body }: PageParts): Markup => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <meta name="robots" content="noindex" />
    <title>${title}</title>
    <link rel="stylesheet" href="${stylePath}" />
  </head>
  <body>
    <main>
      <h1 class="${tone}">${title}</h1>
      ${body}
    </main>
  </body>
</html>
`

/** Nothing runs here, nothing frames it, and its form goes nowhere else. */
export const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  // The address holds a token. With none at all, the form's own request would have no origin to check.
  'Referrer-Policy': 'same-origin',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
} as const

export async function sendPage(c: Context, status: ContentfulStatusCode, parts: PageParts): Promise<Response> {
  return c.html(await layout(parts), status, pageHeaders)
}
