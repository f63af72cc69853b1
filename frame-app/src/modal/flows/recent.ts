/** The two most recently used wallets, newest first, in the frame's own storage. They are listed first. */
import { type RecentWallet, recentWalletsAtom } from '../state/connectors.ts'
import type { ModalContext } from './context.ts'

export function rememberRecent({ store, storage }: ModalContext, wallet: RecentWallet): void {
  const recents = [wallet, ...store.get(recentWalletsAtom).filter(({ id }) => id !== wallet.id)].slice(0, 2)
  store.set(recentWalletsAtom, recents)
  storage.write('recent-wallets', recents)
}
