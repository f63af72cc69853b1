/** The page's list of Wallet Standard wallets: hears those that load before and after it. What it gets is hostile. */
import { dispatch } from '../announce/dispatch.ts'
import { fieldOf, listen, quietly, type Undo } from '../dom.ts'
import type { Found } from './registry.ts'
import type { Finds, Reading } from './standards.ts'

/** @param read reads quietly; `undefined` for what is no wallet of use, and for a wallet of Airlock */
export function listenForWallets(registry: Finds, read: (wallet: unknown) => Found | undefined): Reading {
  const register = (...wallets: unknown[]): Undo => {
    const found = wallets.flatMap((wallet) => read(wallet) ?? [])
    for (const wallet of found) registry.add(wallet)
    return () => {
      for (const { provider } of found) registry.remove(provider.identity)
    }
  }
  const list = Object.freeze({ register })
  const stop = listen(window, 'wallet-standard:register-wallet', (event) =>
    quietly(() => {
      const offer = fieldOf(event, 'detail')
      if (typeof offer === 'function') Reflect.apply(offer, undefined, [list])
    }),
  )
  return { discover: () => dispatch('wallet-standard:app-ready', list), stop }
}
