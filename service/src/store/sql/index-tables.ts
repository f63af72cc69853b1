/** The tables of the gateway's index as queries see them. Amounts are decimal text: they exceed every integer type. */
import type { Direction, TokenStandard } from '../contract/chain-index.ts'

type Flag = 0 | 1

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
  chainTransaction: {
    network: string
    height: number
    txIndex: number
    hash: string
    sender: string
    recipient: string
    isCreate: Flag
    isFailed: Flag
    value: string
    nonce: number
    input: string
  }
  /** By account: its transactions. */
  chainActivity: { network: string; account: string; height: number; txIndex: number }
  /** By account: token movements in them. */
  chainLeg: {
    network: string
    account: string
    height: number
    txIndex: number
    ordinal: number
    direction: Direction
    peer: string
    standard: TokenStandard | 'native'
    contract: string
    tokenId: string
    amount: string
  }
  /** By account: received tokens, and the height at which each was first received. */
  chainToken: { network: string; account: string; contract: string; height: number }
  nftTransfer: {
    network: string
    height: number
    logIndex: number
    item: number
    standard: Exclude<TokenStandard, 'erc20'>
    contract: string
    tokenId: string
    sender: string
    recipient: string
    amount: string
  }
  /** Derived from all of `nftTransfer`. Negative: the account sent more than the index has seen it receive. */
  nftHolding: {
    network: string
    contract: string
    tokenId: string
    standard: Exclude<TokenStandard, 'erc20'>
    account: string
    amount: string
    isHeld: Flag
  }
  tokenName: { network: string; contract: string; name: string; symbol: string; decimals: number | null }
}
