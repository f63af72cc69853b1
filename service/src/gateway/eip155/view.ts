/** Reads many contracts of an EVM network at once: with Multicall3 in portions of 1,024 calls, otherwise in batches. */
import { decodeFunctionResult, encodeFunctionData, type Hex, hexToBigInt, multicall3Abi, size } from 'viem'
import { hexOf, limits, type Outcome } from '../nodes/json-rpc.ts'
import { type NodeCall, type NodePool, sendInParts } from '../nodes/pool.ts'

const chunkSize = 1024

export type View = { readonly to: Hex; readonly data: Hex }
/** Return data of a call; `undefined` if it failed. */
export type Returned = Hex | undefined

/** What reading needs of a network. */
export type Viewed = {
  /** Address of Multicall3, if the network has it. */
  readonly multicall3: Hex | undefined
}

/**
 * In the order of the calls.
 * @throws {Error} when the node fails the request as a whole
 */
export type Viewer = (calls: readonly View[], signal: AbortSignal) => Promise<readonly Returned[]>

export function createViewer({ multicall3 }: Viewed, pool: NodePool): Viewer {
  return async (calls, signal) => {
    if (calls.length === 0) return []
    return multicall3 ? viewTogether(multicall3, calls, signal) : viewOneByOne(calls, signal)
  }

  async function viewTogether(
    multicall3: Hex,
    calls: readonly View[],
    signal: AbortSignal,
  ): Promise<readonly Returned[]> {
    const chunks = chunksOf(calls, chunkSize)
    const outcomes = await pool.send(
      chunks.map((chunk): NodeCall => {
        const args = [chunk.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))] as const
        const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args })
        return { method: 'eth_call', params: [{ to: multicall3, data }, 'latest'] }
      }),
      signal,
    )
    const returned: Returned[] = []
    // A contract that burns all gas makes the other calls of its batch fail too.
    for (const [index, chunk] of chunks.entries())
      returned.push(...(readResults(outcomes[index], chunk.length) ?? (await viewOneByOne(chunk, signal))))
    return returned
  }

  async function viewOneByOne(calls: readonly View[], signal: AbortSignal): Promise<readonly Returned[]> {
    const asked = calls.map(({ to, data }) => ({ method: 'eth_call', params: [{ to, data }, 'latest'] }))
    return (await sendInParts(pool, asked, limits.batch, signal)).map(hexOf)
  }
}

function readResults(outcome: Outcome | undefined, count: number): readonly Returned[] | undefined {
  const data = hexOf(outcome)
  if (!data) return undefined
  try {
    const results = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data })
    return results.length === count
      ? results.map(({ success, returnData }) => (success ? returnData : undefined))
      : undefined
  } catch {
    return undefined
  }
}

function chunksOf<T>(all: readonly T[], length: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / length) }, (_, index) =>
    all.slice(index * length, (index + 1) * length),
  )
}

/** The first word; a contract may return more. */
export const readUint = (data: Returned): bigint | undefined =>
  data && size(data) >= 32 ? hexToBigInt(`0x${data.slice(2, 66)}`) : undefined
