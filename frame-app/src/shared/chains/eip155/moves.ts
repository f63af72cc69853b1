/** Transfers of coins, tokens and items, read from the logs of a transaction. */
import { type Address, type Log, parseAbi, parseEventLogs } from 'viem'
import { checksum } from './checksum.ts'

export type Asset =
  | { readonly type: 'coins' }
  | { readonly type: 'tokens'; readonly token: string }
  | { readonly type: 'item'; readonly collection: string; readonly id: bigint }

export interface Move {
  readonly asset: Asset
  readonly from: Address
  readonly to: Address
  readonly amount: bigint
}

/** The address under which nodes report transfers of the native coin. */
const coinsAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/**
 * The standards use the same event name but index different parameters. Old contracts index none; then the third value may be an amount or
 * a token id, and it is read as an amount.
 */
const tokenEvents = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Transfer(address from, address to, uint256 value)',
])
const itemEvents = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 indexed id)'])
/** ERC-1155, ERC-6909. */
const collectionEvents = parseAbi([
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
  'event Transfer(address caller, address indexed from, address indexed to, uint256 indexed id, uint256 amount)',
])

export function movesIn(logs: Log[]): readonly Move[] {
  const tokens = parseEventLogs({ abi: tokenEvents, logs }).map(({ address, args: { from, to, value } }): Move => {
    const token = checksum(address)
    return {
      asset: token.toLowerCase() === coinsAddress ? { type: 'coins' } : { type: 'tokens', token },
      from,
      to,
      amount: value,
    }
  })
  const items = parseEventLogs({ abi: itemEvents, logs }).map(({ address, args }) => moveOf(address, args.id, 1n, args))
  const collections = parseEventLogs({ abi: collectionEvents, logs }).flatMap(({ address, eventName, args }) => {
    const moved =
      eventName === 'TransferBatch'
        ? args.ids.map((id, place) => [id, args.values[place] ?? 0n] as const)
        : [[args.id, 'value' in args ? args.value : args.amount] as const]
    return moved.map(([id, amount]) => moveOf(address, id, amount, args))
  })
  return [...tokens, ...items, ...collections]
}

const moveOf = (collection: Address, id: bigint, amount: bigint, { from, to }: Pick<Move, 'from' | 'to'>): Move => ({
  asset: { type: 'item', collection: checksum(collection), id },
  from,
  to,
  amount,
})
