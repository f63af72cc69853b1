/** Starts the chosen login: in a window of its provider, or with a code for the Farcaster app. */
import type { Provider } from '../state/social-login.ts'
import type { ModalContext } from './context.ts'
import { farcaster, startSocialLogin } from './social-login.ts'

/** Must be called during the press. */
export function startSocial(context: ModalContext, provider: Provider): void {
  if (provider.id !== farcaster) return startSocialLogin(context, provider)
  void import('./farcaster-login.ts').then(({ startFarcasterLogin }) => startFarcasterLogin(context))
}
