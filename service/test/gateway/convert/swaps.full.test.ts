/** Swaps on a real chain with Uniswap's own contracts: compares quotes with the contracts and with what arrives. */
import { decodeFunctionData, encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '../../../../e2e/world/contracts.ts'
import { exchange, swapNetworkOf } from '../../../../e2e/world/market.ts'
import { callRpc } from '../../../../e2e/world/rpc.ts'
import type { Convert } from '../../../src/gateway/convert/convert.ts'
import { assetOf, convertOf, holding, openPlace, orderOf, type Place, type TokenName, tokens, trader } from './place.ts'
import { addressIn, quoteOf, swapOf } from './swapping.ts'

const { signal } = new AbortController()
const ether = 10n ** 18n
const dollar = 10n ** 6n
const cashier = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const quoterAbi = parseAbi([
  'function getAmountsOut(uint256, address[]) view returns (uint256[])',
  'function quoteExactInput(bytes, uint256) returns (uint256, uint160[], uint32[], uint256)',
])

let place: Place
beforeAll(async () => {
  place = await openPlace()
}, 60_000)
afterAll(() => place.stop())

const quote = (convert: Convert, from: TokenName, to: TokenName, amount: bigint, slippageBps?: string) =>
  quoteOf(convert, [from, to, amount], slippageBps)
const swap = (convert: Convert, from: TokenName, to: TokenName, amount: bigint, slippageBps?: string) =>
  swapOf(place, convert, [from, to, amount], slippageBps)

const both = () => convertOf(place.network())
const onlyV2 = () => convertOf(place.network({ ...swapNetworkOf(), v3: undefined }, false))
const onlyV3 = () => convertOf(place.network({ ...swapNetworkOf(), v2: undefined }))

describe('a swap gives what was quoted', () => {
  const ways: readonly (readonly [string, () => Convert, TokenName, TokenName, bigint])[] = [
    ['the currency for a token', both, 'native', 'stable', ether],
    ['a token for the currency', both, 'stable', 'native', 3_000n * dollar],
    ['a token for a token, in a pool of v3', both, 'dollar', 'stable', 500n * dollar],
    ['over one token, in pools of v2', both, 'native', 'demo', ether],
    ['over one token, the other way', both, 'demo', 'native', 9_000n * dollar],
    ['over the wrapped currency, in pools of v3', both, 'stable', 'eighteen', 100n * dollar],
    ['the wrapped currency for a token', both, 'wrapped', 'stable', ether],
    ['a token for the wrapped currency', both, 'stable', 'wrapped', 1_000n * dollar],
    ['a token as USDT', both, 'old', 'stable', 200n * dollar],
    ['for a token as USDT', both, 'native', 'old', ether / 2n],
    ['through the router of v2: the currency for a token', onlyV2, 'native', 'demo', ether],
    ['through the router of v2: a token for the currency', onlyV2, 'demo', 'native', 900n * dollar],
    ['through the router of v2: a token for a token', onlyV2, 'old', 'demo', 90n * dollar],
    ['through the router of v3 alone', onlyV3, 'native', 'dollar', ether],
    ['through the router of v3 alone, the other way', onlyV3, 'dollar', 'native', 2_000n * dollar],
  ]
  test.each(ways)('%s', async (_, convert, from, to, amount) => {
    const { shown, received } = await swap(convert(), from, to, amount)
    expect(received).toBe(BigInt(shown.toAmount))
    expect(received).toBeGreaterThan(0n)
  })

  test('wrapping and unwrapping are one for one, by the wrapping contract itself', async () => {
    const wrapping = await swap(both(), 'native', 'wrapped', ether)
    const unwrapping = await swap(both(), 'wrapped', 'native', ether)
    for (const { shown, received, tx } of [wrapping, unwrapping]) {
      expect(received).toBe(ether)
      expect(shown).toMatchObject({ toAmount: `${ether}`, minimumAmount: `${ether}`, priceImpactBps: 0 })
      expect(addressIn(tx.to)).toBe(tokens.wrapped)
    }
  })

  test.each([
    ['sold', 'fee', 'stable', 1_000n * ether, both],
    ['bought', 'stable', 'fee', 500n * dollar, both],
    ['sold through the router of v2', 'fee', 'native', 1_000n * ether, onlyV2],
  ] as const)('a token that takes a part of each transfer, %s [C165]', async (_, from, to, amount, convert) => {
    const { shown, received } = await swap(convert(), from, to, amount)
    expect(shown.isTaxed).toBe(true)
    expect(Number(received - BigInt(shown.toAmount))).toBeGreaterThanOrEqual(0)
    expect(Number(received - BigInt(shown.toAmount))).toBeLessThanOrEqual(Number(received / 10_000_000n) + 1)
  })
})

test.each([
  ['of v2', onlyV2, 'native', 'demo'],
  ['of v3', onlyV3, 'native', 'dollar'],
] as const)(
  'the limit of gas is enough for a later block, in which pools %s write their clock',
  async (_, convert, from, to) => {
    const { rpcUrl } = place.node
    const build = () =>
      convert().buildSwap({
        projectId: 'shop',
        from: assetOf(from),
        to: assetOf(to),
        amount: (ether / 10n).toString(),
        userAddress: `eip155:31337:${trader}`,
        eip155: { slippage: 1 },
        routers: 'known',
        signal,
      })
    const sendSwap = ({ tx }: Awaited<ReturnType<typeof build>>) =>
      transact(rpcUrl, {
        from: trader,
        to: addressIn(tx.to),
        data: tx.data,
        value: `0x${BigInt(tx.value ?? 0).toString(16)}`,
        gas: `0x${BigInt(tx.eip155?.gas ?? 0).toString(16)}`,
      })
    // The pool was used in this second, so an estimate in it does not include the clock update.
    await callRpc(rpcUrl, 'anvil_setBlockTimestampInterval', [0])
    const built = await sendSwap(await build()).then(build)
    await callRpc(rpcUrl, 'anvil_removeBlockTimestampInterval', [])
    await callRpc(rpcUrl, 'evm_increaseTime', [60])
    await sendSwap(built)
  },
)

describe('a quote', () => {
  const direct = async (amount: bigint, path: readonly TokenName[]): Promise<bigint> => {
    const answers = await place.client
      .readContract({
        address: exchange.v2Router,
        abi: quoterAbi,
        functionName: 'getAmountsOut',
        args: [amount, path.map((name) => tokens[name])],
      })
      .catch(() => [0n])
    return answers.at(-1) ?? 0n
  }
  const throughV3 = async (amount: bigint, path: readonly TokenName[], fees: readonly number[]): Promise<bigint> => {
    const packed = path
      .map((name, index) => tokens[name].slice(2) + (fees[index]?.toString(16).padStart(6, '0') ?? ''))
      .join('')
    const { result } = await place.client
      .simulateContract({
        address: exchange.quoter,
        abi: quoterAbi,
        functionName: 'quoteExactInput',
        args: [`0x${packed}`, amount],
      })
      .catch(() => ({ result: [0n] as const }))
    return result[0]
  }

  test('matches the contracts for every route', async () => {
    const fees = [100, 500, 3_000, 10_000]
    for (const amount of [1n, 10n ** 12n, ether / 7n, 3n * ether, 200n * ether]) {
      const known = await Promise.all([
        direct(amount, ['wrapped', 'stable']),
        ...fees.map((fee) => throughV3(amount, ['wrapped', 'stable'], [fee])),
      ])
      const best = known.reduce((most, one) => (one > most ? one : most))
      const answer = await quote(both(), 'native', 'stable', amount).catch(() => ({ toAmount: '0', gasInTo: '0' }))
      // If the gas costs more than the difference, the cheaper call wins.
      expect(Number(best - BigInt(answer.toAmount)), `${amount}`).toBeLessThanOrEqual(Number(answer.gasInTo) / 2 + 1)
    }
  })

  test('takes the pool that leaves more after its gas', async () => {
    const { route } = await quote(both(), 'native', 'stable', 100n * ether)
    expect(route).toMatchObject([{ kind: 'v2', venue: 'Uniswap', tokenIn: tokens.wrapped, tokenOut: tokens.stable }])
    const little = await quote(both(), 'native', 'stable', ether / 100n)
    expect(little.route).toMatchObject([{ kind: 'v3', feeMillionths: 500 }])
  })

  test('says how far from the price of the pools it is, which grows with the amount', async () => {
    const impacts: number[] = []
    for (const amount of [1n, 10n, 100n, 1_000n])
      impacts.push((await quote(onlyV2(), 'native', 'stable', amount * ether)).priceImpactBps ?? -1)
    expect(impacts).toEqual(impacts.toSorted((one, other) => one - other))
    expect(impacts[0]).toBeGreaterThanOrEqual(29)
    expect(impacts[0]).toBeLessThan(50)
    expect(impacts[3]).toBeGreaterThan(4_900)
  })

  test.each([
    ['0', 0n],
    ['50', 50n],
    ['5000', 5_000n],
    ['9999', 5_000n],
  ])('slippage of %s hundredths of a percent: the least that arrives is right', async (slippageBps, bps) => {
    const { toAmount, minimumAmount } = await quote(both(), 'native', 'stable', ether, slippageBps)
    expect(BigInt(minimumAmount ?? 0)).toBe((BigInt(toAmount) * (10_000n - bps)) / 10_000n)
  })

  test('costs one call to the node when the pools are known, and the price of gas', async () => {
    const convert = both()
    await quote(convert, 'native', 'demo', ether)
    await quote(convert, 'native', 'demo', ether)
    place.asked.length = 0
    const before = place.requests()
    await quote(convert, 'native', 'demo', 2n * ether)
    expect(place.asked.filter((method) => method === 'eth_call')).toHaveLength(1)
    expect(place.requests() - before).toBeLessThanOrEqual(2)
  })

  test('is refused with a clear message if the token does not exist', async () => {
    await expect(
      both().quotes({ from: assetOf('native'), to: `eip155:31337:0x${'ab'.repeat(20)}`, amount: '5', signal }),
    ).rejects.toMatchObject({ status: 400, message: 'Conversion parameter error: insufficient liquidity' })
  })
})

describe('the minimum is in the call itself [C167]', () => {
  test('a price change before inclusion makes it fail, without loss', async () => {
    const convert = both()
    const { tx } = await convert.buildSwap({
      ...orderOf('native', 'demo', ether),
      signal,
    })
    const snapshot = await callRpc(place.node.rpcUrl, 'evm_snapshot')
    // Another account buys first.
    await swap(convert, 'native', 'demo', 60n * ether)
    const before = await holding(place, 'demo')
    await expect(
      transact(place.node.rpcUrl, {
        from: trader,
        to: addressIn(tx.to),
        data: tx.data,
        value: `0x${BigInt(tx.value ?? 0).toString(16)}`,
      }),
    ).rejects.toThrow('The transaction failed')
    expect(await holding(place, 'demo')).toBe(before)
    await callRpc(place.node.rpcUrl, 'evm_revert', [snapshot])
  })

  test('a call with the shown minimum is not built once the price is worse', async () => {
    const shown = await quote(both(), 'native', 'stable', ether)
    await expect(
      both().buildSwap({
        ...orderOf('native', 'stable', ether),
        minimumAmount: (BigInt(shown.toAmount) * 2n).toString(),
        signal,
      }),
    ).rejects.toThrow('the price has changed')
  })
})

describe("the operator's fee", () => {
  const charging = () => convertOf(place.network(), { fee: { bps: 85, recipient: cashier } })

  test.each([
    ['of a token', 'native', 'stable', ether],
    ['of the currency', 'stable', 'native', 3_000n * dollar],
    ['over one token', 'demo', 'native', 900n * dollar],
  ] as const)('%s is what was shown, and goes to the operator', async (_, from, to, amount) => {
    const before = await holding(place, to, cashier)
    const { shown, received } = await swap(charging(), from, to, amount)
    expect(received).toBe(BigInt(shown.toAmount))
    expect(shown.fee).toMatchObject({ bps: 85, recipient: cashier })
    expect((await holding(place, to, cashier)) - before).toBe(BigInt(shown.fee?.amount ?? 0))
    const gross = received + BigInt(shown.fee?.amount ?? 0)
    expect(BigInt(shown.fee?.amount ?? 0)).toBe((gross * 85n) / 10_000n)
  })

  test('is neither shown nor taken if the router cannot take one, nor for wrapping', async () => {
    const alone = convertOf(place.network({ ...swapNetworkOf(), v3: undefined }), {
      fee: { bps: 85, recipient: cashier },
    })
    for (const { shown, received } of [
      await swap(alone, 'native', 'stable', ether),
      await swap(charging(), 'native', 'wrapped', ether),
      await swap(charging(), 'stable', 'fee', 100n * dollar),
    ]) {
      expect(shown.fee).toBeUndefined()
      expect(received).toBeGreaterThanOrEqual(BigInt(shown.toAmount))
    }
  })
})

describe('an approval', () => {
  const approve = (from: TokenName, options: { amount?: string; spender?: Hex; userAddress?: string } = {}) =>
    both().buildApproval({ from: assetOf(from), to: assetOf('stable'), ...options, signal })

  test('is for the exact amount and the router of the quote', async () => {
    const { tx } = await approve('demo', { amount: '12345', spender: exchange.v2Router })
    expect(decodeFunctionData({ abi: erc20Abi, data: tx.data })).toEqual({
      functionName: 'approve',
      args: [exchange.v2Router, 12_345n],
    })
    expect(tx.from).toBe(assetOf('demo'))
  })

  test('is unlimited only where no amount is given', async () => {
    expect((await approve('demo')).tx.amount).toBe((2n ** 256n - 1n).toString())
  })

  test.each([
    ['for a stranger', 'demo', { spender: trader }, 'the spender is no router'],
    ['of the currency', 'native', {}, 'needs no approval'],
  ] as const)('%s is refused [C166]', async (_, from, options, words) => {
    await expect(approve(from, options)).rejects.toThrow(words)
  })

  test('sets the allowance of a token like USDT to zero first, and of no other', async () => {
    const user = `eip155:31337:${trader}`
    const set = (amount: bigint) =>
      transact(place.node.rpcUrl, {
        from: trader,
        to: tokens.old,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [exchange.router, amount] }),
      })
    await set(0n)
    expect((await approve('old', { amount: '7', userAddress: user })).tx.reset).toBeUndefined()
    await set(5n)
    expect((await approve('old', { amount: '7', userAddress: user })).tx.reset).toBeDefined()
    expect((await approve('demo', { amount: '7', userAddress: user })).tx.reset).toBeUndefined()
    await set(0n)
  })
})
