/** Swaps that pay out the currency, in the index: compares the indexed amounts with the chain. */
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../e2e/world/contracts.ts'
import { exchange, swapNetworkOf } from '../../../e2e/world/market.ts'
import type { Convert } from '../../src/gateway/convert/convert.ts'
import { coinContractsOf } from '../../src/gateway/indexer/coins.ts'
import { createBlockReader } from '../../src/gateway/indexer/reader.ts'
import { createNodePool } from '../../src/gateway/nodes/pool.ts'
import { chainId, convertOf, openPlace, type Place, tokens, trader } from './convert/place.ts'
import { type Order, swapOf } from './convert/swapping.ts'

const { signal } = new AbortController()
const ether = 10n ** 18n
const dollar = 10n ** 6n
const account = trader.toLowerCase()

let place: Place
beforeAll(async () => {
  place = await openPlace()
}, 60_000)
afterAll(() => place.stop())

/** The index rows of one transaction, for the trader. */
async function legsOf({ blockNumber, transactionHash }: { blockNumber: bigint; transactionHash: Hex }) {
  const pool = createNodePool([place.node.rpcUrl])
  const reader = createBlockReader(chainId, pool, coinContractsOf(swapNetworkOf()))
  const height = Number(blockNumber)
  const header = (await reader.headers(height, height, signal)).get(height)
  const blocks = await reader.next({ height: height - 1, hash: header?.parentHash ?? '' }, height, signal)
  if (blocks === 'forked') throw new Error('forked')
  const [block] = blocks
  const index = block?.transactions.find(({ hash }) => hash === transactionHash)?.txIndex
  return (block?.legs ?? [])
    .filter((leg) => leg.account === account && leg.txIndex === index)
    .map(({ direction, standard, contract, amount }) => ({ direction, standard, contract, amount: BigInt(amount) }))
}

const swap = swapNetworkOf()
const both = () => convertOf(place.network())
const onlyV2 = () => convertOf(place.network({ ...swap, v3: undefined }, false))
const withFee = () =>
  convertOf(place.network(), { fee: { bps: 50, recipient: '0x90F79bf6EB2c4f870365E785982E1f101E93b906' } })

const ways: readonly (readonly [string, () => Convert, Order])[] = [
  ['by the router of both', both, ['stable', 'native', 3_000n * dollar]],
  ['by the router of both, with a fee of the operator', withFee, ['stable', 'native', 3_000n * dollar]],
  ['by the router of v2', onlyV2, ['demo', 'native', 900n * dollar]],
  ['by unwrapping', both, ['wrapped', 'native', ether]],
]
test.each(ways)('coins that are paid out %s', async (_, convert, order) => {
  const { receipt, received } = await swapOf(place, convert(), order)
  const legs = await legsOf(receipt)
  expect(legs.filter(({ standard }) => standard === 'native')).toEqual([
    { direction: 'in', standard: 'native', contract: '', amount: received },
  ])
  const [from, , amount] = order
  expect(legs.filter(({ direction }) => direction === 'out')).toEqual([
    { direction: 'out', standard: 'erc20', contract: tokens[from].toLowerCase(), amount },
  ])
})

test('wrapping: the token arrives', async () => {
  const { receipt } = await swapOf(place, both(), ['native', 'wrapped', ether])
  expect(await legsOf(receipt)).toEqual([
    { direction: 'in', standard: 'erc20', contract: exchange.wrapped.toLowerCase(), amount: ether },
  ])
})

test('coins for a token: nothing is paid out', async () => {
  const { receipt } = await swapOf(place, both(), ['native', 'stable', ether])
  const legs = await legsOf(receipt)
  expect(legs.map(({ standard }) => standard)).toEqual(['erc20'])
})

test('a call of an unknown router: nothing is indexed', async () => {
  const data = encodeFunctionData({ abi: parseAbi(['function refundETH() payable']), functionName: 'refundETH' })
  const receipt = await transact(place.node.rpcUrl, { from: trader, to: exchange.router, data })
  expect(await legsOf(receipt)).toEqual([])
})
