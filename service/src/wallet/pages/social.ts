/**
 * The pages of a social login in the user's window: the redirect to the provider, the return from it, and the number. No scripts and no
 * messages to other windows: the wallet learns the result from the service. The provider's answer may come as a form from its origin
 * (Apple), so the callback relies on the state alone; the number is submitted only from our own page.
 */
import { socialEndpoints } from '@airlock/protocol/wallet-service/social-endpoints.ts'
import type { Context } from 'hono'
import { html } from 'hono/html'
import * as z from 'zod/mini'
import type { AfterProvider, Confirmed, Social, SocialQuestion } from '../domain/social.ts'
import type { EndpointServer } from '../http/serve.ts'
import { Refusal } from '../refusal.ts'
import { type PageParts, pageHeaders, pagePolicy, sendPage } from './layout.ts'
import { facts, failPage, numberForm, pickedOf, readForm, sentence } from './mail-pages.ts'

const { path: confirmPath, request: ConfirmForm } = socialEndpoints.socialConfirm

/** Longer than any provider's answer. */
const maxAnswer = 8192
const Fields = z.record(z.string(), z.string())

export function serveSocialPages(
  server: EndpointServer,
  social: Social,
  { publicUrl, stopping }: { readonly publicUrl: string; readonly stopping: AbortSignal },
): void {
  server.page('GET', '/social/:ticket', failPage, async (c, caller) => {
    const signal = AbortSignal.any([c.req.raw.signal, stopping])
    return goTo(c, (await social.leave(c.req.param('ticket') ?? '', caller, signal)).href)
  })
  const comeBack = (c: Context, answer: URLSearchParams, caller: Parameters<Social['comeBack']>[2]) => {
    if (answer.toString().length > maxAnswer) throw new Refusal('BAD_REQUEST')
    return social.comeBack(c.req.param('provider') ?? '', answer, caller).then((after) => show(c, after))
  }
  server.page('GET', '/oauth/callback/:provider', failPage, (c, caller) =>
    comeBack(c, new URL(c.req.url).searchParams, caller),
  )
  server.page('POST', '/oauth/callback/:provider', failPage, async (c, caller) => {
    const fields = Fields.safeParse(await c.req.parseBody().catch(() => undefined))
    if (!fields.success) throw new Refusal('BAD_REQUEST')
    return comeBack(c, new URLSearchParams(fields.data), caller)
  })
  server.page('POST', confirmPath, failPage, async (c, caller) => {
    const { state, token, number } = await readForm(c, ConfirmForm, publicUrl)
    const { outcome, backTo } = await social.confirm({ state, token, picked: pickedOf(number), caller })
    if (backTo !== undefined && outcome === 'approved') return goTo(c, backTo)
    return sendPage(c, 200, pageOf(outcome, backTo), windowHeaders)
  })
}

function show(c: Context, after: AfterProvider): Promise<Response> | Response {
  switch (after.next) {
    case 'return':
      return goTo(c, after.url)
    case 'done':
      return sendPage(c, 200, signedIn, windowHeaders)
    case 'number':
      return sendPage(c, 200, ask(after.question), headersFor(after.question))
  }
}

/** The URL holds a state or a result: no referrer. */
const goTo = (c: Context, url: string): Response =>
  c.body(null, 303, { ...windowHeaders, 'Referrer-Policy': 'no-referrer', Location: url })

/** The modal may see that its window is closed. No page here has a script or a secret that the opener could read. */
const windowHeaders = { ...pageHeaders, 'Cross-Origin-Opener-Policy': 'unsafe-none' } as const

const headersFor = ({ isRedirect, hostOrigin }: SocialQuestion) =>
  isRedirect ? { ...windowHeaders, 'Content-Security-Policy': pagePolicy(hostOrigin) } : windowHeaders

const ask = (question: SocialQuestion): PageParts => ({
  title: 'Is this you?',
  body: html`${sentence(
    question.isLink
      ? `You are about to let this ${question.providerName} account open a wallet here:`
      : `You are about to sign in with ${question.providerName} here:`,
  )}
${facts(question)}
${numberForm(confirmPath, { state: question.state, token: question.token }, { numbers: question.numbers, verb: question.isRedirect ? 'saw' : 'see', none: 'I see no number' })}`,
})

const signedIn: PageParts = {
  title: 'You are signed in',
  tone: 'positive',
  body: sentence('Go back to the site where you wanted to sign in. You can close this page.'),
}
const goesOn: PageParts = {
  title: 'Go back to your wallet',
  tone: 'positive',
  body: sentence('It asks you once more before it adds this login. You can close this page.'),
}
const sentAway = 'If you did not want to sign in anywhere, somebody may have sent you here.'
const refused: PageParts = {
  title: 'Nobody was signed in',
  tone: 'negative',
  body: sentence(`${sentAway} You can close this page.`),
}
const pages = { approved: signedIn, link: goesOn, denied: refused } as const satisfies Readonly<
  Record<Confirmed['outcome'], PageParts>
>

/** In the page's own tab there is nothing to close, but a way back. */
const pageOf = (outcome: Confirmed['outcome'], backTo: string | undefined): PageParts =>
  backTo === undefined
    ? pages[outcome]
    : {
        ...refused,
        body: html`${sentence(sentAway)}
<p><a href="${backTo}" rel="noreferrer">Go back to ${new URL(backTo).host}</a></p>`,
      }
