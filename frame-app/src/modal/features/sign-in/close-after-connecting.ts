/**
 * Closes the modal after it has shown that the wallet is connected, unless the page requests a sign-in first, or the login has interrupted
 * something in the modal.
 */

import type { ModalContext } from '../../core/context.ts'
import { optionsAtom } from '../../core/options.ts'
import { hide } from '../../session/navigate.ts'
import { resumeAtom } from '../../session/state/attempts.ts'
import { goWithoutSignIn } from './without-sign-in.ts'

/** How long the success is shown. */
const successHoldMs = 600

/** @param signal of the connect attempt; aborted if the user has moved on */
export async function closeAfterConnecting(
  context: ModalContext,
  signal: AbortSignal,
  holdMs = successHoldMs,
): Promise<void> {
  const { store, scope } = context
  // Aborted when the page opens the modal again meanwhile, so that the view it asked for stays open.
  const mine = scope.begin('conclude')
  if (holdMs > 0) await scope.pause(holdMs)
  const isOver = () => signal.aborted || mine.aborted
  if (isOver()) return
  if (store.get(optionsAtom)?.siwx)
    try {
      const { isSignInAsked } = await import('./watch-sign-in.ts')
      if (await isSignInAsked(context)) return
    } catch {
      await goWithoutSignIn(context)
    }
  if (isOver()) return
  const resume = store.get(resumeAtom)
  if (resume) resume.run()
  else hide(context, 'connected')
}
