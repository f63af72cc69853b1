/** Swaps in Uniswap-style pools: the best of the direct routes and those through one base token, gas included. */
import type { Leg, OperatorFee } from '@airlock/protocol/gateway/convert.ts'
import type { SwapNetwork } from '@airlock/protocol/gateway/swap-networks.ts'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { sharedFor } from '../../../wallet/http/shared-for.ts'
import { readUint, type Viewer } from '../../eip155/view.ts'
import type { NodePool } from '../../nodes/pool.ts'
import type { SwapFee } from '../settings.ts'
import { bestOf, isSame, type Order, type Plan, type SwapQuery, type SwapSource } from '../source.ts'
import { createPoolBook, type PoolWithState } from './book.ts'
import { callRouter02, callSwapRouter02, feeOf } from './calls.ts'
import { candidatesBetween, pairsBetween } from './candidates.ts'
import { worthIn } from './gas-worth.ts'
import type { Pool } from './pool.ts'
import { type Priced, price } from './quotes.ts'
import { afterTax, createTaxes, type TaxTable } from './taxes.ts'

const timeoutMs = 8_000
const abi = parseAbi(['function factoryV2() view returns (address)'])

export function createPoolSource(
  { wrapped, bases: others, v2, v3, fee }: SwapNetwork & { readonly fee?: SwapFee | undefined },
  { view, nodes }: { readonly view: Viewer; readonly nodes: NodePool },
): SwapSource {
  const book = createPoolBook({ v2, v3 }, view)
  const taxesOf = createTaxes(nodes)
  const bases = [wrapped, ...others.filter((base) => !isSame(base, wrapped))]
  /** Whether the v3 router uses the same v2 pools: then one allowance serves both. */
  const reachesV2 = sharedFor(Number.POSITIVE_INFINITY, async () => {
    if (!v2 || !v3) return false
    const call = { to: v3.router, data: encodeFunctionData({ abi, functionName: 'factoryV2' }) }
    // Shared between callers, so the first caller's abort does not end it.
    const [answer] = await view([call], AbortSignal.timeout(timeoutMs))
    return readUint(answer) === BigInt(v2.factory)
  })

  return {
    async quote(query) {
      const { from, to, signal } = query
      if (isSame(from.token, to.token)) return undefined
      const found = await book.find(pairsBetween(from.token, to.token, wrapped, bases), signal)
      const [taxes, isShared] = await Promise.all([
        taxesOf(taxable([from.token, to.token], [...found.values()].flat()), signal),
        reachesV2(),
      ])
      const [sold, bought] = [taxes.get(from.token.toLowerCase()), taxes.get(to.token.toLowerCase())]
      const isTaxed = sold !== undefined || bought !== undefined
      const candidates = candidatesBetween(from.token, to.token, bases, found)
        // v3 pools reject fee-on-transfer tokens.
        .filter(({ kind }) => kind === 'v2' || !isTaxed)
      const amount = sold ? afterTax(query.amount, sold.sold) : query.amount
      const priced = await price({ v2, v3 }, { candidates, amount }, { view, note: book.note }, signal)
      const gasPrice = await query.gasPrice
      const worth = (gas: bigint) => worthIn(to.token, gas * gasPrice, wrapped, bases, found)
      return bestOf(
        priced.flatMap((one): readonly Plan[] => {
          const plan = planOf(query, one, taxes, isShared, worth(one.gas))
          return plan ? [plan] : []
        }),
      )
    },
  }

  /** Pairs to borrow from for the measurement. Base tokens charge no transfer fee. */
  function taxable(tokens: readonly Hex[], known: readonly PoolWithState[]): readonly (readonly [Hex, Pool])[] {
    return tokens.flatMap((token) => {
      if (bases.some((base) => isSame(base, token))) return []
      const pair = known.find(({ pool }) => pool.kind === 'v2' && pool.tokens.some((one) => isSame(one, token)))
      return pair ? [[token, pair.pool] as const] : []
    })
  }

  function planOf(
    { from, to, amount, routers }: SwapQuery,
    { candidate, out, gas, impactBps }: Priced,
    taxes: TaxTable,
    isShared: boolean,
    gasInTo: bigint | undefined,
  ): Plan | undefined {
    const venue = candidate.kind === 'v2' ? v2 : v3
    const usesV3Router = v3 !== undefined && (candidate.kind === 'v3' || isShared)
    const router = usesV3Router ? v3.router : v2?.router
    if (!venue || !router) return undefined
    const isDefault = isSame(router, v3?.router ?? v2?.router ?? '')
    if (routers === 'default' && !from.isNative && !isDefault) return undefined
    const bought = taxes.get(to.token.toLowerCase())
    const isTaxed = taxes.size > 0
    // Router02 takes no fee for the operator, and a fee-on-transfer token would be taxed once more on its way through the router.
    const taken = usesV3Router && !isTaxed ? fee : undefined
    // The unwrapped currency arrives in full.
    const arrived = bought ? afterTax(out, bought.bought) : out
    const operatorFee: OperatorFee | undefined = taken && {
      bps: taken.bps,
      amount: feeOf(arrived, taken.bps).toString(),
      recipient: taken.recipient,
    }
    const trade = { from, to, amount, candidate }
    return {
      received: arrived - BigInt(operatorFee?.amount ?? 0),
      route: candidate.pools.map(({ pool }, index): Leg => {
        const [tokenIn, tokenOut] = [candidate.path[index] ?? from.token, candidate.path[index + 1] ?? to.token]
        return {
          kind: pool.kind,
          venue: venue.name,
          tokenIn,
          tokenOut,
          pool: pool.address,
          ...(pool.fee !== undefined && { feeMillionths: pool.fee }),
        }
      }),
      router,
      spender: from.isNative ? undefined : router,
      gas,
      gasInTo,
      impactBps,
      fee: operatorFee,
      isTaxed,
      build: (order: Order) =>
        usesV3Router ? callSwapRouter02(router, trade, order, taken) : callRouter02(router, trade, order),
    }
  }
}
