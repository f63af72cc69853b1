/** The wallet service over HTTP: maps the contract's endpoints to the domain rules. */
import { walletEndpoints as endpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { exportEndpoints } from '@airlock/protocol/wallet-service/export-endpoints.ts'
import { farcasterEndpoints } from '@airlock/protocol/wallet-service/farcaster-endpoints.ts'
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import { loginEndpoints } from '@airlock/protocol/wallet-service/login-endpoints.ts'
import { sessionEndpoints } from '@airlock/protocol/wallet-service/session-endpoints.ts'
import { socialEndpoints } from '@airlock/protocol/wallet-service/social-endpoints.ts'
import type { Hono } from 'hono'
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
import { readyMs, sharedFor } from './http/shared-for.ts'
import { serveDevicePage } from './pages/device.ts'
import { sendStyle, stylePath } from './pages/mail-pages.ts'
import { serveSocialPages } from './pages/social.ts'
import { serveUndoPage } from './pages/undo.ts'
import { Refusal } from './refusal.ts'

const ok = { ok: true } as const

export type WalletAppOptions = Pick<ServerOptions, 'log' | 'metrics' | 'addressOf' | 'stopping'> & {
  readonly context: WalletContext
}

export function createWalletApp({ context, ...options }: WalletAppOptions): Hono {
  const { store, projects, settings } = context
  const { publicUrl, limits } = settings
  const server = createEndpointServer({ ...options, ...context, publicUrl, limits })
  const login = createLogin(context)
  const wallets = createWalletRules(context)
  const people = createPeople(context)
  const { open, proven, signedIn } = server

  const isWritable = sharedFor(readyMs, () => store.ping())

  open(endpoints.healthz, async () => ok)
  open(endpoints.readyz, async () => {
    if (options.stopping.aborted) throw new Refusal('UNAVAILABLE')
    await isWritable()
    return ok
  })
  open(endpoints.nonce, async () => ok)
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

  signedIn(endpoints.signOut, ({ request: { allDevices = false }, ...who }) => people.signOut(who, { allDevices }))
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
  signedIn(exportEndpoints.formerEnd, ({ param, ...who }) => wallets.endFormer({ ...who, walletId: param('walletId') }))

  const smart = createSmartSessions(context)
  signedIn(sessionEndpoints.smartSessions, ({ param, ...who }) => smart.list({ ...who, account: param('account') }))
  signedIn(sessionEndpoints.smartSessionAdd, ({ request, param, ...who }) =>
    smart.add({ ...who, account: param('account') }, request),
  )
  signedIn(sessionEndpoints.smartSessionRevoke, ({ request, param, ...who }) =>
    smart.revoke({ ...who, account: param('account') }, request),
  )

  signedIn(endpoints.wallets, (who) => wallets.list(who))
  signedIn(endpoints.walletCreate, ({ request, ...who }) => wallets.create(who, request))
  signedIn(endpoints.walletActivate, ({ request, param, ...who }) =>
    wallets.activate({ ...who, walletId: param('walletId') }, request),
  )
  signedIn(endpoints.walletShare, ({ request, param, ...who }) =>
    wallets.share({ ...who, walletId: param('walletId') }, request),
  )
  signedIn(endpoints.shareSetCreate, ({ request, param, ...who }) =>
    wallets.addSet({ ...who, walletId: param('walletId') }, request),
  )
  signedIn(endpoints.shareSetActivate, ({ request, param, ...who }) =>
    wallets.activateSet({ ...who, walletId: param('walletId'), setId: param('setId') }, request),
  )
  signedIn(endpoints.shareSetDelete, ({ param, ...who }) =>
    wallets.removeSet({ ...who, walletId: param('walletId'), setId: param('setId') }),
  )
  signedIn(endpoints.recoveryOpen, ({ request, param, ...who }) =>
    wallets.openRecovery({ ...who, walletId: param('walletId') }, request),
  )
  signedIn(endpoints.recoveryMethodAdd, ({ request, param, ...who }) =>
    wallets.addMethod({ ...who, walletId: param('walletId') }, request),
  )
  signedIn(endpoints.recoveryMethodDelete, ({ param, ...who }) =>
    wallets.removeMethod({ ...who, walletId: param('walletId'), methodId: param('methodId') }),
  )
  return server.app
}
