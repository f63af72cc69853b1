/**
 * Blocks and receipts as EVM nodes return them. Fields that tie a block to the chain are checked strictly. Transactions and logs of unknown
 * kinds are left out, because a chain may add kinds, and one must not stop the index.
 */
import * as z from 'zod/mini'

/** Latest valid date: the end of the year 9999. */
export const maxTime = 253_402_300_799

const lower = z.transform((text: string) => text.toLowerCase())
const HexOf = (pattern: RegExp) => z.pipe(z.string().check(z.regex(pattern)), lower)
export const Hash = HexOf(/^0x[0-9a-fA-F]{64}$/)
export const Address = HexOf(/^0x[0-9a-fA-F]{40}$/)
// May be megabytes: a regular expression with a group per byte would be too slow.
const Bytes = HexOf(/^0x[0-9a-fA-F]*$/).check(z.refine((text) => text.length % 2 === 0))
const Quantity = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/)),
  z.transform((text: string) => BigInt(text)),
)
const Count = z.pipe(
  Quantity.check(z.refine((amount) => amount <= BigInt(Number.MAX_SAFE_INTEGER))),
  z.transform((amount: bigint) => Number(amount)),
)

export const Header = z.object({ number: Count, hash: Hash, parentHash: Hash })
export type Header = z.infer<typeof Header>

export const Block = z.extend(Header, {
  timestamp: Count.check(z.refine((time) => time <= maxTime)),
  transactions: z.array(z.unknown()).check(z.maxLength(1_000_000)),
})
export type Block = z.infer<typeof Block>

export const BlockTransaction = z.object({
  hash: Hash,
  from: Address,
  /** Absent: contract creation. */
  to: z.nullish(Address),
  value: z._default(Quantity, 0n),
  nonce: z._default(Quantity, 0n),
  input: z._default(Bytes, '0x'),
})
export type BlockTransaction = z.infer<typeof BlockTransaction>

export const Receipt = z.object({
  transactionHash: Hash,
  blockHash: Hash,
  /** Absent before Ethereum's Byzantium fork. */
  status: z.nullish(Quantity),
  contractAddress: z.nullish(Address),
  logs: z._default(z.array(z.unknown()).check(z.maxLength(1_000_000)), []),
})
export type Receipt = z.infer<typeof Receipt>

export const ContractLog = z.object({
  address: Address,
  topics: z.array(Hash).check(z.maxLength(4)),
  data: Bytes,
})
export type ContractLog = z.infer<typeof ContractLog>
