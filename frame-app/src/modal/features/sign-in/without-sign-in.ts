/** For a page that uses sign-in but cannot tell whether the user is signed in. */

import type { ModalContext } from '../../core/context.ts'
import { isOpenAtom } from '../../core/modal.ts'
import { optionsAtom } from '../../core/options.ts'
import { disconnect } from '../../session/disconnect.ts'
import { go } from '../../session/navigate.ts'
import { toast } from '../../session/notify.ts'

/** Disconnects a user who must sign in. */
export async function goWithoutSignIn(context: ModalContext): Promise<void> {
  const { store, scope } = context
  toast(context, 'error', 'toast.authenticationProblem')
  if (!store.get(optionsAtom)?.siwx?.required) return
  // Disconnects at once, without waiting for the wallet. An attempt that has just succeeded is aborted, because it would close the modal as
  // connected.
  scope.abort('connect', 'pair')
  const told = disconnect(context).catch(() => {})
  if (store.get(isOpenAtom)) go.reset(context, { view: 'Connect' })
  await told
}
