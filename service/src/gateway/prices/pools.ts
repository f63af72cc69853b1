/**
 * Dollar prices from Uniswap v2 and v3 pools, against a configured stable token, directly or through the wrapped currency. The deepest pool
 * counts, and shallow pools are ignored, because their owner can set any price. A spot price can be manipulated for one block, so it is for
 * display, never for trading.
 */
import { encodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem'
import { placesOf } from '../convert/pools/book.ts'
import { type Pool, poolAbi, readPoolAddress, wordOf } from '../convert/pools/pool.ts'
import { isSame } from '../convert/source.ts'
import { createViewer, type Returned, readUint, type Viewed } from '../eip155/view.ts'
import type { NodePool } from '../nodes/pool.ts'
import type { PricedToken, PriceSource } from './source.ts'

export type PoolPrices = {
  /** A token that is worth a dollar. */
  readonly stable: Hex
  /** The wrapped form of the network's currency. */
  readonly wrapped: Hex
  readonly v2Factory?: Hex | undefined
  readonly v3Factory?: Hex | undefined
}

/** How much the pool holds of the stable token, or its equivalent in the wrapped currency. */
const minDepth = 1_000

type Side = { readonly address: Hex; readonly decimals: number }
type Found = { readonly token: Side; readonly base: Side; readonly pool: Hex; readonly kind: Pool['kind'] }
/** Price of one unit of the token, in units of the base. */
type Quote = { readonly price: number; readonly depth: number }

export function createPoolPrices(
  network: Viewed & { readonly currency: { readonly decimals: number } },
  { stable, wrapped, v2Factory, v3Factory }: PoolPrices,
  pool: NodePool,
): PriceSource {
  const view = createViewer(network, pool)
  let decimalsOfStable: number | undefined

  return {
    async read({ tokens, currency, signal }) {
      const prices = new Map<PricedToken | undefined, number>()
      if (currency !== 'usd') return prices
      decimalsOfStable ??= await readDecimals(signal)
      const dollar = { address: stable, decimals: decimalsOfStable }
      const own = { address: wrapped, decimals: network.currency.decimals }
      const sides = tokens.map((token) =>
        token ? { address: getAddress(token.address), decimals: token.decimals } : own,
      )
      const wanted = [own, ...sides].filter(({ address }) => !isSame(address, stable))
      const found = await findPools(
        wanted.flatMap((token) =>
          [dollar, own].flatMap((base) => (isSame(base.address, token.address) ? [] : [{ token, base }])),
        ),
        signal,
      )
      const quotes = await readQuotes(found, signal)
      const best = (token: Side, base: Side, worth: number): Quote | undefined =>
        quotes
          .filter((one) => isSame(one.token.address, token.address) && isSame(one.base.address, base.address))
          .map(({ price, depth }) => ({ price: price * worth, depth: depth * worth }))
          .filter(({ price, depth }) => depth >= minDepth && Number.isFinite(price) && price > 0)
          .reduce<Quote | undefined>((most, one) => (most && most.depth >= one.depth ? most : one), undefined)
      const ofOwn = best(own, dollar, 1)
      for (const [index, token] of tokens.entries()) {
        const side = sides[index] ?? own
        const price = isSame(side.address, stable)
          ? 1
          : isSame(side.address, wrapped)
            ? ofOwn?.price
            : deeper(best(side, dollar, 1), ofOwn && best(side, own, ofOwn.price))?.price
        if (price !== undefined) prices.set(token, price)
      }
      return prices
    },
  }

  async function readDecimals(signal: AbortSignal): Promise<number> {
    const [answer] = await view(
      [{ to: stable, data: encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' }) }],
      signal,
    )
    const decimals = readUint(answer)
    if (decimals === undefined || decimals > 36n) throw new Error('The stable token has no decimals')
    return Number(decimals)
  }

  async function findPools(
    pairs: readonly { readonly token: Side; readonly base: Side }[],
    signal: AbortSignal,
  ): Promise<readonly Found[]> {
    const asked = pairs.flatMap(({ token, base }) =>
      placesOf([token.address, base.address], v2Factory, v3Factory).map(({ kind, call }) => ({
        token,
        base,
        kind,
        call,
      })),
    )
    const answers = await view(
      asked.map(({ call }) => call),
      signal,
    )
    return asked.flatMap(({ token, base, kind }, index) => {
      const address = readPoolAddress(answers[index])
      return address ? [{ token, base, kind, pool: address }] : []
    })
  }

  async function readQuotes(found: readonly Found[], signal: AbortSignal): Promise<readonly (Found & Quote)[]> {
    const answers = await view(
      found.flatMap(({ base, pool: at, kind }) => [
        { to: at, data: encodeFunctionData({ abi: poolAbi, functionName: kind === 'v2' ? 'getReserves' : 'slot0' }) },
        { to: base.address, data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [at] }) },
      ]),
      signal,
    )
    return found.flatMap((one, index) => {
      const [state, held] = answers.slice(index * 2, index * 2 + 2)
      const price = one.kind === 'v2' ? readReserves(state, one) : readRoot(state, one)
      const depth = readUint(held)
      return price === undefined || depth === undefined
        ? []
        : [{ ...one, price, depth: toUnits(depth, one.base.decimals) }]
    })
  }
}

/** In a pool, the token with the lower address is the first. */
const isFirst = ({ token, base }: Found): boolean => BigInt(token.address) < BigInt(base.address)

const deeper = (one: Quote | undefined, other: Quote | undefined): Quote | undefined =>
  one && other ? (one.depth >= other.depth ? one : other) : (one ?? other)

function readReserves(data: Returned, found: Found): number | undefined {
  const reserves = [wordOf(data, 0), wordOf(data, 1)]
  const [token = 0n, base = 0n] = isFirst(found) ? reserves : reserves.toReversed()
  return token > 0n
    ? ratio(base * 10n ** BigInt(found.token.decimals), token * 10n ** BigInt(found.base.decimals))
    : undefined
}

/** @param data begins with the square root of the price of the first token in the second, times 2^96 */
function readRoot(data: Returned, found: Found): number | undefined {
  const root = readUint(data)
  if (root === undefined || root === 0n) return undefined
  const [numerator, denominator] = isFirst(found) ? [root * root, 1n << 192n] : [1n << 192n, root * root]
  return ratio(numerator * 10n ** BigInt(found.token.decimals), denominator * 10n ** BigInt(found.base.decimals))
}

/** Precision is 36 digits: a price below 1e-36 counts as none. */
const ratio = (numerator: bigint, denominator: bigint): number => Number((numerator * 10n ** 36n) / denominator) / 1e36

const toUnits = (amount: bigint, decimals: number): number => Number(amount) / 10 ** decimals
