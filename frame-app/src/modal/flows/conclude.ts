/**
 * Closes the modal after it has shown that the wallet is connected, unless the page requests a sign-in first, or the login has interrupted
 * something in the modal.
 */
import { optionsAtom } from '../state/options.ts'
import type { ModalContext } from './context.ts'
import { hide } from './navigate.ts'
import { goWithoutSignIn } from './without-sign-in.ts'

/** How long the success is shown (ux §3.2). */
const successHoldMs = 600

/** @param signal of the connect attempt; aborted if the user has moved on */
export async function conclude(context: ModalContext, signal: AbortSignal, holdMs = successHoldMs): Promise<void> {
  const mine = new AbortController()
  // Aborted when the page opens the modal again meanwhile, so that the view it asked for stays open.
  context.attempts.conclude = mine
  if (holdMs > 0) await new Promise((resolve) => setTimeout(resolve, holdMs))
  const isOver = () => signal.aborted || mine.signal.aborted
  if (isOver()) return
  if (context.store.get(optionsAtom)?.siwx)
    try {
      const { isSignInAsked } = await import('./sign-in.ts')
      if (await isSignInAsked(context)) return
    } catch {
      await goWithoutSignIn(context)
    }
  if (isOver()) return
  const { resume } = context.attempts
  if (resume) resume()
  else hide(context, 'connected')
}
