/** Creates the demo wallet on a page: worker, confirm window, provider, announcement. */
import type { DemoConfig, DemoNetwork } from '../config.ts'
import { icon } from './icon.ts'
import { createConfirm } from './page/confirm-window.ts'
import { createDemoProvider, type DemoProvider } from './page/provider.ts'
import { startWorker } from './page/worker-client.ts'
import { isLoopback, type WalletNetwork } from './state.ts'

export function startDemoWallet({ networks, walletKey }: Pick<DemoConfig, 'networks' | 'walletKey'>): void {
  const worker = startWorker()
  const confirm = createConfirm()
  announce(createDemoProvider({ worker, confirm, networks: networks.flatMap(toWalletNetwork), walletKey }))
}

function toWalletNetwork({ chainNamespace, id, name, nativeCurrency, rpcUrls }: DemoNetwork): WalletNetwork[] {
  const rpcUrl = rpcUrls.default.http[0]
  const chainId = Number(id)
  if (chainNamespace !== 'eip155' || !Number.isSafeInteger(chainId) || rpcUrl === undefined || !isLoopback(rpcUrl))
    return []
  return [{ chainId, name, symbol: nativeCurrency.symbol, rpcUrl }]
}

const walletInfo = { name: 'Demo Wallet', rdns: 'example.airlock.demo-wallet' } as const

/** Announces the wallet by EIP-6963: at the start and at every request event, with a frozen detail. */
function announce(provider: DemoProvider, { uuid = crypto.randomUUID() }: { uuid?: string } = {}): void {
  const detail = Object.freeze({ info: Object.freeze({ uuid, ...walletInfo, icon }), provider })
  const dispatch = () => {
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  window.addEventListener('eip6963:requestProvider', dispatch)
  dispatch()
}
