/**
 * A social login in the page's own tab, for when no other window can be opened: the page leaves for the provider and comes back with a
 * result, which only the wallet that began the login can use. The state of this document is lost meanwhile.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import * as z from 'zod/mini'
import { socialLoginAtom } from '../state/social-login.ts'
import type { ModalContext } from './context.ts'
import { standOnServedNetwork } from './email-login.ts'
import { reachWallet } from './embedded-wallet.ts'
import { reveal } from './reveal.ts'
import { begin, draw, fail, finish, show, stand } from './social-login.ts'

const key = 'social-redirect'
/** Names the provider when the page is back. */
const Left = z.object({ id: z.string(), name: z.string() })

/** Must be called during the press. */
export async function leaveForProvider(context: ModalContext): Promise<void> {
  const { store, link } = context
  const state = store.get(socialLoginAtom)
  if (state.step === 'idle') return
  const { provider } = state
  if (state.step === 'leaving' && state.ticket !== undefined) return leave(context, state.ticket)
  // Set before the other attempt ends, which would otherwise count as cancelled.
  store.set(socialLoginAtom, { step: 'leaving', provider, ticket: undefined })
  const attempt = begin(context, provider, '', null)
  const { signal } = attempt.abort
  show(context, attempt, { step: 'leaving', provider, ticket: undefined })
  stand(context, provider)
  try {
    const { url: returnTo } = await link.app.request('LOGIN_RETURN', {}, { signal })
    const { app } = await reachWallet(context)
    const ticket = draw()
    await app.request('GET_SOCIAL_REDIRECT_URI', { provider: provider.id, ticket, returnTo }, { signal })
    if (signal.aborted) return
    context.storage.write(key, provider)
    show(context, attempt, { step: 'leaving', provider, ticket })
    await leave(context, ticket)
  } catch (thrown) {
    fail(context, attempt, thrown)
  }
}

/** If the press is too long ago, the view has a button for another one. */
async function leave({ link }: ModalContext, ticket: string): Promise<void> {
  try {
    await link.app.request('LOGIN_LEAVE', { ticket })
  } catch (error) {
    if (!(error instanceof AirlockError) || error.code !== 'NEEDS_CLICK') throw error
  }
}

/** Continues when the page is back. @param uri the page's address, with the result */
export async function resumeSocialLogin(context: ModalContext, uri: string): Promise<void> {
  const provider = context.storage.read(key, Left)
  context.storage.remove(key)
  if (!provider) return
  const attempt = begin(context, provider, uri, null)
  show(context, attempt, { step: 'opening', provider, isSlow: false })
  standOnServedNetwork(context)
  reveal(context, { view: 'Connect' })
  stand(context, provider)
  await finish(context, attempt, {})
}
