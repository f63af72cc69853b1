/** The smart sessions that this site has from the embedded wallet, as the wallet has read them from the chain. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'

/** `revoking`: sent, but not on the chain yet. `unknown`: the chain cannot be read. */
export type SmartSessionStatus = 'active' | 'expired' | 'revoking' | 'revoked' | 'unknown'

export interface SmartSession {
  /** The signed session, which identifies it to the wallet. */
  readonly context: `0x${string}`
  readonly chainId: Caip2
  readonly kind: 'native-token-transfer' | 'erc20-token-transfer' | 'contract-call'
  /** In the smallest unit of the network's coin; `undefined` for tokens. */
  readonly coins: bigint | undefined
  /** The token or the contract; `undefined` for payments. */
  readonly contract: string | undefined
  /** Unix times in milliseconds. */
  readonly createdAt: number
  readonly until: number
  readonly status: SmartSessionStatus
}

export type SmartSessionList =
  | { readonly status: 'loading' | 'failed' | 'offline' }
  | { readonly status: 'ready'; readonly sessions: readonly SmartSession[] }

export const smartSessionsAtom = atom<SmartSessionList>({ status: 'loading' })
/** Context of the session that is being revoked. */
export const revokingAtom = atom<string | undefined>(undefined)
