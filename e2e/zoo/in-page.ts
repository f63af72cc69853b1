/** Puts a wallet of the zoo into a page. The wallet lives as long as an extension: what is true in it outlives a reload. */
import type { ZooWallet } from './wallet.ts'

const key = 'airlock-zoo'

export function placeInPage(create: () => ZooWallet): void {
  const wallet = create()
  const state = wallet.state ?? {}
  const kept = sessionStorage.getItem(key)
  if (kept !== null) Object.assign(state, JSON.parse(kept))
  window.addEventListener('pagehide', () => sessionStorage.setItem(key, JSON.stringify(state)))
  Reflect.set(window, 'zoo', wallet)
  wallet.install(window)
}
