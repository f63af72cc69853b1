/** The page's list of Wallet Standard wallets: receives wallets that load before it and after it. The wallets are hostile input. */
import { dispatch } from '../announce/dispatch.ts'
import { fieldOf, listen, quietly, type Undo } from '../dom.ts'
import type { Finds, Found, Reading } from './registry.ts'

/** @param read reads without throwing; `undefined` for unusable wallets, and for Airlock's own */
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
