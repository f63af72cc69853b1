/** The history of accounts, by account and network: pages from the gateway, newest first. */
import type { AssetId } from '../../../../shared/chains/sending.ts'
import { accountAtoms } from '../../../session/state/account-atoms.ts'

/** A given or revoked approval. */
export interface Approval {
  readonly spender: string
  /** Any amount of the token, or all of the collection. */
  readonly isUnlimited: boolean
}

/** The values to start the same payment again. */
export interface PastPayment {
  /** `undefined`: the network's currency. */
  readonly token: AssetId
  readonly to: string
  /** Units as exact decimal text; more than zero. */
  readonly amount: string
}

/** One amount, or one NFT, that moved; for an approval, what may be spent. */
export interface Movement {
  readonly direction: 'in' | 'out' | 'self'
  readonly kind: 'token' | 'nft'
  /** Units as exact decimal text; empty for an NFT. */
  readonly amount: string
  /** Symbol of the token, or name of the NFT; safe to show. Empty if unknown. */
  readonly label: string
  /** As the gateway wrote it. */
  readonly image: string | undefined
  /** Of its picture (`pictureId`); absent if it is not known which asset this is. */
  readonly pictureId?: string | undefined
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
  /** Hash of the transaction that replaced it. */
  readonly replacedBy?: string | undefined
  readonly from: string
  readonly to: string
  /** `undefined` where there is none, as on Solana. */
  readonly nonce: number | undefined
  readonly application: string | undefined
  /** Of a purchase: the provider's name. Safe to show. */
  readonly seller?: string | undefined
  readonly movements: readonly Movement[]
  /** `undefined` if it approves nothing, or what it approves is not known. */
  readonly approval?: Approval | undefined
  /** `undefined` if it is no payment, or not all of it is known. */
  readonly payment?: PastPayment | undefined
  /** Sent through this site, and so far known to this device only. */
  readonly isMadeHere?: true
}

export type Activity =
  | { status: 'loading' }
  | {
      status: 'ready' | 'stale'
      entries: readonly ActivityEntry[]
      /** Cursor of the next page; `undefined` after the last one. */
      next: string | undefined
      /** State of loading the next page. */
      more: 'idle' | 'loading' | 'failed'
      asOf: number
    }
  | { status: 'failed' | 'unsupported' }

export const {
  allAtom: activityAtom,
  setAtom: setActivityAtom,
  activeAtom: activeActivityAtom,
} = accountAtoms<Activity>()
