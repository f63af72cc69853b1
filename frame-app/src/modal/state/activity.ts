/** What accounts did, by account and network: pages of the gateway's history, newest first. */
import type { Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import type { AssetId } from '../../shared/chains/sending.ts'
import { activeConnectionAtom } from './active-connection.ts'

/** Whom an approval lets spend, or no longer. */
export interface Approval {
  readonly spender: string
  /** Any amount of the token, or all of the collection. */
  readonly isUnlimited: boolean
}

/** What another payment like this one begins with. */
export interface PastPayment {
  /** `undefined`: the currency. */
  readonly token: AssetId
  readonly to: string
  /** Units as exact decimal text; more than zero. */
  readonly amount: string
}

/** One amount, or one NFT, that moved; of an approval, what may be spent. */
export interface Movement {
  readonly direction: 'in' | 'out' | 'self'
  readonly kind: 'token' | 'nft'
  /** Units as exact decimal text; empty for an NFT. */
  readonly amount: string
  /** Symbol of the token, or name of the NFT; safe to show. Empty: unknown. */
  readonly label: string
  /** As the gateway wrote it. */
  readonly image: string | undefined
}

export type EntryStatus = 'pending' | 'confirmed' | 'failed' | 'replaced' | 'dropped' | 'other'

export interface ActivityEntry {
  /** Unique in a list. */
  readonly key: string
  readonly hash: string
  /** Unix time in milliseconds. */
  readonly at: number
  /** As the gateway wrote it: an open set. Safe to show. */
  readonly operation: string
  readonly status: EntryStatus
  /** Hash of the transaction that took its place. */
  readonly replacedBy?: string | undefined
  readonly from: string
  readonly to: string
  /** Undefined where there is none, as on Solana. */
  readonly nonce: number | undefined
  readonly application: string | undefined
  readonly movements: readonly Movement[]
  /** `undefined`: it approves nothing, or what it approves is not known. */
  readonly approval?: Approval | undefined
  /** `undefined`: it is no payment, or not all of it is known. */
  readonly payment?: PastPayment | undefined
  /** It was sent through this site, and only this device knows it so far. */
  readonly isMadeHere?: true
}

export type Activity =
  | { status: 'loading' }
  | {
      status: 'ready' | 'stale'
      entries: readonly ActivityEntry[]
      /** Cursor of the next page; `undefined` after the last one. */
      next: string | undefined
      /** How the next page is doing. */
      more: 'idle' | 'loading' | 'failed'
      asOf: number
    }
  | { status: 'failed' | 'unsupported' }

/** Keyed by the CAIP-10 account, which names the network too. */
export const activityAtom = atom<Readonly<Record<Caip10, Activity>>>({})

export const setActivityAtom = atom(null, (get, set, account: Caip10, activity: Activity) => {
  set(activityAtom, { ...get(activityAtom), [account]: activity })
})

export const activeActivityAtom = atom((get): Activity | undefined => {
  const connection = get(activeConnectionAtom)
  return connection && get(activityAtom)[connection.active]
})
