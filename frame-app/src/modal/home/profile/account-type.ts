/** Chooses between the two types of an account of the embedded wallet. The page learns it with the state. */
import { namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import type { ModalContext } from '../../core/context.ts'
import { draftAtom } from '../../features/send/state/send.ts'
import { toast, track } from '../../session/notify.ts'
import { type Connected, connectionsAtom, setConnectionAtom } from '../../session/state/accounts.ts'

export async function chooseAccountType(
  context: ModalContext,
  { chainId, wallet }: Connected,
  type: 'eoa' | 'smartAccount',
): Promise<void> {
  const { store } = context
  const namespace = namespaceOf(chainId)
  try {
    const { reachWallet } = await import('../../features/embedded/embedded-wallet.ts')
    const { app } = await reachWallet(context)
    await app.request('SET_PREFERRED_ACCOUNT', { type })
  } catch {
    return toast(context, 'error', 'toast.walletUnreachable')
  }
  const now = store.get(connectionsAtom)[namespace]
  if (now?.status !== 'connected' || now.wallet !== wallet) return
  store.set(setConnectionAtom, namespace, { ...now, accountType: type })
  // The draft's fee was for the other type.
  store.set(draftAtom, undefined)
  track(context, 'SET_PREFERRED_ACCOUNT_TYPE', { accountType: type, network: chainId })
}
