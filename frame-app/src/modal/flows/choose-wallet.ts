/** A tile of the list: connect what is installed, else show how to get it. */
import type { ListedWallet } from '../api/listed-wallet.ts'
import { connectorsAtom } from '../state/connectors.ts'
import { installedAs } from '../state/wallet-tiles.ts'
import { connect } from './connect.ts'
import type { ModalContext } from './context.ts'
import { go } from './navigate.ts'

export function chooseWallet(context: ModalContext, wallet: ListedWallet): void {
  const installed = installedAs(wallet, context.store.get(connectorsAtom))
  if (installed) void connect(context, installed.key)
  else go.push(context, { view: 'Downloads', wallet })
}
