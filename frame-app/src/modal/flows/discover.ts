/** Turns the page's injected wallets into connectors. Known ones keep their object, so that running calls and rows survive. */
import type { InjectedWallets } from '@airlock/protocol/contracts/shapes/wallets.ts'
import { createInjectedConnector } from '../connectors/injected/injected.ts'
import { connectorsAtom, discoverySettledAtom, hasMoreWalletsAtom } from '../state/connectors.ts'
import { activeNetworkIdAtom } from '../state/network.ts'
import type { ModalContext } from './context.ts'

/** Asks the wallets of the page to announce themselves again, without a reload. Returns whether any has answered. */
export async function discoverAgain({ link }: ModalContext): Promise<boolean> {
  const { wallets } = await link.injected.request('WALLETS_DISCOVER', {}).catch(() => ({ wallets: [] as const }))
  // The answer and the WALLETS notification carry the same list; the notification has updated the connectors.
  return wallets.length > 0
}

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
