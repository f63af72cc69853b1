/** Announces the wallet by EIP-6963: at the start and at every request event, with a frozen detail. */
import { icon } from './icon.ts'
import type { DemoProvider } from './page/provider.ts'

export const walletInfo = { name: 'Demo Wallet', rdns: 'example.airlock.demo-wallet' } as const

export function announce(provider: DemoProvider, { uuid = crypto.randomUUID() }: { uuid?: string } = {}): void {
  const detail = Object.freeze({ info: Object.freeze({ uuid, ...walletInfo, icon }), provider })
  const dispatch = () => {
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  window.addEventListener('eip6963:requestProvider', dispatch)
  dispatch()
}
