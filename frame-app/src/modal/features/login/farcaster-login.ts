/**
 * Signing in with Farcaster: a code, which the user confirms in the Farcaster app. The wallet waits for the answer;
 * an expired code is replaced automatically. Leaving the view ends the wait.
 */

import type { ModalContext } from '../../core/context.ts'
import { announce, track } from '../../session/notify.ts'
import { reachWallet } from '../embedded/embedded-wallet.ts'
import { standOnServedNetwork } from './connect-embedded.ts'
import { isPassing, troubleOf } from './login-trouble.ts'
import { type Attempt, askEveryMs, begin, fail, openWallet, show, stand } from './social-login.ts'
import { socialLoginAtom } from './state/social-login.ts'

const provider = { id: 'farcaster', name: 'Farcaster' }
/** After so long a wait the service and the relay are reachable again: trouble is reported sooner. */
const calmAfterMs = 20_000

export function startFarcasterLogin(context: ModalContext): void {
  const attempt = begin(context, provider, '', null)
  track(context, 'SOCIAL_LOGIN_STARTED', { provider: provider.id })
  standOnServedNetwork(context)
  showCode(context, attempt, undefined)
  stand(context, provider)
  context.scope.run(run(context, attempt))
}

async function run(context: ModalContext, attempt: Attempt): Promise<void> {
  const { signal } = attempt.abort
  try {
    for (let isNew = false; ; isNew = true) {
      const { app } = await reachWallet(context)
      const { url, expiresIn } = await app.request('GET_FARCASTER_URI', {}, { signal })
      showCode(context, attempt, { uri: url, expiresAt: Date.now() + expiresIn * 1000 })
      if (isNew) announce(context, 'live.pairing.newCode')
      if (await isConfirmed(context, attempt)) break
    }
    await openWallet(context, attempt)
  } catch (thrown) {
    fail(context, attempt, thrown)
  }
}

/** `false` if the code has expired. */
async function isConfirmed(context: ModalContext, attempt: Attempt): Promise<boolean> {
  const { signal } = attempt.abort
  for (;;) {
    const askedAt = Date.now()
    const calm = context.scope.after(calmAfterMs, () => update(context, attempt, false))
    try {
      const { app } = await reachWallet(context)
      await app.request('CONNECT_FARCASTER', {}, { signal })
      return true
    } catch (thrown) {
      signal.throwIfAborted()
      const trouble = troubleOf(thrown)
      if (trouble.reason === 'EXPIRED') return false
      if (!isPassing(trouble)) throw thrown
      update(context, attempt, true)
    } finally {
      calm()
    }
    await context.scope.pause(askedAt + askEveryMs - Date.now(), signal)
  }
}

function showCode(
  context: ModalContext,
  attempt: Attempt,
  code: { readonly uri: string; readonly expiresAt: number } | undefined,
): void {
  const { uri, expiresAt } = code ?? {}
  show(context, attempt, { step: 'code', provider, uri, expiresAt, isUnreachable: false })
}

function update(context: ModalContext, attempt: Attempt, isUnreachable: boolean): void {
  const state = context.store.get(socialLoginAtom)
  if (state.step === 'code' && state.isUnreachable !== isUnreachable)
    show(context, attempt, { ...state, isUnreachable })
}
