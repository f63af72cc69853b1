/** A random walk through pools that others trade in: after every step a quote matches the routers and what arrives. */

import fc from 'fast-check'
import { type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../../e2e/world/contracts.ts'
import { exchange, swapNetworkOf } from '../../../../e2e/world/market.ts'
import {
  allowRouters,
  assetOf,
  convertOf,
  holding,
  openPlace,
  type Place,
  type TokenName,
  tokens,
  trader,
} from './place.ts'

const { signal } = new AbortController()
const names = ['native', 'wrapped', 'stable', 'demo', 'dollar', 'eighteen', 'old'] as const satisfies TokenName[]
type Name = (typeof names)[number]
/** Smallest units, worth some dollars. */
const unit: Readonly<Record<Name, bigint>> = {
  native: 10n ** 15n,
  wrapped: 10n ** 15n,
  stable: 3n * 10n ** 6n,
  demo: 12n * 10n ** 6n,
  dollar: 3n * 10n ** 6n,
  eighteen: 5n * 10n ** 18n,
  old: 3n * 10n ** 6n,
}
const fees = [100, 500, 3_000, 10_000]
const steps = 300
const abi = parseAbi([
  'function getAmountsOut(uint256, address[]) view returns (uint256[])',
  'function quoteExactInput(bytes, uint256) returns (uint256, uint160[], uint32[], uint256)',
])

let place: Place
beforeAll(async () => {
  place = await openPlace()
  await allowRouters(
    place,
    names.filter((name) => name !== 'native'),
  )
}, 60_000)
afterAll(() => place.stop())

test('each quote is the best that the contracts give but for gas, and each swap gives it', async () => {
  const convert = convertOf(place.network(swapNetworkOf()))
  const trades = fc.sample(
    fc.record({
      from: fc.constantFrom(...names),
      to: fc.constantFrom(...names),
      times: fc.integer({ min: 1, max: 4_000 }),
    }),
    { numRuns: steps, seed: 7 },
  )
  let swapped = 0
  for (const { from, to, times } of trades) {
    if (from === to) continue
    const amount = unit[from] * BigInt(times)
    const pair = { from: assetOf(from), to: assetOf(to) }
    const best = await bestOf(from, to, amount)
    if (best === 0n) {
      const asked = convert.quotes({ ...pair, amount: `${amount}`, routers: 'known', signal })
      await expect(asked, `${from} to ${to}`).rejects.toThrow('insufficient liquidity')
      continue
    }
    const { quotes } = await convert.quotes({ ...pair, amount: `${amount}`, routers: 'known', signal })
    const [quote] = quotes
    const promised = BigInt(quote?.toAmount ?? 0)
    // How much less a route may give, if its gas costs that much less.
    const gas = BigInt(quote?.gasInTo ?? 0) * 4n
    expect(promised <= best, `${from} to ${to}`).toBe(true)
    expect(promised >= best - gas - 1n, `${from} to ${to}: ${promised} of ${best}`).toBe(true)
    const { tx } = await convert.buildSwap({
      projectId: 'shop',
      ...pair,
      amount: `${amount}`,
      userAddress: `eip155:31337:${trader}`,
      eip155: { slippage: 0 },
      routers: 'known',
      disableEstimate: true,
      signal,
    })
    const before = await holding(place, to)
    const receipt = await transact(place.node.rpcUrl, {
      from: trader,
      to: `0x${tx.to.slice(-40)}` as Hex, // as: the end of a CAIP-10
      data: tx.data,
      value: `0x${BigInt(tx.value ?? 0).toString(16)}`,
    })
    const paid = to === 'native' ? receipt.gasUsed * receipt.effectiveGasPrice : 0n
    expect((await holding(place, to)) - before + paid, `${from} to ${to}`).toBe(promised)
    swapped += 1
  }
  expect(swapped).toBeGreaterThan(steps / 2)
}, 600_000)

/** Every direct route and every one through ETH or the dollar, quoted by the contracts one by one. */
async function bestOf(from: Name, to: Name, amount: bigint): Promise<bigint> {
  const [start, end] = [from, to].map((name): Name => (name === 'native' ? 'wrapped' : (name as Name)))
  if (!start || !end || start === end) return amount
  const paths: Name[][] = [[start, end], ...(['wrapped', 'stable'] as const).map((base): Name[] => [start, base, end])]
  const routes = paths.filter((path) => new Set(path).size === path.length)
  const answers = await Promise.all(
    routes.flatMap((path) => [
      ofV2(amount, path),
      ...(path.length === 2
        ? fees.map((fee) => ofV3(amount, path, [fee]))
        : fees.flatMap((one) => fees.map((other) => ofV3(amount, path, [one, other])))),
    ]),
  )
  return answers.reduce((most, one) => (one > most ? one : most), 0n)
}

async function ofV2(amount: bigint, path: readonly Name[]): Promise<bigint> {
  const args = [amount, path.map((name) => tokens[name])] as const
  const answer = await place.client
    .readContract({ address: exchange.v2Router, abi, functionName: 'getAmountsOut', args })
    .catch(() => [0n])
  return answer.at(-1) ?? 0n
}

async function ofV3(amount: bigint, path: readonly Name[], between: readonly number[]): Promise<bigint> {
  const packed = path
    .map((name, index) => tokens[name].slice(2) + (between[index]?.toString(16).padStart(6, '0') ?? ''))
    .join('')
  const { result } = await place.client
    .simulateContract({ address: exchange.quoter, abi, functionName: 'quoteExactInput', args: [`0x${packed}`, amount] })
    .catch(() => ({ result: [0n] as const }))
  return result[0]
}
