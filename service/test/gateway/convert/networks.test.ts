/** Compares the table of routers with Uniswap's published addresses. */
import { createRequire } from 'node:module'
import { SwapNetwork, swapNetworks } from '@airlock/protocol/gateway/swap-networks.ts'
import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import * as z from 'zod'

const require = createRequire(new URL('../../../../e2e/package.json', import.meta.url))
const Addresses = z.record(z.string(), z.string())
const Published = z.object({
  V2_FACTORY_ADDRESSES: Addresses,
  V2_ROUTER_ADDRESSES: Addresses,
  CHAIN_TO_ADDRESSES_MAP: z.record(
    z.string(),
    z.object({
      v3CoreFactoryAddress: z.string(),
      quoterAddress: z.string(),
      swapRouter02Address: z.optional(z.string()),
    }),
  ),
  WETH9: z.record(z.string(), z.object({ address: z.string() })),
})
const published = Published.parse(require('@uniswap/sdk-core'))
/** On that network, Uniswap publishes the first version of the quoter. */
const firstQuoter = '0xb27308f9F90D607463bb33eA1BeBb41C27CE5AB6'
const firstRouter = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'

test('has the networks of the specification', () => {
  const ids = [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554]
  expect(Object.keys(swapNetworks).toSorted()).toEqual(ids.map((id) => `eip155:${id}`).toSorted())
})

test.each(Object.entries(swapNetworks))('%s has addresses with their check sums, each once', (_, network) => {
  const { wrapped, bases, v2, v3 } = SwapNetwork.parse(network)
  const { name: _v2, ...ofV2 } = v2 ?? { name: '' }
  const { name: _v3, ...ofV3 } = v3 ?? { name: '' }
  const all = [wrapped, ...bases, ...Object.values(ofV2), ...Object.values(ofV3)]
  for (const address of all) expect(getAddress(address)).toBe(address)
  expect(new Set(all).size).toBe(all.length)
  expect(v2 ?? v3).toBeDefined()
})

test.each(Object.entries(swapNetworks))('%s: what is called Uniswap is what Uniswap publishes', (id, network) => {
  const number = id.slice('eip155:'.length)
  const same = (one: string | undefined, other: string | undefined) =>
    expect(one?.toLowerCase()).toBe(other?.toLowerCase())
  const ofV2 = network?.v2?.name === 'Uniswap' ? network.v2 : undefined
  same(ofV2?.factory, published.V2_FACTORY_ADDRESSES[number])
  same(ofV2?.router, published.V2_ROUTER_ADDRESSES[number])
  const ofV3 = published.CHAIN_TO_ADDRESSES_MAP[number]
  same(network?.v3?.factory, ofV3?.v3CoreFactoryAddress)
  if (!ofV3) return
  same(network?.v3?.router, ofV3.swapRouter02Address ?? firstRouter)
  if (ofV3.quoterAddress !== firstQuoter) same(network?.v3?.quoter, ofV3.quoterAddress)
  same(network?.wrapped, published.WETH9[number]?.address)
})
