/**
 * Gas prices from node answers (EIP-1559, `eth_feeHistory`). A transaction may pay twice the base fee of the next block: that is enough for
 * six full blocks in a row. Networks without a base fee have one price (`eth_gasPrice`).
 */
import type { Json } from '@airlock/protocol/json.ts'
import { Quantity } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'

/** In wei per gas. */
export type GasPrice =
  | { readonly kind: 'market'; readonly base: bigint; readonly tip: bigint; readonly most: bigint }
  | { readonly kind: 'legacy'; readonly most: bigint }

/** What a transaction offers. */
export type PaidPrice = Omit<Extract<GasPrice, { kind: 'market' }>, 'base'> | Extract<GasPrice, { kind: 'legacy' }>

/** `eth_feeHistory`: the last blocks, with the median tip by gas. */
export const historyParams: Json = ['0x5', 'latest', [50]]

const History = z.object({
  /** The last entry is for the next block. */
  baseFeePerGas: z.array(z.nullable(Quantity)).check(z.minLength(1), z.maxLength(64)),
  reward: z.nullish(z.array(z.nullable(z.array(Quantity).check(z.maxLength(8)))).check(z.maxLength(64))),
})

/** Higher than on any network; a node that reports more would make the user pay for nothing. */
const highest = 10n ** 15n

/** `undefined` if the network has no base fee, or the answer is invalid. */
export function readHistory(answer: unknown): GasPrice | undefined {
  const read = z.safeParse(History, answer)
  const last = read.data?.baseFeePerGas.at(-1)
  if (!read.success || last == null || BigInt(last) === 0n) return undefined
  const base = BigInt(last)
  const tips = (read.data.reward ?? []).flatMap((row) => (row?.[0] === undefined ? [] : [BigInt(row[0])]))
  const tip = median(tips)
  const most = 2n * base + tip
  return most > highest ? undefined : { kind: 'market', base, tip, most }
}

/** Uses the tip suggested by the node (`eth_maxPriorityFeePerGas`), if there is one. */
export function withTip(price: Extract<GasPrice, { kind: 'market' }>, answer: unknown): GasPrice {
  const read = z.safeParse(Quantity, answer)
  const tip = read.success ? BigInt(read.data) : 0n
  const most = 2n * price.base + tip
  return most > highest ? price : { ...price, tip, most }
}

/** `eth_gasPrice`. `undefined` if the answer is invalid. Zero is valid: some networks are free. */
export function readGasPrice(answer: unknown): GasPrice | undefined {
  const read = z.safeParse(Quantity, answer)
  if (!read.success || BigInt(read.data) > highest) return undefined
  return { kind: 'legacy', most: BigInt(read.data) }
}

/** The median, so that one block with unusual tips does not decide. */
function median(values: readonly bigint[]): bigint {
  const sorted = values.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  return sorted[Math.floor(sorted.length / 2)] ?? 0n
}

/** The expected and the maximum cost of a transaction, in wei. */
export interface Fee {
  readonly expected: bigint
  readonly most: bigint
}

/** @param data on rollups: the cost of publishing the transaction's data, beside its gas */
export const feeOf = (price: GasPrice, gas: bigint, data = 0n): Fee => ({
  expected: gas * (price.kind === 'market' ? price.base + price.tip : price.most) + data,
  most: gas * price.most + data,
})

/** In the form of `eth_sendTransaction`. */
export const priceFields = (price: PaidPrice): Readonly<Record<string, `0x${string}`>> =>
  price.kind === 'market'
    ? { maxFeePerGas: toQuantity(price.most), maxPriorityFeePerGas: toQuantity(price.tip) }
    : { gasPrice: toQuantity(price.most) }

export const toQuantity = (value: bigint): `0x${string}` => `0x${value.toString(16)}`
