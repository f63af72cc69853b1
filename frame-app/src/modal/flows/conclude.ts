/** A wallet is connected and the visitor has seen it: the modal goes, unless the page wants a signature first. */
import { optionsAtom } from '../state/options.ts'
import type { ModalContext } from './context.ts'
import { disconnect } from './disconnect.ts'
import { hide } from './navigate.ts'
import { toast } from './notify.ts'

export async function conclude(context: ModalContext): Promise<void> {
  if (!context.store.get(optionsAtom)?.siwx) return hide(context, 'connected')
  try {
    const { isSignInAsked } = await import('./sign-in.ts')
    if (!(await isSignInAsked(context))) hide(context, 'connected')
  } catch {
    // Without its code nobody can sign in, and nobody who has to may stay.
    toast(context, 'error', 'toast.authenticationProblem')
    await disconnect(context).catch(() => {})
  }
}
