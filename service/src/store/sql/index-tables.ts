/** The tables of the gateway's index as queries see them. Amounts are decimal text: they exceed every integer type. */
import type { IndexedTransaction, Leg, NftKey, NftTransfer, TokenName } from '../contract/chain-index.ts'

export type Flag = 0 | 1

export type IndexTables = {
  /** One row per network: how far its blocks are read, and by whom. */
  chainHead: {
    network: string
    holder: string
    token: number
    leaseUntil: number
    /** The three are null until the first block. */
    fromBlock: number | null
    height: number | null
    hash: string | null
  }
  chainBlock: { network: string; height: number; hash: string; time: number }
  chainTransaction: Omit<IndexedTransaction, 'isCreate' | 'isFailed'> & {
    network: string
    height: number
    isCreate: Flag
    isFailed: Flag
  }
  /** By account: its transactions. */
  chainActivity: { network: string; account: string; height: number; txIndex: number }
  /** By account: token movements in them. */
  chainLeg: Leg & { network: string; account: string; height: number; txIndex: number; ordinal: number }
  /** By account: received tokens, and the height at which each was first received. */
  chainToken: { network: string; account: string; contract: string; height: number }
  nftTransfer: NftTransfer & { network: string; height: number }
  /** Derived from all of `nftTransfer`. Negative: the account sent more than the index has seen it receive. */
  nftHolding: NftKey & { network: string; account: string; amount: string; isHeld: Flag }
  tokenName: TokenName & { network: string }
}
