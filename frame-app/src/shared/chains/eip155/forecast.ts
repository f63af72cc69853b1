/**
 * The effects of a transfer, determined before a wallet is asked: simulated by the node (`eth_simulateV1`), or else a plain `eth_call`.
 * Token amounts are differences of balances, because a token's events may be false.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { Hex as HexText } from '@airlock/protocol/scalars/values.ts'
import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import type { Ask, Forecast } from '../sending.ts'
import { Blocks, balanceOf, isForFunds, readLogs, reasonIn, reasonOf } from './simulation.ts'
import { type EvmCall, isMoved } from './transfer.ts'

interface Moving {
  /** The token contract; `undefined`: the currency. */
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
      : // Some nodes simulate without reporting the currency.
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

/** Without a simulation, it is only known that the call does not fail. */
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
