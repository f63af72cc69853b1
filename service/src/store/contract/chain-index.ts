/** The index of an EVM network's blocks, by account. Hashes, addresses and other bytes are lower-case hex with `0x`. */
import type { Time } from './values.ts'

export type Direction = 'in' | 'out' | 'self'
export type TokenStandard = 'erc20' | 'erc721' | 'erc1155'

/** A block of the chain as far as it has been read. Height -1 is before the first block. */
export type Tip = { readonly height: number; readonly hash: string }

export type IndexedTransaction = {
  readonly txIndex: number
  readonly hash: string
  readonly sender: string
  /** The created contract, if `isCreate`. */
  readonly recipient: string
  readonly isCreate: boolean
  readonly isFailed: boolean
  /** Decimal, smallest unit. */
  readonly value: string
  readonly nonce: number
  /** First bytes of the input: the selector, and the arguments where they are decoded later. Empty: a plain transfer. */
  readonly input: string
}

/** A token movement from one account's view, or a contract's payout of the currency, which has no contract address. */
export type Leg = {
  readonly direction: Direction
  /** The counterparty. */
  readonly peer: string
  readonly standard: TokenStandard | 'native'
  readonly contract: string
  /** Decimal. Empty for ERC-20 and coins. */
  readonly tokenId: string
  /** Decimal, smallest unit. */
  readonly amount: string
}

export type NftTransfer = {
  readonly logIndex: number
  /** Position in an ERC-1155 batch. */
  readonly item: number
  readonly standard: Exclude<TokenStandard, 'erc20'>
  readonly contract: string
  readonly tokenId: string
  readonly sender: string
  readonly recipient: string
  readonly amount: string
}

export type IndexedBlock = Tip & {
  /** Unix seconds. */
  readonly time: number
  readonly transactions: readonly IndexedTransaction[]
  /** Every transaction that concerns an account, without duplicates. */
  readonly activities: readonly { readonly account: string; readonly txIndex: number }[]
  /** Ordinals count from 0 for each account and transaction. */
  readonly legs: readonly (Leg & { readonly account: string; readonly txIndex: number; readonly ordinal: number })[]
  /** In chain order. */
  readonly nfts: readonly NftTransfer[]
  /** ERC-20 tokens that an account received, without duplicates. */
  readonly tokens: readonly { readonly account: string; readonly contract: string }[]
}

/** One process at a time writes a network's index: the one with the newest token. */
export type Lease = {
  readonly network: string
  /** Incremented for each holder. Every write names it, so a stalled process cannot write after its successor. */
  readonly token: number
  /** Absent: nothing indexed yet. */
  readonly range: IndexRange | undefined
}
export type IndexRange = { readonly fromBlock: number; readonly tip: Tip }

type Held = Pick<Lease, 'network' | 'token'>

/** A refused write returns `false`: another process holds the lease, or has moved the tip. */
export type IndexWriter = {
  /** `undefined`: another process holds it. Clock differences between machines must stay below the lease. */
  readonly claim: (options: {
    readonly network: string
    readonly holder: string
    readonly now: Time
    readonly leaseMs: number
  }) => Promise<Lease | undefined>
  readonly renew: (held: Held, until: Time) => Promise<boolean>
  readonly release: (held: Held) => Promise<void>
  /** Empties the network's index and starts it after `tip`. */
  readonly begin: (held: Held, range: IndexRange) => Promise<boolean>
  /** Adds blocks in order; the first one follows `after`. All or nothing. */
  readonly append: (held: Held, after: Tip, blocks: readonly IndexedBlock[]) => Promise<boolean>
  /** Deletes everything above `ancestor`, with all derived rows. All or nothing. */
  readonly undo: (held: Held, tip: Tip, ancestor: Tip) => Promise<boolean>
  /** Hashes of the blocks from `low` to `high`, as far as indexed. */
  readonly hashes: (network: string, low: number, high: number) => Promise<ReadonlyMap<number, string>>
}

export type Place = { readonly height: number; readonly txIndex: number }
export type AccountTransactionRow = IndexedTransaction &
  Place & { readonly time: number; readonly legs: readonly Leg[] }
export type NftKey = Pick<NftTransfer, 'contract' | 'tokenId' | 'standard'>

export type IndexReader = {
  readonly range: (network: string) => Promise<IndexRange | undefined>
  /** Newest first. */
  readonly transactions: (query: {
    readonly network: string
    readonly account: string
    readonly before: Place | undefined
    readonly limit: number
  }) => Promise<readonly AccountTransactionRow[]>
  /** Contracts of ERC-20 tokens that the account has received, oldest first. */
  readonly tokensOf: (query: {
    readonly network: string
    readonly account: string
    readonly limit: number
  }) => Promise<readonly string[]>
  readonly nftsOf: (query: {
    readonly network: string
    readonly account: string
    readonly after: NftKey | undefined
    readonly limit: number
  }) => Promise<readonly (NftKey & { readonly amount: string })[]>
}

/** Descriptions from token contracts. Read once. */
export type TokenName = {
  readonly contract: string
  readonly name: string
  readonly symbol: string
  /** `null`: none, or implausible. */
  readonly decimals: number | null
}
export type TokenNames = {
  readonly find: (network: string, contracts: readonly string[]) => Promise<readonly TokenName[]>
  readonly save: (network: string, names: readonly TokenName[]) => Promise<void>
}
