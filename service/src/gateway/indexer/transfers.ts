/**
 * The transfers in a contract's log (ERC-20, ERC-721, ERC-1155). Any contract may write any log: only the exact form of the standard
 * counts. Events of some early tokens, which index no fields, cannot be told apart from others and are left out.
 */
import { type Hex, toEventSelector } from 'viem'
import type { TokenStandard } from '../../store/contract/chain-index.ts'
import { ContractLog } from './shapes.ts'

export type TokenTransfer = {
  readonly standard: TokenStandard
  readonly contract: string
  readonly sender: string
  readonly recipient: string
  /** Decimal. Empty for ERC-20. */
  readonly tokenId: string
  readonly amount: bigint
  /** Position in an ERC-1155 batch. */
  readonly item: number
}

const events = {
  transfer: toEventSelector('Transfer(address,address,uint256)'),
  single: toEventSelector('TransferSingle(address,address,address,uint256,uint256)'),
  batch: toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])'),
} as const

export function readTransfers(input: unknown): readonly TokenTransfer[] {
  const parsed = ContractLog.safeParse(input)
  if (!parsed.success) return []
  const { address: contract, topics, data } = parsed.data
  const [event] = topics
  if (event !== events.transfer && event !== events.single && event !== events.batch) return []
  const words = wordsOf(data)
  if (!words) return []
  if (event === events.transfer) return readTransfer(contract, topics, words)
  if (topics.length !== 4) return []
  const [sender, recipient] = [addressIn(topics[2]), addressIn(topics[3])]
  if (!sender || !recipient) return []
  const items = event === events.single ? readSingle(words) : readBatch(words)
  return items.flatMap(([id, amount], item) =>
    // Nothing moved.
    amount === 0n
      ? []
      : [{ standard: 'erc1155' as const, contract, sender, recipient, tokenId: String(id), amount, item }],
  )
}

function readTransfer(
  contract: string,
  [, from, to, id]: readonly string[],
  words: readonly bigint[],
): readonly TokenTransfer[] {
  const [sender, recipient] = [addressIn(from), addressIn(to)]
  if (!sender || !recipient) return []
  const [amount] = words
  if (id === undefined)
    return words.length === 1 && amount !== undefined
      ? [{ standard: 'erc20', contract, sender, recipient, tokenId: '', amount, item: 0 }]
      : []
  if (words.length !== 0) return []
  return [{ standard: 'erc721', contract, sender, recipient, tokenId: String(BigInt(id)), amount: 1n, item: 0 }]
}

type Item = readonly [id: bigint, amount: bigint]

const readSingle = ([id, amount, ...rest]: readonly bigint[]): readonly Item[] =>
  id !== undefined && amount !== undefined && rest.length === 0 ? [[id, amount]] : []

function readBatch(words: readonly bigint[]): readonly Item[] {
  const [ids, amounts] = [listAt(words, words[0]), listAt(words, words[1])]
  if (!ids || !amounts || ids.length !== amounts.length) return []
  return ids.map((id, index) => [id, amounts[index] ?? 0n])
}

/** Reads a list from encoded data: its length, then its words. The claimed length is never trusted. */
function listAt(words: readonly bigint[], offset: bigint | undefined): readonly bigint[] | undefined {
  if (offset === undefined || offset % 32n !== 0n || offset / 32n >= BigInt(words.length)) return undefined
  const start = Number(offset / 32n)
  const length = words[start]
  if (length === undefined || length > BigInt(words.length - start - 1)) return undefined
  return words.slice(start + 1, start + 1 + Number(length))
}

function wordsOf(data: string): readonly bigint[] | undefined {
  const digits = data.slice(2)
  if (digits.length % 64 !== 0) return undefined
  return Array.from({ length: digits.length / 64 }, (_, index) =>
    BigInt(`0x${digits.slice(index * 64, (index + 1) * 64)}`),
  )
}

/** `undefined`: the topic is not an address. */
export const addressIn = (topic: string | undefined): Hex | undefined =>
  topic && /^0x0{24}/.test(topic) ? `0x${topic.slice(26)}` : undefined
