/** Calls to the routers of Ethereum, as our own gateway builds them. */
import { type SwapNetwork, swapNetworks } from '@airlock/protocol/gateway/swap-networks.ts'
import fc from 'fast-check'
import { getAddress } from 'viem'
import { callRouter02, callSwapRouter02 } from '../../../service/src/gateway/convert/pools/calls.ts'
import type { Order } from '../../../service/src/gateway/convert/source.ts'

export const chainId = 'eip155:1'
export const network = swapNetworks[chainId] as SwapNetwork // as: it is in the table
export const v3 = network.v3?.router ?? '0x'
export const v2 = network.v2?.router ?? '0x'
export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
export const account = getAddress(`0x${'a1'.repeat(20)}`)
export const thief = getAddress(`0x${'bad0'.repeat(10)}`)
export const other = getAddress(`0x${'77'.repeat(20)}`)
/** No account has its address. */
const bought = getAddress(`0x${'55'.repeat(20)}`)

export function poolOf(fee: number) {
  const pool = { kind: 'v3', address: other, tokens: [usdc, dai], fee } as const
  return { pool, state: { price: [1n, 1n], depth: 1n } } as const
}

const words = fc.bigInt({ min: 1n, max: 2n ** 127n })
const tiers = fc.constantFrom(100, 500, 3_000, 10_000)
/** Of one token for another, or of or for the currency. */
export const trades = fc.record({
  kind: fc.constantFrom('v2', 'v3'),
  hop: fc.constantFrom(undefined, usdc, other),
  end: fc.constantFrom('tokens', 'from native', 'to native'),
  amount: words,
  minimum: words,
  feeBps: fc.constantFrom(0, 1, 85, 100),
  isRouter02: fc.boolean(),
  fees: fc.tuple(tiers, tiers),
})
type Trade = typeof trades extends fc.Arbitrary<infer T> ? T : never

export function buildTrade(trade: Trade, { account, deadline }: Pick<Order, 'account' | 'deadline'>) {
  const { kind, hop, end, amount, minimum, feeBps, isRouter02, fees } = trade
  const wrapped = getAddress(network.wrapped)
  const from = { token: end === 'from native' ? wrapped : dai, isNative: end === 'from native' }
  const to = { token: end === 'to native' ? wrapped : bought, isNative: end === 'to native' }
  const path = [from.token, ...(hop ? [hop] : []), to.token]
  const candidate = { kind, path, pools: kind === 'v3' ? fees.slice(0, path.length - 1).map(poolOf) : [] }
  const isOld = isRouter02 && kind === 'v2'
  const fee = feeBps > 0 && !isOld ? { bps: feeBps, recipient: other } : undefined
  const order = { account, minimum, deadline }
  const built = { from, to, amount, candidate }
  return { from, to, fee, call: isOld ? callRouter02(v2, built, order) : callSwapRouter02(v3, built, order, fee) }
}
