/**
 * The Farcaster login, driven by the modal: a code to scan, waiting for the user's answer in the Farcaster app, a session. The answer goes from
 * the app to the service; this frame has only the code, and the verifier that completes the login.
 */
import { farcasterEndpoints } from '@airlock/protocol/wallet-service/farcaster-endpoints.ts'
import { loginError } from '../../shared/login/failure.ts'
import { refused } from './email-login.ts'
import { type ProviderLoginContext, told } from './provider-login.ts'
import { drawVerifier, longPoll, remember } from './remember.ts'

export type FarcasterLogin = ReturnType<typeof createFarcasterLogin>

export function createFarcasterLogin(context: ProviderLoginContext) {
  const { projectId, hostOrigin, http, session, store } = context
  let flow: { readonly flowId: string; readonly verifier: string } | undefined

  return {
    /** Begins a login, which replaces an earlier one. */
    start: () =>
      told(async () => {
        flow = undefined
        const { verifier, challenge } = await drawVerifier()
        const request = { projectId, hostOrigin, challenge }
        const { flowId, url, expiresIn } = await http(farcasterEndpoints.farcasterStart, { request })
        flow = { flowId, verifier }
        return { url, expiresIn }
      }),

    /** Waits until the user has confirmed, then completes the login. */
    connect: (signal: AbortSignal) =>
      told(async () => {
        if (!flow) throw loginError({ reason: 'EXPIRED' })
        const request = flow
        await untilAnswered(request.flowId, signal)
        const answer = await http(farcasterEndpoints.farcasterComplete, { request }).catch(refused(context))
        session.begin(answer)
        session.connectHere()
        flow = undefined
        await remember(context, 'farcaster')
        return { userName: store.read('socialUsername') ?? '' }
      }),
  }

  async function untilAnswered(flowId: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      const asked = { request: { wait: longPoll }, path: { flowId }, signal }
      if ((await http(farcasterEndpoints.farcasterFlow, asked)).status !== 'pending') return
    }
  }
}
