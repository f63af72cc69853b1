/** The page linked in the approval email. */
import { walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import type { Login } from '../domain/login.ts'
import type { EndpointServer } from '../http/serve.ts'
import type { PageParts } from './layout.ts'
import { sentence, serveQuestion } from './mail-pages.ts'

export const serveDevicePage = (server: EndpointServer, login: Login, publicUrl: string): void =>
  serveQuestion(server, publicUrl, {
    path: '/device',
    endpoint: walletEndpoints.deviceApprove,
    rules: login,
    open: 'AWAIT_APPROVAL',
    expired: 'FLOW_EXPIRED',
    texts: () => ({ title: 'Is this you?', text: 'Somebody wants to sign in with your address:' }),
    answered,
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
