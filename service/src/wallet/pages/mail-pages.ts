/** Shared by both pages linked in emails: the displayed facts, form parsing, and messages for refusals. */
import type { ServiceErrorCode } from '@airlock/protocol/wallet-service/errors.ts'
import type { Context } from 'hono'
import { html } from 'hono/html'
import type * as z from 'zod/mini'
import { toFailure } from '../http/answer.ts'
import { Refusal } from '../refusal.ts'
import { type Markup, type PageParts, pageHeaders, sendPage } from './layout.ts'
import { style, stylePath } from './style.ts'

export type AskedFrom = { readonly hostOrigin: string; readonly label: string; readonly place: string }

export const facts = ({ hostOrigin, label, place }: AskedFrom): Markup => html`<dl>
  <div><dt>Site</dt><dd>${hostOrigin}</dd></div>
  <div><dt>Browser</dt><dd>${label}</dd></div>
  <div><dt>From</dt><dd>${place}</dd></div>
</dl>`

export const sentence = (text: string): Markup => html`<p>${text}</p>`

const told: Readonly<Partial<Record<ServiceErrorCode, PageParts>>> = {
  FLOW_UNKNOWN: {
    title: 'This link leads nowhere',
    tone: 'caution',
    body: sentence('Open the link of the newest mail.'),
  },
  CHECK_UNKNOWN: {
    title: 'This link leads nowhere',
    tone: 'caution',
    body: sentence('Open the link of the newest mail.'),
  },
  FLOW_EXPIRED: {
    title: 'This took too long',
    tone: 'caution',
    body: sentence('Start again on the site where you wanted to sign in.'),
  },
  CHECK_EXPIRED: {
    title: 'This took too long',
    tone: 'caution',
    body: sentence('Start again on the site where you wanted to sign in.'),
  },
  NUMBER_WRONG: {
    title: 'This was another number',
    tone: 'negative',
    body: sentence(
      'The device was refused. If it is yours, start again on the site and pick the number that you see there.',
    ),
  },
  ALREADY_USED: {
    title: 'This page was used before',
    tone: 'caution',
    body: sentence('Start again on the site where you wanted to sign in.'),
  },
  FLOW_DENIED: {
    title: 'Nobody was signed in',
    body: sentence('You can close this page, or start again on the site.'),
  },
  PROVIDER_OFF: {
    title: 'This login is not offered here',
    tone: 'caution',
    body: sentence('Choose another one on the site where you wanted to sign in.'),
  },
  PROVIDER_FAILED: {
    title: 'The provider did not sign you in',
    tone: 'negative',
    body: sentence('Nothing has happened. Start again on the site, or choose another way to sign in.'),
  },
  LOGIN_REMOVED: {
    title: 'This login was removed from its wallet',
    tone: 'caution',
    body: sentence('The link in the mail about it puts it back.'),
  },
  RATE_LIMITED: {
    title: 'Too many tries',
    tone: 'caution',
    body: sentence('Wait a minute, then open the link again.'),
  },
}
const otherwise: PageParts = {
  title: 'This did not work',
  tone: 'negative',
  body: sentence('Nothing was approved. Try the link again in a moment.'),
}

export function failPage(c: Context, thrown: unknown, requestId: string): Promise<Response> {
  const { code, status } = toFailure(thrown, requestId)
  return sendPage(c, status, told[code] ?? otherwise)
}

/**
 * Accepts only forms posted from our own page.
 * @throws {Refusal} ORIGIN_NOT_ALLOWED, BAD_REQUEST.
 */
export async function readForm<Form extends z.ZodMiniType>(
  c: Context,
  form: Form,
  publicUrl: string,
): Promise<z.output<Form>> {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  if ((origin !== undefined && origin !== publicUrl) || (site !== undefined && site !== 'same-origin'))
    throw new Refusal('ORIGIN_NOT_ALLOWED')
  const parsed = form.safeParse(await c.req.parseBody().catch(() => undefined))
  if (!parsed.success) throw new Refusal('BAD_REQUEST')
  return parsed.data
}

export const sendStyle = (c: Context): Response =>
  c.body(style, 200, { ...pageHeaders, 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'max-age=3600' })
export { stylePath }
