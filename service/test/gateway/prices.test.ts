/** Prices from Uniswap's own contracts on a real chain, and from a feed with answers set by a test. */
import { createRequire } from 'node:module'
import {
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  getContractAddress,
  type Hex,
  hexToBigInt,
  parseAbi,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { type EvmNode, startNode } from '../../../e2e/world/node.ts'
import { callRpc } from '../../../e2e/world/rpc.ts'
import { testToken } from '../../../e2e/world/test-token.ts'
import type { Token } from '../../src/gateway/networks/network.ts'
import { createNodePool } from '../../src/gateway/nodes/pool.ts'
import { createFeedPrices } from '../../src/gateway/prices/feed.ts'
import { createPoolPrices } from '../../src/gateway/prices/pools.ts'
import { type Listening, listenOnLoopback } from '../../src/listen.ts'

const { signal } = new AbortController()
const Artefact = z.object({ bytecode: z.string().transform((code): Hex => `0x${code.replace(/^0x/, '')}`) })
const require = createRequire(new URL('../../../e2e/package.json', import.meta.url))
const codeOf = (path: string) => Artefact.parse(require(path)).bytecode

describe('pools', () => {
  /** Unlocked in the node. */
  const owner = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
  const created = (nonce: bigint) => getContractAddress({ from: owner, nonce })
  const [stable, wrapped, v2Factory, v3Factory] = [created(0n), created(1n), created(2n), created(3n)]
  const supply = 10n ** 40n
  const abi = parseAbi([
    'function createPair(address, address) returns (address)',
    'function getPair(address, address) view returns (address)',
    'function mint(address) returns (uint256)',
    'function createPool(address, address, uint24) returns (address)',
    'function getPool(address, address, uint24) view returns (address)',
    'function initialize(uint160)',
  ])
  const network = { multicall3: undefined, currency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }
  let node: EvmNode
  let tokens = 4

  const send = async (transaction: { to?: Hex; data: Hex }) => {
    const hash = await callRpc(node.rpcUrl, 'eth_sendTransaction', [{ from: owner, gas: '0x1c00000', ...transaction }])
    await vi.waitFor(
      async () =>
        expect(await callRpc(node.rpcUrl, 'eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' }),
      { interval: 5, timeout: 5_000 },
    )
  }
  type Name = 'createPair' | 'mint' | 'createPool' | 'initialize' | 'getPair' | 'getPool'
  const dataOf = (functionName: Name, args: readonly unknown[]) =>
    encodeFunctionData({ abi, functionName, args } as Parameters<typeof encodeFunctionData>[0]) // as: each pair is right
  const addressFrom = async (to: Hex, functionName: Name, args: readonly unknown[]) => {
    const word = await callRpc(node.rpcUrl, 'eth_call', [{ to, data: dataOf(functionName, args) }, 'latest'])
    return getAddress(`0x${String(word).slice(-40)}`)
  }
  const move = (token: Hex, to: Hex, amount: bigint) =>
    send({ to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }) })
  const newToken = async (decimals = 18): Promise<Token & { address: Hex }> => {
    // Every transaction uses up a nonce of the owner, so the address is read from the chain.
    const nonce = hexToBigInt(String(await callRpc(node.rpcUrl, 'eth_getTransactionCount', [owner, 'latest'])) as Hex) // as: a quantity
    await send({ data: testToken({ holder: owner, supply }) })
    return { address: created(nonce), name: `Token ${tokens++}`, symbol: 'T', decimals, iconUrl: undefined }
  }
  const v2Pool = async (one: Hex, other: Hex, amounts: readonly [bigint, bigint]) => {
    await send({ to: v2Factory, data: dataOf('createPair', [one, other]) })
    const pair = await addressFrom(v2Factory, 'getPair', [one, other])
    await move(one, pair, amounts[0])
    await move(other, pair, amounts[1])
    await send({ to: pair, data: dataOf('mint', [owner]) })
  }
  /** @param price of one smallest unit of the first token in those of the second */
  const v3Pool = async (one: Hex, other: Hex, fee: number, price: number, depth: bigint) => {
    await send({ to: v3Factory, data: dataOf('createPool', [one, other, fee]) })
    const pool = await addressFrom(v3Factory, 'getPool', [one, other, fee])
    const ofFirst = BigInt(one) < BigInt(other) ? price : 1 / price
    const root = BigInt(Math.round(Math.sqrt(ofFirst) * 2 ** 48)) << 48n
    await send({ to: pool, data: dataOf('initialize', [root]) })
    await move(other, pool, depth)
  }
  const source = () =>
    createPoolPrices(network, { stable, wrapped, v2Factory, v3Factory }, createNodePool([node.rpcUrl]))
  const priceOf = async (...asked: readonly (Token | undefined)[]) => {
    const prices = await source().read({ tokens: asked, currency: 'usd', signal })
    return asked.map((token) => prices.get(token))
  }

  beforeAll(async () => {
    node = await startNode({ chainId: 31337 })
    await send({ data: testToken({ holder: owner, supply }) })
    await send({ data: testToken({ holder: owner, supply }) })
    const noOwner = encodeAbiParameters([{ type: 'address' }], [owner])
    await send({ data: `${codeOf('@uniswap/v2-core/build/UniswapV2Factory.json')}${noOwner.slice(2)}` })
    await send({ data: codeOf('@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json') })
    // 1,000 ETH for 3,000,000 dollars.
    await v2Pool(wrapped, stable, [1_000n * 10n ** 18n, 3_000_000n * 10n ** 6n])
  }, 60_000)
  afterAll(() => node.stop())

  test('give the currency its price, and the stable token one dollar', async () => {
    const dollar: Token = { address: stable, name: 'Dollar', symbol: 'USD', decimals: 6, iconUrl: undefined }
    const weth: Token = { ...dollar, address: wrapped, decimals: 18 }
    const [ether, wrappedEther, one] = await priceOf(undefined, weth, dollar)
    expect(ether).toBeCloseTo(3_000, 6)
    expect([wrappedEther, one]).toEqual([ether, 1])
  })

  test('give a token its price over the currency, whichever of the two has the lower address', async () => {
    for (let round = 0; round < 3; round += 1) {
      const token = await newToken(8)
      // 20 tokens for 400 ETH: 60,000 dollars each.
      await v2Pool(token.address, wrapped, [20n * 10n ** 8n, 400n * 10n ** 18n])
      expect((await priceOf(token))[0]).toBeCloseTo(60_000, 3)
    }
  })

  test('the one of several that holds the most counts', async () => {
    const token = await newToken(18)
    await v2Pool(token.address, stable, [1_000n * 10n ** 18n, 2_000n * 10n ** 6n])
    await v3Pool(token.address, stable, 3_000, 2.5 * 10 ** -12, 90_000n * 10n ** 6n)
    expect((await priceOf(token))[0]).toBeCloseTo(2.5, 3)
  })

  test('give no price if they hold little, and neither does a token without a pool', async () => {
    const [planted, alone] = [await newToken(), await newToken()]
    // A price of a million dollars each, in a pool that holds ten dollars.
    await v2Pool(planted.address, stable, [10n ** 13n, 10n * 10n ** 6n])
    expect(await priceOf(planted, alone)).toEqual([undefined, undefined])
  })

  test('say nothing in another currency', async () => {
    expect((await source().read({ tokens: [undefined], currency: 'eur', signal })).size).toBe(0)
  })
})

