/** The page wants its visitors to sign in, and neither it nor its code can say whether they have. */
import { isOpenAtom } from '../state/modal.ts'
import { optionsAtom } from '../state/options.ts'
import type { ModalContext } from './context.ts'
import { disconnect } from './disconnect.ts'
import { go } from './navigate.ts'
import { toast } from './notify.ts'

/** Who has to sign in may not stay without. */
export async function goWithoutSignIn(context: ModalContext): Promise<void> {
  const { store } = context
  toast(context, 'error', 'toast.authenticationProblem')
  if (!store.get(optionsAtom)?.siwx?.required) return
  await disconnect(context).catch(() => {}) // forgotten here even when the wallet could not be told
  if (store.get(isOpenAtom)) go.reset(context, { view: 'Connect' })
}
