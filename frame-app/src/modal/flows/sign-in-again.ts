/**
 * "Sign in again" on a page of the embedded wallet, where the session is too old for what the user wants. The wallet ends the session; the
 * login then begins with the same address, and leads back to the page. The user of a social login chooses on Connect.
 */
import { connectionsAtom } from '../state/accounts.ts'
import { activeConnectionAtom } from '../state/active-connection.ts'
import { isOpenAtom } from '../state/modal.ts'
import type { ModalContext } from './context.ts'
import { startEmailLogin } from './email-login.ts'
import { go } from './navigate.ts'
import { showWalletPage, type WalletPage, walletPageOf } from './wallet-screen.ts'

/** Called before the session ends: afterwards nobody knows the address. */
export function signInAgain(context: ModalContext): void {
  const { store } = context
  const { email, social } = embedded(context)?.user ?? {}
  const page = walletPageOf(context)
  if (email === undefined || social !== undefined || page === undefined) return
  const stop = store.sub(connectionsAtom, () => {
    if (embedded(context)) return
    stop()
    // By then the modal stands on Connect.
    queueMicrotask(() => login(context, email, page))
  })
}

const embedded = ({ store }: ModalContext) =>
  Object.values(store.get(connectionsAtom))
    .flatMap((connection) => (connection?.status === 'connected' ? connection : []))
    .find(({ wallet }) => wallet.type === 'auth')

function login(context: ModalContext, email: string, page: WalletPage): void {
  const { store, attempts } = context
  if (!store.get(isOpenAtom) || store.get(activeConnectionAtom)) return
  void startEmailLogin(context, email)
  const resume = () => {
    go.reset(context, { view: 'Account' })
    void showWalletPage(context, page)
  }
  attempts.resume = resume
  attempts.email?.signal.addEventListener('abort', () => {
    if (attempts.resume === resume) attempts.resume = undefined
  })
}
