/** Handles the choice of a listed wallet: connects it if it is installed, pairs with it if it has a link, else shows how to get it. */
import type { ListedWallet } from '../api/listed-wallet.ts'
import { offeredConnectorsAtom } from '../state/connectors.ts'
import { optionsAtom } from '../state/options.ts'
import { installedAs } from '../state/wallet-tiles.ts'
import { connect } from './connect.ts'
import type { ModalContext } from './context.ts'
import { go } from './navigate.ts'
import { pairWith } from './pair-with.ts'

export function chooseWallet(context: ModalContext, wallet: ListedWallet): void {
  const { store } = context
  const installed = installedAs(wallet, store.get(offeredConnectorsAtom))
  if (installed && !store.get(optionsAtom)?.basic) context.scope.run(connect(context, installed.key))
  else if (!pairWith(context, wallet)) go.push(context, { view: 'Downloads', wallet })
}
