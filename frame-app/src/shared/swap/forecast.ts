/** The effects of a swap on the account if it were executed now: simulated by the node (`eth_simulateV1`), or else a plain call. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { nativeToken } from '@airlock/protocol/gateway/convert.ts'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import { Blocks, balanceOf, isForFunds, readLogs, reasonIn, reasonOf } from '../chains/eip155/simulation.ts'
import type { Ask, Moved } from '../chains/sending.ts'
import { type Call, isSame } from './decode.ts'

export type SwapForecast =
  /** `arrives`: amount of the bought token, in its smallest unit. */
  | { readonly status: 'works'; readonly leaves: readonly Moved[]; readonly arrives: bigint }
  /** It does not fail; the node cannot tell more. */
  | { readonly status: 'runs' }
  /** `reason`: from the contract; cleaned, may be empty. */
  | { readonly status: 'fails'; readonly reason: string }
  | { readonly status: 'unknown' }

/**
 * @param calls the swap, after its approvals
 * @param to the bought token; `nativeToken` for the currency
 */
export async function forecastSwap(
  ask: Ask,
  account: Address,
  calls: readonly Call[],
  to: Address,
): Promise<SwapForecast> {
  const sent = calls.map((call) => ({
    from: account,
    to: call.to,
    data: call.data,
    value: `0x${call.value.toString(16)}`,
  }))
  try {
    return await simulate(ask, account, sent, isSame(to, nativeToken) ? undefined : to)
  } catch (error) {
    if (isForFunds(error)) return { status: 'fails', reason: '' }
  }
  const [only, second] = sent
  // `eth_call` runs one call only, and the swap fails without the approval before it.
  return only && !second ? rehearse(ask, only) : { status: 'unknown' }
}

interface Sent {
  readonly from: Address
  readonly to: Address
  readonly data: string
  readonly value: string
}

async function simulate(
  ask: Ask,
  account: Address,
  sent: readonly Sent[],
  token: Address | undefined,
): Promise<SwapForecast> {
  const look = token === undefined ? [] : [balanceOf(token, account)]
  const calls = [...look, ...sent.map((call) => ({ ...call })), ...look]
  const answer = await ask('eth_simulateV1', [{ blockStateCalls: [{ calls }], traceTransfers: true }, 'latest'])
  const results = z.parse(Blocks, answer)[0]?.calls ?? []
  const made = results.slice(look.length, look.length + sent.length)
  if (made.length < sent.length) return { status: 'unknown' }
  const failed = made.find(({ status }) => BigInt(status) !== 1n)
  if (failed) return { status: 'fails', reason: reasonIn(failed.error?.data ?? failed.returnData) }
  const moved = readLogs(
    made.flatMap(({ logs }) => logs ?? []),
    account,
  )
  if (token === undefined)
    // Some nodes simulate without reporting the currency.
    return moved.hasCurrency
      ? { status: 'works', leaves: moved.leaves, arrives: moved.arrivesAt(account) }
      : { status: 'runs' }
  const [before, after] = [results[0]?.returnData, results.at(-1)?.returnData]
  if (before === undefined || after === undefined) return { status: 'unknown' }
  return { status: 'works', leaves: moved.leaves, arrives: BigInt(after) - BigInt(before) }
}

async function rehearse(ask: Ask, sent: Sent): Promise<SwapForecast> {
  try {
    await ask('eth_call', [{ ...sent }, 'latest'])
    return { status: 'runs' }
  } catch (error) {
    const isRefused = error instanceof AirlockError && error.code === 'WALLET_FAILED'
    if (!isRefused) return { status: 'unknown' }
    return isForFunds(error) || /revert/i.test(error.message)
      ? { status: 'fails', reason: reasonOf(error) }
      : { status: 'unknown' }
  }
}
