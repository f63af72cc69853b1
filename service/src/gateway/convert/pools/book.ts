/**
 * Pools between two tokens. Pools never move, so a known pool is looked up once; missing pools and the depth of known ones are queried
 * again after a while.
 */
import type { SwapNetwork } from '@airlock/protocol/gateway/swap-networks.ts'
import { LRUCache } from 'lru-cache'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { View, Viewer } from '../../eip155/view.ts'
import { callsOf, type Pool, type PoolState, readPoolAddress, readStates, sortTokens } from './pool.ts'

/** In millionths. Other fee tiers exist, but hold little. */
export const v3Fees = [100, 500, 3_000, 10_000] as const
const keptPairs = 20_000
const keptStates = 50_000
/** Time before a missing pool, or the depth of a known one, is queried again. */
const staleMs = 5 * 60_000

const abi = parseAbi([
  'function getPair(address, address) view returns (address)',
  'function getPool(address, address, uint24) view returns (address)',
])

export type PoolWithState = { readonly pool: Pool; readonly state: PoolState }
export type Pair = readonly [Hex, Hex]

export type PoolBook = {
  /**
   * Non-empty pools, by `pairKey`. Their state may be some minutes old.
   * @throws {Error} when no node answers
   */
  readonly find: (pairs: readonly Pair[], signal: AbortSignal) => Promise<ReadonlyMap<string, readonly PoolWithState[]>>
  /** Newly read state of a pool. `undefined`: it is empty. */
  readonly note: (pool: Pool, state: PoolState | undefined) => void
}

export const pairKey = (one: Hex, other: Hex): string => sortTokens(one, other).join().toLowerCase()

export function createPoolBook({ v2, v3 }: Pick<SwapNetwork, 'v2' | 'v3'>, view: Viewer): PoolBook {
  const pairs = new LRUCache<string, readonly Pool[]>({ max: keptPairs, ttl: staleMs })
  const states = new LRUCache<Hex, { readonly state: PoolState | undefined }>({ max: keptStates, ttl: staleMs })

  const note: PoolBook['note'] = ({ address }, state) => {
    states.set(address, { state })
  }
  return {
    note,
    async find(asked, signal) {
      const wanted = new Map(asked.map((pair) => [pairKey(...pair), pair]))
      const known = new Map<string, readonly Pool[]>()
      const missing: Pair[] = []
      for (const [key, pair] of wanted) {
        const pools = pairs.get(key)
        if (pools) known.set(key, pools)
        else missing.push(pair)
      }
      for (const [key, pools] of await lookUp(missing, signal)) {
        pairs.set(key, pools)
        known.set(key, pools)
      }
      await readUnknownStates([...known.values()].flat(), signal)
      return new Map(
        [...known].map(([key, pools]) => [
          key,
          pools.flatMap((pool) => {
            const state = states.get(pool.address)?.state
            return state ? [{ pool, state }] : []
          }),
        ]),
      )
    },
  }

  async function lookUp(missing: readonly Pair[], signal: AbortSignal): Promise<ReadonlyMap<string, readonly Pool[]>> {
    const asked = missing.flatMap((pair) => placesOf(sortTokens(...pair), v2?.factory, v3?.factory))
    const answers = await view(
      asked.map(({ call }) => call),
      signal,
    )
    const found = new Map<string, Pool[]>(missing.map((pair) => [pairKey(...pair), []]))
    for (const [index, { kind, tokens, fee }] of asked.entries()) {
      const address = readPoolAddress(answers[index])
      if (address) found.get(pairKey(...tokens))?.push({ kind, tokens, fee, address })
    }
    return found
  }

  async function readUnknownStates(pools: readonly Pool[], signal: AbortSignal): Promise<void> {
    const unread = pools.filter(({ address }) => !states.has(address))
    const answers = await view(unread.flatMap(callsOf), signal)
    for (const [pool, state] of readStates(unread, answers)) note(pool, state)
  }
}

type Place = Omit<Pool, 'address'> & { readonly call: View }

/** The pools that there may be between two tokens, each with the question to its factory. */
export const placesOf = (tokens: Pair, v2Factory: Hex | undefined, v3Factory: Hex | undefined): readonly Place[] => {
  const ofV2 = (to: Hex): Place => {
    const data = encodeFunctionData({ abi, functionName: 'getPair', args: tokens })
    return { kind: 'v2', tokens, fee: undefined, call: { to, data } }
  }
  const ofV3 = (to: Hex, fee: number): Place => {
    const data = encodeFunctionData({ abi, functionName: 'getPool', args: [...tokens, fee] })
    return { kind: 'v3', tokens, fee, call: { to, data } }
  }
  return [...(v2Factory ? [ofV2(v2Factory)] : []), ...(v3Factory ? v3Fees.map((fee) => ofV3(v3Factory, fee)) : [])]
}
