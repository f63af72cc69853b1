/**
 * The social login, driven by the modal: which page to open, waiting for its result, a session. The user is at the provider in another window;
 * the result comes from the service, with the device key and a verifier that never leaves this frame before. No message of a window counts.
 */
import { socialPage } from '@airlock/protocol/contracts/shapes/socials.ts'
import type { WalletEnd } from '@airlock/protocol/contracts/wallet-link/types.ts'
import { SocialId } from '@airlock/protocol/scalars/social-id.ts'
import { socialReturn } from '@airlock/protocol/scalars/social-return.ts'
import { base64url, Opaque } from '@airlock/protocol/wallet-service/shapes.ts'
import { socialEndpoints } from '@airlock/protocol/wallet-service/social-endpoints.ts'
import * as z from 'zod/mini'
import { loginError } from '../../shared/login/failure.ts'
import { ServiceRefusal } from '../custody/service.ts'
import { refused } from './email-login.ts'
import { type ProviderLoginContext, told } from './provider-login.ts'
import { drawVerifier, longPoll, remember } from './remember.ts'
import { readJson } from './store.ts'

type Handled = WalletEnd['app']['handles']
type Start = Handled['GET_SOCIAL_REDIRECT_URI']
type Connect = Handled['CONNECT_SOCIAL']

export interface SocialLogin {
  start(wanted: Start['request']): Promise<Start['response']>
  /** Waits for a change, then completes the login. */
  connect(wanted: Connect['request'], signal: AbortSignal): Promise<Connect['response']>
  /** Adds the login whose address has an account to the account that has just been signed in. */
  link(): Promise<void>
}

const Flow = z.strictObject({ provider: SocialId, flowId: Opaque, uri: z.string(), verifier: base64url(32) })
type Flow = z.infer<typeof Flow>

export function createSocialLogin(context: ProviderLoginContext): SocialLogin {
  const { projectId, hostOrigin, serviceUrl, http, session } = context
  const tab = openTabStorage()
  const key = `@airlock/wallet/${projectId}/social`
  let flow = z.safeParse(Flow, readJson(tab?.getItem(key))).data
  /** As last answered, so that a repeated question waits for a change. */
  let seen: 'pending' | 'confirm' = 'pending'
  /** Proven, but its address has an account. */
  let unlinked: { readonly flowId: string; readonly verifier: string; readonly returnCode?: string } | undefined

  const keep = (next: Flow | undefined) => {
    flow = next
    seen = 'pending'
    if (next) tab?.setItem(key, JSON.stringify(next))
    else tab?.removeItem(key)
  }
  /** The flow that this URL is about, with the code of a redirect. */
  const flowOf = (uri: string): Flow & { readonly returnCode?: string } => {
    if (!flow) throw loginError({ reason: 'EXPIRED' })
    if (uri === flow.uri) return flow
    const url = URL.canParse(uri) ? new URL(uri) : undefined
    const [flowId, returnCode] = url?.searchParams.get(socialReturn)?.split('.') ?? []
    // A result for another login, or for a page that is not this host.
    if (url?.origin !== hostOrigin || flowId !== flow.flowId) throw loginError({ reason: 'EXPIRED' })
    return { ...flow, ...(returnCode !== undefined && { returnCode }) }
  }

  return {
    start: ({ provider, ticket, returnTo }) =>
      told(async () => {
        unlinked = undefined
        const { verifier, challenge } = await drawVerifier()
        const request = { provider, projectId, hostOrigin, ticket, challenge, ...(returnTo && { returnTo }) }
        const { flowId, matchNumber } = await http(socialEndpoints.socialStart, { request })
        const uri = socialPage(serviceUrl, ticket)
        keep({ provider, flowId, uri, verifier })
        return { uri, match: String(matchNumber) }
      }),

    connect: ({ uri, isSeparate }, signal) =>
      told(async () => {
        const { provider, flowId, verifier, returnCode } = flowOf(uri)
        const request = { wait: longPoll, seen } as const
        const { status } = await http(socialEndpoints.socialFlow, { request, path: { flowId }, signal })
        if (status === 'pending' || status === 'confirm') {
          seen = status
          return { status }
        }
        if (status !== 'proven') {
          keep(undefined)
          throw loginError({ reason: status === 'failed' ? 'PROVIDER_FAILED' : 'DENIED' })
        }
        const proof = { flowId, verifier, ...(returnCode !== undefined && { returnCode }) }
        try {
          const answer = await http(socialEndpoints.socialComplete, {
            request: { ...proof, ...(isSeparate && { isSeparate }) },
          })
          session.begin(answer)
        } catch (error) {
          if (!(error instanceof ServiceRefusal) || error.code !== 'EMAIL_KNOWN') return await refused(context)(error)
          unlinked = proof
          return { status: 'emailKnown', ...(error.email !== undefined && { email: error.email }) }
        }
        session.connectHere()
        keep(undefined)
        await remember(context, provider)
        return { status: 'done' }
      }),

    link: () =>
      told(async () => {
        const request = unlinked
        if (!request) throw loginError({ reason: 'EXPIRED' })
        // Sent once, so that it never reaches an account that signs in later.
        unlinked = undefined
        keep(undefined)
        await session.call(socialEndpoints.socialLink, { request })
      }),
  }
}

/** What a full-page redirect comes back to. `undefined` where the browser blocks it: the login then lasts as long as the page. */
function openTabStorage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
