/** Parses nodes' simulation results (`eth_simulateV1`) and failure reasons. Reasons are cleaned. */
import { Hex as HexText } from '@airlock/protocol/scalars/values.ts'
import { type Address, decodeErrorResult, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import * as z from 'zod/mini'
import { toDisplayText } from '../../format/display-text.ts'
import type { Moved } from '../sending.ts'

const maxReason = 160
/** `Transfer(address,address,uint256)`. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Address under which nodes report transfers of the currency. */
const currencyAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const Log = z.object({
  address: HexText,
  topics: z.array(HexText).check(z.maxLength(4)),
  data: HexText,
})
const Call = z.object({
  status: HexText,
  returnData: HexText,
  logs: z.nullish(z.array(Log).check(z.maxLength(1000))),
  error: z.nullish(z.object({ message: z.nullish(z.string()), data: z.nullish(z.string()) })),
})
export const Blocks = z.array(z.object({ calls: z.array(Call) })).check(z.length(1))

/** A balance query, as one of the calls. */
export const balanceOf = (token: Address, owner: Address) => ({
  from: owner,
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] }),
})

/** What the account loses, and how much of the currency arrives where. */
export function readLogs(logs: readonly z.infer<typeof Log>[], account: string) {
  const sums = new Map<string, bigint>()
  const arrived = new Map<string, bigint>()
  for (const { address, topics, data } of logs) {
    const [topic, from, to] = topics
    if (topic !== transferTopic || from === undefined || to === undefined || topics.length !== 3) continue
    const units = BigInt(data.length > 2 ? data.slice(0, 66) : '0x0')
    const asset = address.toLowerCase()
    const change = (owner: string) => (`0x${owner.slice(-40)}`.toLowerCase() === account.toLowerCase() ? units : 0n)
    sums.set(asset, (sums.get(asset) ?? 0n) + change(from) - change(to))
    if (asset === currencyAddress) {
      const at = `0x${to.slice(-40)}`.toLowerCase()
      arrived.set(at, (arrived.get(at) ?? 0n) + units)
    }
  }
  const leaves = [...sums].flatMap(([asset, units]): Moved[] =>
    units > 0n ? [{ asset: asset === currencyAddress ? undefined : asset, units }] : [],
  )
  return {
    leaves,
    hasCurrency: sums.has(currencyAddress),
    arrivesAt: (owner: string) => arrived.get(owner.toLowerCase()) ?? 0n,
  }
}

export const isForFunds = (error: unknown): boolean =>
  error instanceof Error && /insufficient (funds|balance)/i.test(error.message)

/** The message of a standard error; it was chosen by the contract. */
export function reasonIn(data: string): string {
  try {
    const { errorName, args } = decodeErrorResult({ abi: [], data: data as Hex })
    const given = args?.[0]
    const text = errorName === 'Panic' ? `Panic ${String(given)}` : typeof given === 'string' ? given : ''
    return toDisplayText(text, { max: maxReason })
  } catch {
    return ''
  }
}

export const reasonOf = (error: Error): string =>
  toDisplayText(error.message.replace(/^.*reverted:?( with reason string)?/i, ''), { max: maxReason })
