/**
 * What a transfer would do, before a wallet is asked: simulated by the node (`eth_simulateV1`), or called without effect (`eth_call`)
 * where it cannot. The amounts of a token are differences of balances: its events may say anything.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { Hex as HexText } from '@airlock/protocol/scalars/values.ts'
import { type Address, decodeErrorResult, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import * as z from 'zod/mini'
import { toDisplayText } from '../../format/display-text.ts'
import type { Ask, Forecast, Moved } from '../sending.ts'
import { type EvmCall, isMoved } from './transfer.ts'

const maxReason = 160
/** `Transfer(address,address,uint256)`. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Under which nodes report transfers of the currency. */
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
const Blocks = z.array(z.object({ calls: z.array(Call) })).check(z.length(1))

interface Moving {
  /** The contract whose `transfer` the call is; `undefined`: the currency. */
  readonly token: Address | undefined
  readonly to: Address
  readonly units: bigint
}

export async function forecast(ask: Ask, call: EvmCall, { token, to, units }: Moving): Promise<Forecast> {
  try {
    return await simulate(ask, call, { token, to, units })
  } catch (error) {
    if (isForFunds(error)) return { status: 'fails', reason: '' }
  }
  return rehearse(ask, call, token, units)
}

async function simulate(ask: Ask, call: EvmCall, { token, to, units }: Moving): Promise<Forecast> {
  const looks = token === undefined ? [] : [call.from, to].map((owner) => balanceOf(token, owner))
  const calls = [...looks, { ...call }, ...looks]
  const answer = await ask('eth_simulateV1', [{ blockStateCalls: [{ calls }], traceTransfers: true }, 'latest'])
  const results = z.parse(Blocks, answer)[0]?.calls ?? []
  const made = results[looks.length]
  if (!made) return { status: 'unknown' }
  if (BigInt(made.status) !== 1n) return { status: 'fails', reason: reasonIn(made.error?.data ?? made.returnData) }
  if (token !== undefined && !isMoved(token, made.returnData as Hex)) return { status: 'fails', reason: '' }
  const moved = readLogs(made.logs ?? [], call.from)
  if (token === undefined)
    return moved.hasCurrency
      ? { status: 'works', leaves: moved.leaves, arrives: moved.arrivesAt(to) }
      : // Some nodes simulate without telling of the currency.
        { status: 'works', leaves: [{ asset: undefined, units }, ...moved.leaves], arrives: units }
  const [ownBefore, otherBefore, , ownAfter, otherAfter] = results.map(({ returnData }) => BigInt(returnData))
  if (ownBefore === undefined || otherBefore === undefined || ownAfter === undefined || otherAfter === undefined)
    return { status: 'unknown' }
  const isOwn = to.toLowerCase() === call.from.toLowerCase()
  const others = moved.leaves.filter(({ asset }) => asset?.toLowerCase() !== token.toLowerCase())
  return {
    status: 'works',
    leaves: [{ asset: token, units: isOwn ? 0n : ownBefore - ownAfter }, ...others],
    arrives: otherAfter - otherBefore,
  }
}

const balanceOf = (token: Address, owner: Address) => ({
  from: owner,
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] }),
})

/** Without a simulation it is known only that the call does not fail. */
async function rehearse(ask: Ask, call: EvmCall, token: Address | undefined, units: bigint): Promise<Forecast> {
  try {
    const answer = z.safeParse(HexText, await ask('eth_call', [{ ...call }, 'latest']))
    if (!answer.success) return { status: 'unknown' }
    if (token !== undefined && !isMoved(token, answer.data as Hex)) return { status: 'fails', reason: '' }
    return { status: 'works', leaves: [{ asset: token, units }], arrives: units }
  } catch (error) {
    const isRefused = error instanceof AirlockError && error.code === 'WALLET_FAILED'
    if (!isRefused) return { status: 'unknown' }
    return isForFunds(error) || /revert/i.test(error.message)
      ? { status: 'fails', reason: reasonOf(error) }
      : { status: 'unknown' }
  }
}

function readLogs(logs: readonly z.infer<typeof Log>[], account: string) {
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

const isForFunds = (error: unknown): boolean =>
  error instanceof Error && /insufficient (funds|balance)/i.test(error.message)

/** The message of a standard error; it was chosen by the contract. */
function reasonIn(data: string): string {
  try {
    const { errorName, args } = decodeErrorResult({ abi: [], data: data as Hex })
    const given = args?.[0]
    const text = errorName === 'Panic' ? `Panic ${String(given)}` : typeof given === 'string' ? given : ''
    return toDisplayText(text, { max: maxReason })
  } catch {
    return ''
  }
}

const reasonOf = (error: Error): string =>
  toDisplayText(error.message.replace(/^.*reverted:?( with reason string)?/i, ''), { max: maxReason })
