/** The page linked in the recovery email. */
import { recoveryEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import type { EndpointServer } from '../http/serve.ts'
import type { PageParts } from '../pages/layout.ts'
import { sentence, serveQuestion } from '../pages/mail-pages.ts'
import type { CheckQuestion, Checks } from './checks.ts'

export const serveRecoveryPage = (server: EndpointServer, checks: Checks, publicUrl: string): void =>
  serveQuestion(server, publicUrl, {
    path: '/recover',
    endpoint: recoveryEndpoints.checkApprove,
    rules: checks,
    open: 'AWAIT_TAP',
    expired: 'CHECK_EXPIRED',
    texts: ({ copyTo }) =>
      copyTo === undefined
        ? { title: 'Open your wallet there?', text: 'Your wallet is about to be opened here:' }
        : {
            title: 'Is this your new address?',
            text: `The address of your wallet is about to become ${copyTo}. It is changed here:`,
          },
    answered,
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
