/** Handles the choice of a listed wallet: connects it if it is installed, pairs with it if it has a link, else shows how to get it. */
import type { ListedWallet } from '../../core/api/listed-wallet.ts'
import type { ModalContext } from '../../core/context.ts'
import { optionsAtom } from '../../core/options.ts'
import { go } from '../../session/navigate.ts'
import { offeredConnectorsAtom } from '../../session/state/connectors.ts'
import { connect } from '../connect/connect.ts'
import { installedAs } from '../listing/state/wallet-tiles.ts'
import { pairWith } from '../pairing/pair-with.ts'

export function chooseWallet(context: ModalContext, wallet: ListedWallet): void {
  const { store } = context
  const installed = installedAs(wallet, store.get(offeredConnectorsAtom))
  if (installed && !store.get(optionsAtom)?.basic) context.scope.run(connect(context, installed.key))
  else if (!pairWith(context, wallet)) go.push(context, { view: 'Downloads', wallet })
}
