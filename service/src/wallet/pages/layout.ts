/** Layout and headers of all pages that emails link to. */
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { stylePath } from './style.ts'

export type Markup = ReturnType<typeof html>
export type Tone = 'plain' | 'positive' | 'caution' | 'negative'

export type PageParts = { readonly title: string; readonly tone?: Tone; readonly body: Markup }

/** In the page, so that no browser asks for `/favicon.ico`, which the policy forbids. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%23667DFF'/%3E%3Cpath d='M9 15h14v10H9zM12 15v-4a4 4 0 0 1 8 0v4' fill='none' stroke='%230B0D1A' stroke-width='2.5'/%3E%3C/svg%3E"

export const layout = ({ title, tone = 'plain', body }: PageParts): Markup => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <meta name="robots" content="noindex" />
    <title>${title}</title>
    <link rel="icon" href="${icon}" />
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

/** @param next origins to which the answer to the page's form may redirect: browsers apply `form-action` to that, too */
export const pagePolicy = (...next: readonly string[]): string =>
  `default-src 'none'; style-src 'self'; img-src data:; form-action ${["'self'", ...next].join(' ')}; base-uri 'none'; frame-ancestors 'none'`

/** No scripts, no framing, and forms post to this origin only. */
export const pageHeaders = {
  'Content-Security-Policy': pagePolicy(),
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  // The URL holds a token. With `no-referrer`, the form would send `Origin: null`, and its origin is checked.
  'Referrer-Policy': 'same-origin',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
} as const

export async function sendPage(
  c: Context,
  status: ContentfulStatusCode,
  parts: PageParts,
  headers: Readonly<Record<string, string>> = pageHeaders,
): Promise<Response> {
  return c.html(await layout(parts), status, headers)
}
