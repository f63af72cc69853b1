/** The page requires sign-in, but cannot tell whether the visitor has signed in. */
import { isOpenAtom } from '../state/modal.ts'
import { optionsAtom } from '../state/options.ts'
import type { ModalContext } from './context.ts'
import { disconnect } from './disconnect.ts'
import { go } from './navigate.ts'
import { toast } from './notify.ts'

/** A visitor who must sign in cannot stay connected without it. */
export async function goWithoutSignIn(context: ModalContext): Promise<void> {
  const { store, attempts } = context
  toast(context, 'error', 'toast.authenticationProblem')
  if (!store.get(optionsAtom)?.siwx?.required) return
  // Forgotten here at once, even when the wallet cannot be told; what it takes to tell it keeps nobody waiting. An attempt that has just
  // succeeded would close the modal as connected meanwhile.
  attempts.connect?.abort()
  attempts.pair?.abort()
  const told = disconnect(context).catch(() => {})
  if (store.get(isOpenAtom)) go.reset(context, { view: 'Connect' })
  await told
}
