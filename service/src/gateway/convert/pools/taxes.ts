/**
 * Transfer fees of tokens, measured: an eth_call borrows from a pair, returns the loan and compares
 * (`service/contracts/TransferFeeProbe.sol`). Quotes without this would be too high.
 */
import { LRUCache } from 'lru-cache'
import { concatHex, encodeAbiParameters, type Hex } from 'viem'
import probe from '../../../../contracts/TransferFeeProbe.json' with { type: 'json' }
import { hexOf } from '../../nodes/json-rpc.ts'
import type { NodePool } from '../../nodes/pool.ts'
import { type Pool, wordOf } from './pool.ts'

/** The fraction of an amount that is left after a transfer. */
export type Tax = {
  /** When bought from a pool. */
  readonly bought: readonly [bigint, bigint]
  /** When sold to a pool. */
  readonly sold: readonly [bigint, bigint]
}
export type Taxes = (tokens: readonly (readonly [token: Hex, pair: Pool])[], signal: AbortSignal) => Promise<TaxTable>
/** By token in lower case; tokens without a fee are absent. */
export type TaxTable = ReadonlyMap<string, Tax>

/** A token's owner may change the tax. */
const freshMs = 60_000
const kept = 20_000

export function createTaxes(nodes: NodePool): Taxes {
  const held = new LRUCache<string, { readonly tax: Tax | undefined }>({ max: kept, ttl: freshMs })
  return async (tokens, signal) => {
    const missing = tokens.filter(([token]) => !held.has(token.toLowerCase()))
    if (missing.length > 0) {
      const outcomes = await nodes.send(
        missing.map(([token, { address }]) => ({
          method: 'eth_call',
          params: [{ data: measuring(address, token) }, 'latest'],
        })),
        signal,
      )
      for (const [index, [token]] of missing.entries())
        held.set(token.toLowerCase(), { tax: readTax(hexOf(outcomes[index])) })
    }
    return new Map(
      tokens.flatMap(([token]) => {
        const tax = held.get(token.toLowerCase())?.tax
        return tax ? [[token.toLowerCase(), tax] as const] : []
      }),
    )
  }
}

const code: Hex = `0x${probe.contracts.TransferFeeProbe.bytecode.slice(2)}`
const measuring = (pair: Hex, token: Hex): Hex =>
  concatHex([code, encodeAbiParameters([{ type: 'address' }, { type: 'address' }], [pair, token])])

/**
 * If the node cannot run the call, or the token fails it, no fee is assumed. The quote may then be too high; the minimum in the swap call
 * makes the swap fail instead of losing money.
 */
function readTax(data: Hex | undefined): Tax | undefined {
  const [sent, arrived, returned] = [wordOf(data, 0), wordOf(data, 1), wordOf(data, 2)]
  if (!sent || !arrived || returned === undefined) return undefined
  if (arrived >= sent && returned >= arrived) return undefined
  return { bought: [least(arrived, sent), sent], sold: [least(returned, arrived), arrived] }
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** Rounded down. */
export const afterTax = (amount: bigint, [remains, whole]: readonly [bigint, bigint]): bigint =>
  (amount * remains) / whole
