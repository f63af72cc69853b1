/** The page linked in the email about a removed login. Loading it changes nothing; submitting the form restores the logins. */
import { loginEndpoints } from '@airlock/protocol/wallet-service/login-endpoints.ts'
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { Logins } from '../domain/logins.ts'
import { undoPath } from '../domain/removals.ts'
import type { EndpointServer } from '../http/serve.ts'
import { Refusal } from '../refusal.ts'
import { type PageParts, sendPage } from './layout.ts'
import { failPage, readForm, sentence } from './mail-pages.ts'

const { path: answerPath, request: AnswerForm } = loginEndpoints.loginsUndo

export function serveUndoPage(server: EndpointServer, logins: Logins, publicUrl: string): void {
  server.page('GET', `${undoPath}/:token`, fail, async (c) => {
    const token = c.req.param('token') ?? ''
    await logins.ask(token)
    return sendPage(c, 200, ask(token))
  })
  server.page('POST', answerPath, fail, async (c, caller) => {
    const { token } = await readForm(c, AnswerForm, publicUrl)
    await logins.undo(token, caller)
    return sendPage(c, 200, done)
  })
}

const ask = (token: string): PageParts => ({
  title: 'Undo the change?',
  body: html`${sentence('Your wallet then opens with this address again. The address or the login that took its place no longer opens it, nor does any login that was added since. Every device is signed out.')}
<form method="post" action="${answerPath}">
  <input type="hidden" name="token" value="${token}" />
  <button>Undo the change</button>
</form>`,
})

const done: PageParts = {
  title: 'The change is undone',
  tone: 'positive',
  body: sentence(
    'Sign in again on the site that you use, and look at the wallet’s list of devices: remove those that you do not know.',
  ),
}

const gone: PageParts = {
  title: 'This link no longer works',
  tone: 'caution',
  body: sentence('It works once, for three days after the change. Nothing was changed.'),
}

const fail = (c: Context, thrown: unknown, requestId: string): Promise<Response> =>
  thrown instanceof Refusal && thrown.code === 'FLOW_UNKNOWN' ? sendPage(c, 404, gone) : failPage(c, thrown, requestId)
