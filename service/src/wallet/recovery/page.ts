/** The page linked in the recovery email. Loading it changes nothing, so a link scanner opens no wallet. */
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
      return sendPage(c, 200, isOpen ? ask(token, question) : answered(question.state === 'APPROVED', question))
    },
    failPage,
  )
  server.page(
    'POST',
    answerPath,
    async (c, caller) => {
      const { token, number } = await readForm(c, AnswerForm, publicUrl)
      const outcome = await checks.answer(token, number === 'none' ? undefined : Number(number), caller)
      return sendPage(c, 200, answered(outcome === 'approved', await checks.ask(token)))
    },
    failPage,
  )
}

const ask = (token: string, question: CheckQuestion): PageParts => ({
  title: question.copyTo === undefined ? 'Open your wallet there?' : 'Is this your new address?',
  body: html`${sentence(question.copyTo === undefined ? 'Your wallet is about to be opened here:' : `The address of your wallet is about to become ${question.copyTo}. It is changed here:`)}
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

function answered(isApproved: boolean, { copyTo }: CheckQuestion): PageParts {
  const isCopy = copyTo !== undefined
  return isApproved
    ? {
        title: isCopy ? 'The new address is confirmed' : 'Your wallet is being opened',
        tone: 'positive',
        body: sentence('Go back to the site; you can close this page.'),
      }
    : {
        title: isCopy ? 'The address stays as it is' : 'Nothing was opened',
        tone: 'negative',
        body: sentence(
          isCopy
            ? 'Nothing was changed. You can close this page.'
            : 'Your wallet stays closed there. You can close this page.',
        ),
      }
}
