/** What a request needs before it can be answered, and helpers for the plans of all methods. */
import type { Ask } from '../asks.ts'
import { rpcError } from '../errors.ts'
import type { WalletState } from '../state.ts'
import type { WorkerClient } from './worker-client.ts'

export type Plan =
  | { kind: 'run'; run: () => Promise<unknown> }
  /** `ask` may need to load data, while the window is already opening. `run` follows the approval. */
  | { kind: 'ask'; ask: () => Promise<Ask>; run: () => Promise<unknown> }

export type Context = { state: WalletState; worker: WorkerClient; apply: (state: WalletState) => void }

export const run = (work: () => Promise<unknown>): Plan => ({ kind: 'run', run: work })
export const answer = (value: unknown): Plan => run(() => Promise.resolve(value))

export function currentNetwork({ chainId, networks }: WalletState) {
  const found = networks.find((network) => network.chainId === chainId)
  if (!found) throw rpcError('chainUnreachable', 'This page names no local chain that the demo wallet may use.')
  return found
}

/** @throws 4100 unless the page has access to exactly this account */
export function assertConnected({ accounts }: WalletState, account: string): void {
  if (!accounts.some((one) => one.toLowerCase() === account.toLowerCase())) throw rpcError('unauthorized')
}
