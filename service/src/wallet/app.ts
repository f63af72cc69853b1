/** The wallet service over HTTP: maps the contract's endpoints to the domain rules. */
import { walletEndpoints as endpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { exportEndpoints } from '@airlock/protocol/wallet-service/export-endpoints.ts'
import { farcasterEndpoints } from '@airlock/protocol/wallet-service/farcaster-endpoints.ts'
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import { loginEndpoints } from '@airlock/protocol/wallet-service/login-endpoints.ts'
import { sessionEndpoints } from '@airlock/protocol/wallet-service/session-endpoints.ts'
import { socialEndpoints } from '@airlock/protocol/wallet-service/social-endpoints.ts'
import type { Hono } from 'hono'
import type { Signed } from './domain/caller.ts'
import type { WalletContext } from './domain/context.ts'
import { createEmailChange } from './domain/email-change.ts'
import { createExports } from './domain/exports.ts'
import { createFarcasterLogin } from './domain/farcaster.ts'
import { createLogin } from './domain/login.ts'
import { createLogins } from './domain/logins.ts'
import { createPeople } from './domain/people.ts'
import { offersSocial, requireOrigin } from './domain/project.ts'
import { createSmartSessions } from './domain/smart-sessions.ts'
import { createSocial } from './domain/social.ts'
import { createWalletRules } from './domain/wallets.ts'
import { createEndpointServer, type ServerOptions } from './http/serve.ts'
import { serveDevicePage } from './pages/device.ts'
import { sendStyle, stylePath } from './pages/mail-pages.ts'
import { serveSocialPages } from './pages/social.ts'
import { serveUndoPage } from './pages/undo.ts'

export type WalletAppOptions = Pick<ServerOptions, 'log' | 'metrics' | 'addressOf' | 'stopping'> & {
  readonly context: WalletContext
}

export function createWalletApp({ context, ...options }: WalletAppOptions): Hono {
  const { projects, settings } = context
  const { publicUrl, limits } = settings
  const server = createEndpointServer({ ...options, ...context, publicUrl, limits })
  const login = createLogin(context)
  const wallets = createWalletRules(context)
  const people = createPeople(context)
  const { open, proven, signedIn } = server

  open(endpoints.nonce, async () => ({ ok: true }) as const)
  open(endpoints.config, async ({ request: { projectId }, origin }) => {
    const record = requireOrigin(projects, { projectId, origin })
    const socials = [...context.socials.keys(), ...(context.farcaster ? ['farcaster'] : [])].filter((id) =>
      offersSocial(record, id),
    )
    return {
      email: true,
      deviceVerification: true,
      otpDigits: serviceLimits.otpDigits,
      recoveryKinds: [...settings.recoveryKinds],
      ...(settings.recoveryUrl === undefined ? {} : { recoveryUrl: settings.recoveryUrl }),
      ...(socials.length === 0 ? {} : { socials }),
    }
  })

  proven(endpoints.emailStart, ({ request, ...from }) => login.start(request, from))
  proven(endpoints.emailFlow, ({ request: { wait = '0' }, param, signal, ...from }) =>
    login.look(param('flowId'), from, { waitMs: Number(wait) * 1000, signal }),
  )
  proven(endpoints.emailResend, ({ request: { flowId }, ...from }) => login.resend(flowId, from))
  proven(endpoints.emailVerify, ({ request, ...from }) => login.verify(request, from))
  proven(endpoints.tokenRefresh, ({ request: { refreshToken }, device }) =>
    server.sessions.refresh(refreshToken, device.jkt, context.outside.now()),
  )
  const social = createSocial(context)
  proven(socialEndpoints.socialStart, ({ request, ...from }) => social.start(request, from))
  proven(socialEndpoints.socialFlow, ({ request: { wait = '0', seen }, param, signal, ...from }) =>
    social.look(param('flowId'), from, { waitMs: Number(wait) * 1000, seen, signal }),
  )
  proven(socialEndpoints.socialComplete, ({ request, ...from }) => social.complete(request, from))
  signedIn(socialEndpoints.socialLinkStart, ({ request, ...from }) => social.startLink(request, from))
  signedIn(socialEndpoints.socialLink, ({ request, ...from }) => social.link(request, from))
  const farcaster = createFarcasterLogin(context)
  proven(farcasterEndpoints.farcasterStart, ({ request, ...from }) => farcaster.start(request, from))
  proven(farcasterEndpoints.farcasterFlow, ({ request: { wait = '0' }, param, signal, ...from }) =>
    farcaster.look(param('flowId'), from, { waitMs: Number(wait) * 1000, signal }),
  )
  proven(farcasterEndpoints.farcasterComplete, ({ request, ...from }) => farcaster.complete(request, from))
  signedIn(farcasterEndpoints.farcasterLinkStart, ({ request, ...from }) => farcaster.startLink(request, from))
  signedIn(farcasterEndpoints.farcasterLink, ({ request, ...from }) => farcaster.link(request, from))
  serveSocialPages(server, social, { publicUrl, stopping: options.stopping })
  serveDevicePage(server, login, publicUrl)
  server.app.get(stylePath, sendStyle)

  signedIn(endpoints.signOut, ({ request: { allDevices = false }, ...who }) => people.signOut(who, allDevices))
  signedIn(endpoints.user, (who) => people.user(who))
  signedIn(endpoints.devices, (who) => people.devices(who))
  signedIn(endpoints.deviceRevoke, ({ param, ...who }) => people.revoke(who, param('deviceId')))
  signedIn(endpoints.audit, ({ request: { before }, ...who }) =>
    people.log(who, before === undefined ? undefined : Number(before)),
  )

  const emailChange = createEmailChange(context)
  signedIn(loginEndpoints.emailUpdateStart, ({ request, ...who }) => emailChange.start(who, request))
  signedIn(loginEndpoints.emailUpdateVerifyPrimary, ({ request, ...who }) => emailChange.verifyPrimary(who, request))
  signedIn(loginEndpoints.emailUpdateVerifySecondary, ({ request, ...who }) =>
    emailChange.verifySecondary(who, request),
  )
  const logins = createLogins(context)
  signedIn(loginEndpoints.logins, (who) => logins.list(who))
  signedIn(loginEndpoints.loginRemove, ({ param, ...who }) => logins.remove(who, param('loginId')))
  serveUndoPage(server, logins, publicUrl)

  const exports = createExports(context)
  signedIn(exportEndpoints.exportTicket, ({ request, ...who }) => exports.ticket(who, request))
  signedIn(exportEndpoints.formerEnd, inWallet(wallets.endFormer))

  const smart = createSmartSessions(context)
  signedIn(sessionEndpoints.smartSessions, inWallet(smart.list))
  signedIn(sessionEndpoints.smartSessionAdd, inWallet(smart.add))
  signedIn(sessionEndpoints.smartSessionRevoke, inWallet(smart.revoke))

  signedIn(endpoints.wallets, (who) => wallets.list(who))
  signedIn(endpoints.walletCreate, ({ request, ...who }) => wallets.create(who, request))
  signedIn(endpoints.walletActivate, inWallet(wallets.activate))
  signedIn(endpoints.walletShare, inWallet(wallets.share))
  signedIn(endpoints.shareSetCreate, inWallet(wallets.addSet))
  signedIn(endpoints.shareSetActivate, inWallet(wallets.activateSet))
  signedIn(endpoints.shareSetDelete, inWallet(wallets.removeSet))
  signedIn(endpoints.recoveryOpen, inWallet(wallets.openRecovery))
  signedIn(endpoints.recoveryMethodAdd, inWallet(wallets.addMethod))
  signedIn(endpoints.recoveryMethodDelete, inWallet(wallets.removeMethod))
  return server.app
}

type InPath = Readonly<Record<'walletId' | 'setId' | 'methodId' | 'account', string>>

/** Hands a rule the parts of the path by their names. */
const inWallet =
  <Request, Answer>(rule: (who: Signed & InPath, request: Request) => Promise<Answer>) =>
  ({ request, param, ...who }: Signed & { readonly request: Request; readonly param: (name: string) => string }) =>
    rule(
      {
        ...who,
        walletId: param('walletId'),
        setId: param('setId'),
        methodId: param('methodId'),
        account: param('account'),
      },
      request,
    )
