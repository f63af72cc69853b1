/** What the steps of a sign-in report: to the owner of the project, to the page and to its other tabs. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { ModalContext } from '../../core/context.ts'
import { toastAtom } from '../../core/modal.ts'
import { activeConnectionAtom } from '../../session/state/active-connection.ts'
import { activeNetworkIdAtom } from '../../session/state/network.ts'

/** Key in the storage that the tabs of a page share. */
export const changedKey = 'sign-in'
/** Tells the other tabs of the page that a session has begun or ended. They ask the page for it, so the value carries no more. */
export const tellTabs = ({ storage }: ModalContext) => storage.write(changedKey, Date.now())

export const factsOf = ({ store }: ModalContext) => ({
  network: store.get(activeNetworkIdAtom) ?? ('' as const),
  isSmartAccount: store.get(activeConnectionAtom)?.accountType === 'smartAccount',
})

export const toError = (thrown: unknown) =>
  thrown instanceof AirlockError ? thrown : new AirlockError('INTERNAL', { cause: thrown })

export const clearLoading = ({ store }: ModalContext) => {
  if (store.get(toastAtom)?.variant === 'loading') store.set(toastAtom, null)
}
