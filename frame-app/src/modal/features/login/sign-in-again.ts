/**
 * "Sign in again" on a page of the embedded wallet, where the session is too old for what the user wants. The wallet ends the session; the
 * login then begins with the same address, and leads back to the page. The user of a social login begins it on Connect, because only a press
 * in this document may open the provider's window.
 */

import type { ModalContext } from '../../core/context.ts'
import { isOpenAtom } from '../../core/modal.ts'
import { go, hide } from '../../session/navigate.ts'
import { toast } from '../../session/notify.ts'
import { connectionsAtom } from '../../session/state/accounts.ts'
import { activeConnectionAtom } from '../../session/state/active-connection.ts'
import { resumeAtom } from '../../session/state/attempts.ts'
import { showWalletPage, type WalletPage, walletPageOf } from '../embedded/wallet-screen.ts'
import { startEmailLogin } from './email-login.ts'

/** Called before the session ends: afterwards nobody knows the address. */
export function signInAgain(context: ModalContext): void {
  const { store } = context
  const { email, social } = embedded(context)?.user ?? {}
  const page = walletPageOf(context)
  if (page === undefined) return
  const stop = store.sub(connectionsAtom, () => {
    if (embedded(context)) return
    stop()
    // By then the modal stands on Connect.
    queueMicrotask(() => {
      if (!store.get(isOpenAtom) || store.get(activeConnectionAtom)) return
      if (social === undefined && email !== undefined) logIn(context, email, page)
      else waitForLogin(context, page)
    })
  })
}

const embedded = ({ store }: ModalContext) =>
  Object.values(store.get(connectionsAtom))
    .flatMap((connection) => (connection?.status === 'connected' ? connection : []))
    .find(({ wallet }) => wallet.type === 'auth')

function logIn(context: ModalContext, email: string, page: WalletPage): void {
  context.scope.run(startEmailLogin(context, email))
  const forget = resumeWith(context, page)
  context.scope.current('login')?.addEventListener('abort', forget)
}

/** Any login leads back to the page, until the modal closes. */
function waitForLogin(context: ModalContext, page: WalletPage): void {
  const { store } = context
  toast(context, 'info', 'toast.signInAgain')
  const forget = resumeWith(context, page)
  const stop = store.sub(isOpenAtom, () => {
    stop()
    forget()
  })
}

/** @returns undoes it */
function resumeWith(context: ModalContext, page: WalletPage): () => void {
  const { store, scope } = context
  const run = () => {
    forget()
    // The user has connected another wallet instead.
    if (!embedded(context)) return hide(context, 'connected')
    go.reset(context, { view: 'Account' })
    scope.run(showWalletPage(context, page))
  }
  const resume = { run }
  const forget = () => {
    if (store.get(resumeAtom) === resume) store.set(resumeAtom, undefined)
  }
  store.set(resumeAtom, resume)
  return forget
}
