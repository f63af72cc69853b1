/** A pool of Uniswap v2 or v3: its state and its own price. */
import { encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem'
import { type Returned, readUint, type View } from '../../eip155/view.ts'

export type Pool = {
  readonly kind: 'v2' | 'v3'
  readonly address: Hex
  /** The token with the lower address first. */
  readonly tokens: readonly [Hex, Hex]
  /** In millionths. Unknown for v2, where the router defines it. */
  readonly fee: number | undefined
}

export type PoolState = {
  /** Amount of the second token for one of the first, as a fraction; both above zero. */
  readonly price: readonly [second: bigint, first: bigint]
  /** Ranks pools of one version for one pair. */
  readonly depth: bigint
}

export const poolAbi = parseAbi([
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function slot0() view returns (uint160, int24, uint16, uint16, uint16, uint8, bool)',
  'function liquidity() view returns (uint128)',
])
type Function = 'getReserves' | 'slot0' | 'liquidity'
const questions = { v2: ['getReserves'], v3: ['slot0', 'liquidity'] } as const satisfies Record<
  Pool['kind'],
  readonly Function[]
>

export const callsOf = ({ kind, address }: Pool): readonly View[] =>
  questions[kind].map((functionName) => ({ to: address, data: encodeFunctionData({ abi: poolAbi, functionName }) }))

/**
 * @param answers to `callsOf`, in order
 * @returns undefined for an empty pool
 */
function readState({ kind }: Pool, answers: readonly Returned[]): PoolState | undefined {
  const [head, liquidity] = answers
  if (kind === 'v2') {
    const [first, second] = [wordOf(head, 0), wordOf(head, 1)]
    return first && second ? { price: [second, first], depth: first * second } : undefined
  }
  const [root, depth] = [readUint(head), readUint(liquidity)]
  return root && depth ? { price: [root * root, 1n << 192n], depth } : undefined
}

/** @param answers to `callsOf` of each pool, one after the other */
export function readStates(
  pools: readonly Pool[],
  answers: readonly Returned[],
): ReadonlyMap<Pool, PoolState | undefined> {
  const states = new Map<Pool, PoolState | undefined>()
  let start = 0
  for (const pool of pools) {
    const end = start + questions[pool.kind].length
    states.set(pool, readState(pool, answers.slice(start, end)))
    start = end
  }
  return states
}

/** @returns undefined if the answer is too short */
export const wordOf = (data: Returned, index: number): bigint | undefined =>
  data && data.length >= 2 + 64 * (index + 1)
    ? BigInt(`0x${data.slice(2 + 64 * index, 2 + 64 * (index + 1))}`)
    : undefined

export const sortTokens = (one: Hex, other: Hex): readonly [Hex, Hex] =>
  BigInt(one) < BigInt(other) ? [one, other] : [other, one]

/** The pool's address in a factory's answer. @returns undefined if there is no pool */
export function readPoolAddress(data: Returned): Hex | undefined {
  const word = readUint(data)
  return word && word >> 160n === 0n ? getAddress(`0x${word.toString(16).padStart(40, '0')}`) : undefined
}

/** The value of `amount` of one token in the other, at the pool's own price. */
export function atPrice({ tokens }: Pool, { price }: PoolState, token: Hex, amount: bigint): bigint {
  const [second, first] = price
  return BigInt(token) === BigInt(tokens[0]) ? (amount * second) / first : (amount * first) / second
}
