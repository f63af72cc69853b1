/** Quotes from the contracts for each candidate, and the amounts at the pools' own price, all from one block. */
import type { SwapNetwork } from '@airlock/protocol/gateway/swap-networks.ts'
import { concatHex, decodeFunctionResult, encodeFunctionData, type Hex, numberToHex, parseAbi } from 'viem'
import type { Returned, View, Viewer } from '../../eip155/view.ts'
import type { PoolBook } from './book.ts'
import type { Candidate } from './candidates.ts'
import { atPrice, callsOf, type Pool, type PoolState, readStates, wordOf } from './pool.ts'

export type Priced = {
  readonly candidate: Candidate
  /** Amount out of the last pool. */
  readonly out: bigint
  readonly gas: bigint
  /** Price impact: how much `out` is below the pools' own price. */
  readonly impactBps: number | undefined
}

const abi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[])',
  'function quoteExactInput(bytes path, uint256 amountIn) returns (uint256, uint160[], uint32[], uint256)',
])
/** Gas of the transaction through the router, beyond the v3 quoter's estimate. */
const gasOf = { v2: { first: 130_000n, next: 65_000n }, v3: { first: 60_000n, next: 0n } } as const

export async function price(
  { v2, v3 }: Pick<SwapNetwork, 'v2' | 'v3'>,
  { candidates, amount }: { readonly candidates: readonly Candidate[]; readonly amount: bigint },
  { view, note }: { readonly view: Viewer; readonly note: PoolBook['note'] },
  signal: AbortSignal,
): Promise<readonly Priced[]> {
  const asked = candidates.flatMap((candidate) => {
    const to = candidate.kind === 'v2' ? v2?.router : v3?.quoter
    return to ? [{ candidate, call: { to, data: questionOf(candidate, amount) } satisfies View }] : []
  })
  const pools = [...new Set(asked.flatMap(({ candidate }) => candidate.pools.map(({ pool }) => pool)))]
  const answers = await view([...asked.map(({ call }) => call), ...pools.flatMap(callsOf)], signal)
  const states = readStates(pools, answers.slice(asked.length))
  for (const [pool, state] of states) note(pool, state)
  return asked.flatMap(({ candidate }, index): readonly Priced[] => {
    const answer = readAnswer(candidate, answers[index])
    if (!answer || answer.out === 0n) return []
    return [{ candidate, ...answer, impactBps: impactOf(candidate, states, amount, answer.out) }]
  })
}

/** The tokens and the fees between them, packed. */
export const v3Path = ({ path, pools }: Candidate): Hex =>
  concatHex(
    path.flatMap((token, index) => {
      const fee = pools[index]?.pool.fee
      return fee === undefined ? [token] : [token, numberToHex(fee, { size: 3 })]
    }),
  )

const questionOf = (candidate: Candidate, amount: bigint): Hex =>
  candidate.kind === 'v2'
    ? encodeFunctionData({ abi, functionName: 'getAmountsOut', args: [amount, candidate.path] })
    : encodeFunctionData({ abi, functionName: 'quoteExactInput', args: [v3Path(candidate), amount] })

function readAnswer({ kind, pools }: Candidate, data: Returned): Pick<Priced, 'out' | 'gas'> | undefined {
  const hops = BigInt(pools.length - 1)
  const base = gasOf[kind].first + gasOf[kind].next * hops
  if (kind === 'v3') {
    const [out, counted] = [wordOf(data, 0), wordOf(data, 3)]
    return out === undefined || counted === undefined ? undefined : { out, gas: base + counted }
  }
  try {
    const amounts = data && decodeFunctionResult({ abi, functionName: 'getAmountsOut', data })
    const out = amounts?.length === pools.length + 1 ? amounts.at(-1) : undefined
    return out === undefined ? undefined : { out, gas: base }
  } catch {
    return undefined
  }
}

/** Scaled up, so that small amounts and tokens without decimals have a price too. */
const scale = 10n ** 18n

function impactOf(
  { path, pools }: Candidate,
  states: ReadonlyMap<Pool, PoolState | undefined>,
  amount: bigint,
  out: bigint,
): number | undefined {
  let ideal = amount * scale
  for (const [index, { pool }] of pools.entries()) {
    const [token, state] = [path[index], states.get(pool)]
    if (!token || !state) return undefined
    ideal = atPrice(pool, state, token, ideal)
  }
  if (ideal === 0n) return undefined
  const lost = ideal - out * scale
  return lost <= 0n ? 0 : Number((lost * 10_000n) / ideal)
}
