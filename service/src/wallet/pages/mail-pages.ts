/** Shared by the pages linked in emails and those of a social login: facts, the number, form parsing, and messages for refusals. */
import type { recoveryEndpoints, walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import type { ServiceErrorCode } from '@airlock/protocol/wallet-service/errors.ts'
import type { Context } from 'hono'
import { html } from 'hono/html'
import type * as z from 'zod/mini'
import type { Caller } from '../domain/caller.ts'
import { toFailure } from '../http/answer.ts'
import type { EndpointServer } from '../http/serve.ts'
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

/** The number that the device shows is the answer; `none` says that it was not the user. */
export const numberForm = (
  action: string,
  hidden: Readonly<Record<string, string>>,
  { numbers, verb = 'see', none = 'It was not me' }: NumberChoice,
): Markup => html`<form method="post" action="${action}">
  ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
  <fieldset>
    <legend>If it is you, pick the number that you ${verb} there:</legend>
    ${numbers.map((number) => html`<button class="number" name="number" value="${number}">${number}</button>`)}
  </fieldset>
  <button name="number" value="none">${none}</button>
</form>`

type NumberChoice = { readonly numbers: readonly number[]; readonly verb?: string; readonly none?: string }

/** @returns the number that was picked */
export const pickedOf = (number: string): number | undefined => (number === 'none' ? undefined : Number(number))

type Question = AskedFrom & { readonly numbers: readonly number[]; readonly state: string }
type AskedByEmail<Asked extends Question> = {
  readonly path: string
  readonly endpoint: typeof walletEndpoints.deviceApprove | typeof recoveryEndpoints.checkApprove
  readonly rules: {
    readonly ask: (token: string) => Promise<Asked>
    readonly answer: (token: string, picked: number | undefined, caller: Caller) => Promise<'approved' | 'denied'>
  }
  /** The state in which the question is open. */
  readonly open: Asked['state']
  readonly expired: ServiceErrorCode
  readonly texts: (question: Asked) => { readonly title: string; readonly text: string }
  readonly answered: (isApproved: boolean, question: Asked) => PageParts
}

/** The page linked in an email: loading it changes nothing, so a link scanner answers nothing; submitting the displayed number does. */
export function serveQuestion<Asked extends Question>(
  server: EndpointServer,
  publicUrl: string,
  { path, endpoint, rules, open, expired, texts, answered }: AskedByEmail<Asked>,
): void {
  const askPage = (token: string, question: Asked): PageParts => {
    const { title, text } = texts(question)
    return {
      title,
      body: html`${sentence(text)}
${facts(question)}
${numberForm(endpoint.path, { token }, question)}`,
    }
  }
  server.page('GET', `${path}/:token`, failPage, async (c) => {
    const token = c.req.param('token') ?? ''
    const question = await rules.ask(token)
    if (question.state === 'EXPIRED') throw new Refusal(expired)
    const isOpen = question.state === open
    return sendPage(c, 200, isOpen ? askPage(token, question) : answered(question.state !== 'DENIED', question))
  })
  server.page('POST', endpoint.path, failPage, async (c, caller) => {
    const { token, number } = await readForm(c, endpoint.request, publicUrl)
    const outcome = await rules.answer(token, pickedOf(number), caller)
    return sendPage(c, 200, answered(outcome === 'approved', await rules.ask(token)))
  })
}

const unknown: PageParts = {
  title: 'This link leads nowhere',
  tone: 'caution',
  body: sentence('Open the link of the newest mail.'),
}
const startAgain = sentence('Start again on the site where you wanted to sign in.')
const late: PageParts = { title: 'This took too long', tone: 'caution', body: startAgain }

const told: Readonly<Partial<Record<ServiceErrorCode, PageParts>>> = {
  FLOW_UNKNOWN: unknown,
  CHECK_UNKNOWN: unknown,
  FLOW_EXPIRED: late,
  CHECK_EXPIRED: late,
  NUMBER_WRONG: {
    title: 'This was another number',
    tone: 'negative',
    body: sentence(
      'The device was refused. If it is yours, start again on the site and pick the number that you see there.',
    ),
  },
  ALREADY_USED: { title: 'This page was used before', tone: 'caution', body: startAgain },
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
