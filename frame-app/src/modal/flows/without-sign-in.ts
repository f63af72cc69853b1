/** The page wants its visitors to sign in, and neither it nor its code can say whether they have. */
import { isOpenAtom } from '../state/modal.ts'
import { optionsAtom } from '../state/options.ts'
import type { ModalContext } from './context.ts'
import { disconnect } from './disconnect.ts'
import { go } from './navigate.ts'
import { toast } from './notify.ts'

/** Who has to sign in may not stay without. */
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
