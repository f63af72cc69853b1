/**
 * A social login in the page's own tab, for when no other window can be opened: the page leaves for the provider and comes back with a
 * result, which only the wallet that began the login can use. The service asks for the number that the user saw here, because the page could
 * have begun the login itself. The state of this document is lost meanwhile.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import * as z from 'zod/mini'
import type { ModalContext } from '../../core/context.ts'
import { showModal } from '../../session/show-modal.ts'
import { reachWallet } from '../embedded/embedded-wallet.ts'
import { standOnServedNetwork } from './connect-embedded.ts'
import { troubleOf } from './login-trouble.ts'
import { begin, draw, fail, finish, show, stand } from './social-login.ts'
import { type Provider, socialLoginAtom } from './state/social-login.ts'

const key = 'social-redirect'
/** Names the provider when the page is back. */
const Left = z.object({ id: z.string(), name: z.string() })

/** Registers the login. */
export async function prepareToLeave(context: ModalContext): Promise<void> {
  const { store, link } = context
  const state = store.get(socialLoginAtom)
  if (state.step === 'idle') return
  const { provider } = state
  // Set before the other attempt ends, which would otherwise count as cancelled.
  store.set(socialLoginAtom, { step: 'leaving', provider, ready: undefined })
  const attempt = begin(context, provider, '', null)
  const { signal } = attempt.abort
  show(context, attempt, { step: 'leaving', provider, ready: undefined })
  stand(context, provider)
  try {
    const { url: returnTo } = await link.app.request('LOGIN_RETURN', {}, { signal })
    const { app } = await reachWallet(context)
    const ticket = draw()
    const wanted = { provider: provider.id, ticket, returnTo }
    const { match } = await app.request('GET_SOCIAL_REDIRECT_URI', wanted, { signal })
    if (signal.aborted) return
    if (match === undefined) throw new AirlockError('WALLET_FAILED')
    context.storage.write(key, provider)
    show(context, attempt, { step: 'leaving', provider, ready: { ticket, match } })
  } catch (thrown) {
    fail(context, attempt, thrown)
  }
}

/** Must be called during the press. */
export async function leaveForProvider(context: ModalContext): Promise<void> {
  const state = context.store.get(socialLoginAtom)
  if (state.step !== 'leaving' || !state.ready) return
  try {
    await context.link.app.request('LOGIN_LEAVE', { ticket: state.ready.ticket })
  } catch (error) {
    if (context.store.get(socialLoginAtom) !== state) return
    // The view has the button for another press.
    if (!(error instanceof AirlockError) || error.code !== 'NEEDS_CLICK') refused(context, state, error)
  }
}

/** The page does not allow it, or its storage is blocked. */
function refused(context: ModalContext, { provider }: { provider: Provider }, error: unknown): void {
  context.store.set(socialLoginAtom, { step: 'over', provider, trouble: troubleOf(error) })
}

/** Continues when the page is back. @param uri the page's address, with the result */
export async function resumeSocialLogin(context: ModalContext, uri: string): Promise<void> {
  const provider = context.storage.read(key, Left)
  context.storage.remove(key)
  if (!provider) return
  const attempt = begin(context, provider, uri, null)
  show(context, attempt, { step: 'opening', provider, isSlow: false })
  standOnServedNetwork(context)
  showModal(context, { view: 'Connect' })
  stand(context, provider)
  await finish(context, attempt, {})
}
