/** The page linked in the approval email. Loading it changes nothing; submitting the displayed number does. */
import { walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { html } from 'hono/html'
import type { ApprovalQuestion, Login } from '../domain/login.ts'
import type { EndpointServer } from '../http/serve.ts'
import { Refusal } from '../refusal.ts'
import { type PageParts, sendPage } from './layout.ts'
import { facts, failPage, readForm, sentence } from './mail-pages.ts'

const { path: answerPath, request: AnswerForm } = walletEndpoints.deviceApprove

export function serveDevicePage(server: EndpointServer, login: Login, publicUrl: string): void {
  server.page(
    'GET',
    '/device/:token',
    async (c) => {
      const token = c.req.param('token') ?? ''
      const question = await login.ask(token)
      if (question.state === 'EXPIRED') throw new Refusal('FLOW_EXPIRED')
      return sendPage(
        c,
        200,
        question.state === 'AWAIT_APPROVAL' ? ask(token, question) : answered(question.state !== 'DENIED'),
      )
    },
    failPage,
  )
  server.page(
    'POST',
    answerPath,
    async (c, caller) => {
      const { token, number } = await readForm(c, AnswerForm, publicUrl)
      const outcome = await login.answer(token, number === 'none' ? undefined : Number(number), caller)
      return sendPage(c, 200, answered(outcome === 'approved'))
    },
    failPage,
  )
}

const ask = (token: string, question: ApprovalQuestion): PageParts => ({
  title: 'Is this you?',
  body: html`${sentence('Somebody wants to sign in with your address:')}
${facts(question)}
<form method="post" action="${answerPath}">
  <input type="hidden" name="token" value="${token}" />
  <fieldset>
    <legend>If it is you, pick the number that you see there:</legend>
    ${question.numbers.map((number) => html`<button class="number" name="number" value="${number}">${number}</button>`)}
  </fieldset>
  <button name="number" value="none">It was not me</button>
</form>`,
})

const answered = (isApproved: boolean): PageParts =>
  isApproved
    ? {
        title: 'This device is approved',
        tone: 'positive',
        body: sentence(
          'A second mail with a code is on its way. Type the code where you wanted to sign in; you can close this page.',
        ),
      }
    : {
        title: 'This device was refused',
        tone: 'negative',
        body: sentence('Nobody signed in. You can close this page.'),
      }
