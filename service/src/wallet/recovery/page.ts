/** The page that the recovery email links to. Loading it changes nothing, so a link scanner opens no wallet. */
import { recoveryEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { html } from 'hono/html'
import type { EndpointServer } from '../http/serve.ts'
import { type PageParts, sendPage } from '../pages/layout.ts'
import { facts, failPage, readForm, sentence } from '../pages/mail-pages.ts'
import { Refusal } from '../refusal.ts'
import type { CheckQuestion, Checks } from './checks.ts'

const { path: answerPath, request: AnswerForm } = recoveryEndpoints.checkApprove

export function serveRecoveryPage(server: EndpointServer, checks: Checks, publicUrl: string): void {
  server.page(
    'GET',
    '/recover/:token',
    async (c) => {
      const token = c.req.param('token') ?? ''
      const question = await checks.ask(token)
      if (question.state === 'EXPIRED') throw new Refusal('CHECK_EXPIRED')
      const isOpen = question.state === 'AWAIT_TAP'
      return sendPage(c, 200, isOpen ? ask(token, question) : answered(question.state === 'APPROVED'))
    },
    failPage,
  )
  server.page(
    'POST',
    answerPath,
    async (c, caller) => {
      const { token, answer } = await readForm(c, AnswerForm, publicUrl)
      return sendPage(c, 200, answered((await checks.answer(token, answer === 'yes', caller)) === 'approved'))
    },
    failPage,
  )
}

const ask = (token: string, question: CheckQuestion): PageParts => ({
  title: 'Open your wallet there?',
  body: html`${sentence('Your wallet is about to be opened here:')}
${facts(question)}
<form method="post" action="${answerPath}">
  <input type="hidden" name="token" value="${token}" />
  <button class="main" name="answer" value="yes">Open my wallet there</button>
  <button name="answer" value="no">It was not me</button>
</form>`,
})

const answered = (isApproved: boolean): PageParts =>
  isApproved
    ? {
        title: 'Your wallet is being opened',
        tone: 'positive',
        body: sentence('Go back to the site; you can close this page.'),
      }
    : {
        title: 'Nothing was opened',
        tone: 'negative',
        body: sentence('Your wallet stays closed there. You can close this page.'),
      }
