/** The page's injected wallets become connectors. Known ones keep their object, so that running calls and rows survive. */
import type { InjectedWallet } from '@airlock/protocol/contracts/shapes/wallets.ts'
import { createInjectedConnector } from '../connectors/injected.ts'
import { connectorsAtom, discoverySettledAtom } from '../state/connectors.ts'
import type { ModalContext } from './context.ts'

export function updateWallets({ store, link }: ModalContext, wallets: readonly InjectedWallet[]): void {
  const known = store.get(connectorsAtom)
  const others = known.filter((connector) => connector.handle === undefined)
  const live = wallets.map((wallet) => {
    const existing = known.find(
      (connector) => connector.handle === wallet.handle && connector.disputed === wallet.disputed,
    )
    return existing ?? createInjectedConnector(wallet, link)
  })
  store.set(connectorsAtom, [...live, ...others])
  store.set(discoverySettledAtom, true)
}
