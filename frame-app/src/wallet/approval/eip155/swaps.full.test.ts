/** Swaps built by our gateway, as the embedded wallet shows them, on Uniswap's own contracts on a local chain. */
import { getAddress, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../../../e2e/world/contracts.ts'
import { swapNetworkOf } from '../../../../../e2e/world/market.ts'
import type { SwapSettings } from '../../../../../service/src/gateway/convert/settings.ts'
import {
  assetOf,
  chainId,
  convertOf,
  openPlace,
  type Place,
  type TokenName,
  tokens,
  trader,
} from '../../../../../service/test/gateway/convert/place.ts'
import { createBatchLog, createSentLog } from '../../../../test/support/sent-log.ts'
import { createEip155Preparer } from '../../requests/eip155.ts'
import type { Asset } from '../prepared.ts'

const { signal } = new AbortController()
const ether = 10n ** 18n
const dollar = 10n ** 6n
const user = `${chainId}:${trader}`
const fee = { bps: 85, recipient: '0x90F79bf6EB2c4f870365E785982E1f101E93b906' } as const

let place: Place
beforeAll(async () => {
  place = await openPlace()
}, 60_000)
afterAll(() => place.stop())

const addressIn = (text: string): Hex => `0x${text.slice(text.lastIndexOf(':') + 3)}`
const assetNamed = (name: TokenName): Asset =>
  name === 'native' ? { type: 'coins' } : { type: 'tokens', token: getAddress(tokens[name]) }

interface Way {
  readonly from: TokenName
  readonly to: TokenName
  readonly amount: bigint
  readonly routers?: 'v2' | 'v3'
  readonly settings?: SwapSettings
}

/** Like a client: sends an approval of the exact amount, and requests the swap from the wallet. */
async function ask({ from, to, amount, routers, settings }: Way) {
  const { v2, v3, ...rest } = swapNetworkOf()
  const swap = { ...rest, ...(routers !== 'v3' && { v2 }), ...(routers !== 'v2' && { v3 }) }
  const convert = convertOf(place.network(swap), settings)
  const order = { from: assetOf(from), to: assetOf(to), amount: `${amount}`, routers: 'known', signal } as const
  const { quotes } = await convert.quotes({ ...order, slippageBps: '100' })
  const [quote] = quotes
  if (!quote) throw new Error('no quote')
  if (quote.spender) {
    const { tx } = await convert.buildApproval({ ...order, userAddress: user, spender: quote.spender as Hex })
    const token = addressIn(tx.from)
    if (tx.reset) await transact(place.node.rpcUrl, { from: trader, to: token, data: tx.reset })
    await transact(place.node.rpcUrl, { from: trader, to: token, data: tx.data })
  }
  const minimumAmount = quote.minimumAmount ?? undefined
  const { tx } = await convert.buildSwap({
    ...order,
    projectId: 'shop',
    userAddress: user,
    eip155: { slippage: 1 },
    minimumAmount,
  })
  const preparer = createEip155Preparer({
    account: trader,
    origin: 'https://app.example',
    now: Date.now,
    rpc: { [chainId]: [place.rpcUrl] },
    sent: createSentLog(),
    batches: createBatchLog(),
    mayUpgrade: () => true,
    swap: { [chainId]: swap },
  })
  const value = `0x${BigInt(tx.value ?? 0).toString(16)}`
  const params = [{ from: trader, to: addressIn(tx.to), data: tx.data, value }]
  const prepared = await preparer.prepare({ scope: chainId, method: 'eth_sendTransaction', params }, signal)
  return { prepared, quote }
}

test.each<[string, Way]>([
  ['the currency for a token', { from: 'native', to: 'stable', amount: ether }],
  ['a token for the currency', { from: 'stable', to: 'native', amount: 3_000n * dollar }],
  ['a token for a token, in a pool of v3', { from: 'dollar', to: 'stable', amount: 500n * dollar }],
  ['over one token, in pools of v2', { from: 'native', to: 'demo', amount: ether }],
  ['a token as USDT', { from: 'old', to: 'stable', amount: 200n * dollar }],
  ['the currency through the router of v2', { from: 'native', to: 'demo', amount: ether, routers: 'v2' }],
  ['for the currency through the router of v2', { from: 'demo', to: 'native', amount: 900n * dollar, routers: 'v2' }],
  ['for the currency through the router of v3', { from: 'dollar', to: 'native', amount: 90n * dollar, routers: 'v3' }],
  ['with a fee', { from: 'stable', to: 'dollar', amount: 90n * dollar, settings: { fee } }],
  ['with a fee, for the currency', { from: 'stable', to: 'native', amount: 90n * dollar, settings: { fee } }],
])('%s: without a tick or a danger, and nothing moves besides', async (_, way) => {
  const { prepared, quote } = await ask(way)
  const { intent, simulation } = prepared
  expect(intent).toMatchObject({ kind: 'swap', warnings: [], blind: false })
  const [given, least] = intent.facts.map(({ value }) => ('amount' in value ? value.amount : undefined))
  expect(given).toBe(way.amount)
  const minimum = BigInt(quote.minimumAmount ?? 0)
  expect([minimum, minimum + 1n]).toContain(least)
  expect(intent.facts.some(({ label }) => label === 'swapFee')).toBe(way.settings !== undefined)
  if (simulation?.status !== 'works') throw new Error('It was not simulated.')
  expect(simulation.changes).toEqual([
    { asset: assetNamed(way.from), amount: -way.amount },
    { asset: assetNamed(way.to), amount: BigInt(quote.toAmount) },
  ])
})

test.each<[string, Way, string]>([
  ['wrapping', { from: 'native', to: 'wrapped', amount: ether }, 'wrap'],
  ['unwrapping', { from: 'wrapped', to: 'native', amount: ether }, 'unwrap'],
])('%s at the contract of the project', async (_, way, kind) => {
  const { prepared } = await ask(way)
  expect(prepared.intent).toMatchObject({ kind, warnings: [], blind: false })
})
