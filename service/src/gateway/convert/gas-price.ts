/** Current gas prices of an EVM network, and suggested fees. */
import { hexToBigInt } from 'viem'
import * as z from 'zod/mini'
import { sharedFor } from '../../wallet/http/shared-for.ts'
import { hexOf, type Outcome } from '../nodes/json-rpc.ts'
import type { NodePool } from '../nodes/pool.ts'

/** Wei per unit of gas. */
export type GasPrices = {
  /** The price a transaction will probably pay. */
  readonly expected: bigint
  /** The maximum to allow, for slow, normal and fast inclusion. */
  readonly standard: bigint
  readonly fast: bigint
  readonly instant: bigint
}

const freshMs = 3_000
const timeoutMs = 8_000
const blocks = 20
const percentiles = [40, 70, 95] as const
/** In percent of the next block's base fee, which rises by at most an eighth per block. */
const baseShare = [130n, 160n, 200n] as const
const legacyShare = [100n, 110n, 125n] as const

const Word = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))
const FeeHistory = z.object({
  baseFeePerGas: z.array(Word).check(z.minLength(1), z.maxLength(1_025)),
  reward: z.optional(z.nullable(z.array(z.array(Word).check(z.maxLength(16))).check(z.maxLength(1_024)))),
})

/** @throws {Error} when no node answers */
export const createGasPrices = (nodes: NodePool): (() => Promise<GasPrices>) =>
  // Shared between callers, so the first caller's abort does not end it.
  sharedFor(freshMs, () => read(nodes, AbortSignal.timeout(timeoutMs)))

async function read(nodes: NodePool, signal: AbortSignal): Promise<GasPrices> {
  const [history, legacy] = await nodes.send(
    [
      { method: 'eth_feeHistory', params: [`0x${blocks.toString(16)}`, 'latest', percentiles] },
      { method: 'eth_gasPrice', params: [] },
    ],
    signal,
  )
  const read = history && 'result' in history ? FeeHistory.safeParse(history.result) : undefined
  const base = read?.success ? BigInt(read.data.baseFeePerGas.at(-1) ?? 0) : 0n
  const price = readPrice(legacy)
  if (base === 0n) {
    if (price === undefined) throw new Error('No node says what gas costs')
    const [standard, fast, instant] = legacyShare.map((share) => share100(price, share))
    return { expected: price, standard: standard ?? price, fast: fast ?? price, instant: instant ?? price }
  }
  const rewards = read?.success ? (read.data.reward ?? []) : []
  const tips = percentiles.map((_, index) => medianOf(rewards.map((ofBlock) => BigInt(ofBlock[index] ?? 0))))
  const [standard, fast, instant] = percentiles.map(
    (_, index) => share100(base, baseShare[index] ?? 100n) + (tips[index] ?? 0n),
  )
  const expected = base + (tips[0] ?? 0n)
  return { expected, standard: standard ?? expected, fast: fast ?? expected, instant: instant ?? expected }
}

const share100 = (amount: bigint, share: bigint): bigint => (amount * share + 99n) / 100n

function readPrice(outcome: Outcome | undefined): bigint | undefined {
  const result = hexOf(outcome)
  return result && result.length > 2 && result.length <= 66 ? hexToBigInt(result) : undefined
}

/** Empty blocks say nothing about tips and are skipped. */
function medianOf(values: readonly bigint[]): bigint {
  const sorted = values.filter((value) => value > 0n).toSorted((one, other) => (one < other ? -1 : 1))
  return sorted[Math.floor(sorted.length / 2)] ?? 0n
}
