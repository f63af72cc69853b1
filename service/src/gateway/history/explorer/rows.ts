/**
 * Rows of an explorer's account lists. Etherscan and Blockscout use nearly the same format, with numbers as text; both variants are
 * accepted. Unreadable rows are left out.
 */
import * as z from 'zod/mini'
import type { TokenStandard } from '../../../store/contract/chain-index.ts'
import { Address, Hash, maxTime } from '../../indexer/shapes.ts'

const Count = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/)),
  z.transform((text: string) => Number(text)),
)
const Amount = z.string().check(z.regex(/^\d{1,78}$/))
const Time = Count.check(z.refine((seconds) => seconds <= maxTime))
const NoText = z.literal('')

const place = { blockNumber: Count, timeStamp: Time, hash: Hash, transactionIndex: Count, nonce: Count }

export const ListedTransaction = z.object({
  ...place,
  from: Address,
  /** Empty: contract creation. */
  to: z.union([Address, NoText]),
  value: Amount,
  input: z._default(z.string(), ''),
  contractAddress: z._default(z.union([Address, NoText]), ''),
  isError: z._default(z.string(), '0'),
  txreceipt_status: z._default(z.string(), ''),
})
export type ListedTransaction = z.infer<typeof ListedTransaction>

const NumberText = z.union([Amount, z.pipe(z.int().check(z.nonnegative()), z.transform(String))])
export const ListedTransfer = z.object({
  ...place,
  from: Address,
  to: Address,
  contractAddress: Address,
  value: z.optional(NumberText),
  tokenID: z.optional(NumberText),
  /** Etherscan, for ERC-1155. Blockscout gives an amount only for batches. */
  tokenValue: z.optional(NumberText),
  tokenIDs: z.optional(z.array(NumberText).check(z.maxLength(1_000))),
  values: z.optional(z.array(NumberText).check(z.maxLength(1_000))),
})
export type ListedTransfer = z.infer<typeof ListedTransfer>

/** Id and amount moved, by the kind of list. */
export function itemsOf(
  row: ListedTransfer,
  standard: TokenStandard,
): readonly { readonly tokenId: string; readonly amount: string }[] {
  if (standard === 'erc20') return row.value === undefined ? [] : [{ tokenId: '', amount: row.value }]
  if (row.tokenIDs) {
    const { tokenIDs, values } = row
    return values?.length === tokenIDs.length
      ? tokenIDs.map((tokenId, index) => ({ tokenId, amount: values[index] ?? '0' }))
      : []
  }
  if (row.tokenID === undefined) return []
  const amount = standard === 'erc721' ? '1' : (row.tokenValue ?? row.value ?? '1')
  return [{ tokenId: row.tokenID, amount }]
}
