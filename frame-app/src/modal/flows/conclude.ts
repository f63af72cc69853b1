/** Closes the modal after it has shown that the wallet is connected, unless the page requests a sign-in first. */
import { optionsAtom } from '../state/options.ts'
import type { ModalContext } from './context.ts'
import { hide } from './navigate.ts'
import { goWithoutSignIn } from './without-sign-in.ts'

/** @param signal of the connect attempt; aborted if the visitor has moved on */
export async function conclude(context: ModalContext, signal: AbortSignal): Promise<void> {
  if (context.store.get(optionsAtom)?.siwx)
    try {
      const { isSignInAsked } = await import('./sign-in.ts')
      if (await isSignInAsked(context)) return
    } catch {
      await goWithoutSignIn(context)
    }
  if (!signal.aborted) hide(context, 'connected')
}
