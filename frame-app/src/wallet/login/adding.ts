/**
 * The service's part of a login that a signed-in user adds: it is begun for this account, proven by its user at the provider, and added only
 * with the verifier that stays here. It opens no session.
 */
import { socialPage } from '@airlock/protocol/contracts/shapes/socials.ts'
import { farcasterEndpoints } from '@airlock/protocol/wallet-service/farcaster-endpoints.ts'
import { socialEndpoints } from '@airlock/protocol/wallet-service/social-endpoints.ts'
import { base64urlnopad } from '@scure/base'
import { ServiceRefusal } from '../custody/service.ts'
import type { Http } from './http.ts'
import { drawVerifier, longPoll } from './remember.ts'
import type { Session } from './session.ts'

export interface AddingContext {
  readonly serviceUrl: string
  /** The host page's origin, as the browser reports it. */
  readonly hostOrigin: string
  readonly http: Http
  readonly session: Pick<Session, 'call'>
}

/** Whose login it is, as the provider says. */
export interface Proven {
  readonly email?: string | undefined
  readonly userName?: string | undefined
  /** @throws {ServiceRefusal} */
  add(signal: AbortSignal): Promise<void>
}

/** The window's address has to be known in the press, before the service knows of the login. */
export function drawTicket(serviceUrl: string): { readonly ticket: string; readonly url: string } {
  const ticket = base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(32)))
  return { ticket, url: socialPage(serviceUrl, ticket) }
}

/** @throws {ServiceRefusal} */
export async function beginSocial(
  { hostOrigin, http, session }: AddingContext,
  { provider, ticket }: { readonly provider: string; readonly ticket: string },
) {
  const { verifier, challenge } = await drawVerifier()
  const request = { provider, hostOrigin, ticket, challenge }
  const { flowId, matchNumber } = await session.call(socialEndpoints.socialLinkStart, { request })
  /** As last answered, so that a repeated question waits for a change. */
  let seen: 'pending' | 'confirm' = 'pending'
  return {
    match: String(matchNumber),
    /** Waits for a change for a while. */
    async look(signal: AbortSignal): Promise<'pending' | 'confirm' | Proven> {
      const asked = { request: { wait: longPoll, seen }, path: { flowId }, signal } as const
      const { status, email, userName } = await http(socialEndpoints.socialFlow, asked)
      if (status === 'pending' || status === 'confirm') {
        seen = status
        return status
      }
      if (status !== 'proven') throw new ServiceRefusal(status === 'failed' ? 'PROVIDER_FAILED' : 'FLOW_DENIED')
      const add = async (signal: AbortSignal) => {
        await session.call(socialEndpoints.socialLink, { request: { flowId, verifier }, signal })
      }
      return { email, userName, add }
    },
  }
}

/** @throws {ServiceRefusal} */
export async function beginFarcaster({ hostOrigin, http, session }: AddingContext) {
  const { verifier, challenge } = await drawVerifier()
  const request = { hostOrigin, challenge }
  const { flowId, url } = await session.call(farcasterEndpoints.farcasterLinkStart, { request })
  return {
    url,
    async look(signal: AbortSignal): Promise<'pending' | Proven> {
      const asked = { request: { wait: longPoll }, path: { flowId }, signal } as const
      const { status, userName } = await http(farcasterEndpoints.farcasterFlow, asked)
      if (status === 'pending') return status
      if (status !== 'proven') throw new ServiceRefusal('PROVIDER_FAILED')
      const add = async (signal: AbortSignal) => {
        await session.call(farcasterEndpoints.farcasterLink, { request: { flowId, verifier }, signal })
      }
      return { userName, add }
    },
  }
}

/** Repeats the question through outages of the service. */
export async function awaitProof(
  signal: AbortSignal,
  look: (signal: AbortSignal) => Promise<'pending' | 'confirm' | Proven>,
  onAnswer: (answer: { readonly isConfirming?: boolean; readonly isUnreachable: boolean }) => void,
): Promise<Proven> {
  for (;;) {
    try {
      const answer = await look(signal)
      if (typeof answer === 'object') return answer
      onAnswer({ isConfirming: answer === 'confirm', isUnreachable: false })
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ServiceRefusal) || !mayPass.has(error.code)) throw error
      onAnswer({ isUnreachable: true })
      await aSecond(signal)
    }
  }
}

/** Asking again may help. */
export const mayPass: ReadonlySet<string> = new Set(['UNREACHABLE', 'UNAVAILABLE', 'RELAY_ERROR'])

const aSecond = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, 1000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
