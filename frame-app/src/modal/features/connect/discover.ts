/** Turns the page's injected wallets into connectors. Known ones keep their object, so that running calls and rows survive. */
import type { InjectedWallets } from '@airlock/protocol/contracts/shapes/wallets.ts'
import type { ModalContext } from '../../core/context.ts'
import { connectorsAtom, discoverySettledAtom, hasMoreWalletsAtom } from '../../session/state/connectors.ts'
import { activeNetworkIdAtom } from '../../session/state/network.ts'
import { createInjectedConnector } from './injected/injected.ts'

export function updateWallets({ store, link }: ModalContext, { wallets, hasMore }: InjectedWallets): void {
  const known = store.get(connectorsAtom)
  const others = known.filter((connector) => connector.handle === undefined)
  const live = wallets.map((wallet) => {
    const existing = known.find(
      ({ handle, disputed, agreedChains }) =>
        handle === wallet.handle &&
        disputed === wallet.disputed &&
        String(agreedChains?.() ?? []) === String(wallet.chains ?? []),
    )
    return existing ?? createInjectedConnector(wallet, link, () => store.get(activeNetworkIdAtom))
  })
  store.set(connectorsAtom, [...live, ...others])
  store.set(hasMoreWalletsAtom, hasMore)
  store.set(discoverySettledAtom, true)
}