describe('a feed', () => {
  const token: Token = { address: `0x${'aB'.repeat(20)}`, name: 'T', symbol: 'T', decimals: 18, iconUrl: undefined }
  let server: Listening | undefined
  afterAll(() => server?.close())

  async function start(answer: (url: URL) => unknown) {
    const asked: { url: URL; key: unknown }[] = []
    await server?.close()
    server = await listenOnLoopback((request, response) => {
      const url = new URL(request.url ?? '', 'http://feed.example')
      asked.push({ url, key: request.headers['x-demo-key'] })
      const body = answer(url)
      response.writeHead(body === undefined ? 500 : 200).end(JSON.stringify(body))
    }, 0)
    const feed = createFeedPrices({
      url: `http://127.0.0.1:${server.port}/api/v3`,
      platform: 'ethereum',
      native: 'ether',
      key: { header: 'x-demo-key', value: 'secret-key' },
    })
    return { asked, feed }
  }

  test('is asked once for the currency and once for a hundred tokens, with the key', async () => {
    const { asked, feed } = await start((url) =>
      url.pathname.endsWith('/price') ? { ether: { eur: 2_500 } } : { [token.address.toLowerCase()]: { eur: 0.5 } },
    )
    const prices = await feed.read({ tokens: [undefined, token], currency: 'eur', signal })
    expect([prices.get(undefined), prices.get(token)]).toEqual([2_500, 0.5])
    expect(asked.map(({ url }) => url.pathname).toSorted()).toEqual([
      '/api/v3/simple/price',
      '/api/v3/simple/token_price/ethereum',
    ])
    expect(asked.every(({ key }) => key === 'secret-key')).toBe(true)
  })

  test.each([[{}], [{ ether: {} }], [{ ether: { usd: -1 } }], [{ ether: { usd: '1' } }], [{ ether: { usd: 0 } }]])(
    'gives no price if it answers %j',
    async (answer) => {
      const { feed } = await start(() => answer)
      expect((await feed.read({ tokens: [undefined], currency: 'usd', signal })).size).toBe(0)
    },
  )

  test.each([[undefined], ['text'], [[1]], [{ ether: 'x'.repeat(2_000_000) }]])(
    'is an error if it is broken',
    async (answer) => {
      const { feed } = await start(() => answer)
      await expect(feed.read({ tokens: [undefined], currency: 'usd', signal })).rejects.toThrow()
    },
  )
})
