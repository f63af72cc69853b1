/** Creates the demo wallet on a page: worker, confirm window, provider, announcement. */
import type { DemoConfig, DemoNetwork } from '../config.ts'
import { announce } from './announce.ts'
import { createConfirm } from './page/confirm-window.ts'
import { createDemoProvider } from './page/provider.ts'
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
