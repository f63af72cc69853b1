/** Tokens that the page lists: read from the project's nodes, whatever their contracts do, and put beside what the gateway knows. */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import type { Caip10 } from '@airlock/protocol/scalars/caip.ts'
import fc from 'fast-check'
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  erc20Abi,
  type Hex,
  multicall3Abi,
  numberToHex,
  size,
  stringToHex,
} from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queries } from '../src/modal/core/api/queries.ts'
import { toastAtom } from '../src/modal/core/modal.ts'
import { type FrameOptions, optionsAtom } from '../src/modal/core/options.ts'
import { tokensAtom } from '../src/modal/features/assets/state/tokens.ts'
import { refreshTokens } from '../src/modal/features/assets/tokens.ts'
import { networksAtom } from '../src/modal/session/state/network.ts'
import { readErc20s } from '../src/shared/chains/eip155/tokens.ts'
import { connectAccount, createTestModal, network } from './support/modal.ts'

const address = `0x${'ab'.repeat(20)}`
const account: Caip10 = `eip155:1:${address}`
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const node = 'https://node.example'
const contract = (nth: number): Hex => `0x${String(nth).padStart(40, '0')}`

/** What a contract answers to each function; `undefined`: it reverts. */
type Contract = (name: 'balanceOf' | 'decimals' | 'symbol' | 'name') => Hex | undefined

const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const word = (value: bigint) => numberToHex(value, { size: 32 })

const token =
  (symbol: string, amount: bigint, more: Partial<Record<string, Hex | undefined>> = {}): Contract =>
  (name) => {
    if (Object.hasOwn(more, name)) return more[name]
    const answers = { balanceOf: word(amount), decimals: word(6n), symbol: text(symbol), name: text(`${symbol} Coin`) }
    return answers[name]
  }

/** Burns what gas there is: what comes after it in the same call fails, too. */
const burning: Contract = () => {
  throw new Error('out of gas')
}

beforeEach(() => queries.clear())
afterEach(() => void vi.unstubAllGlobals())

interface World {
  readonly contracts: ReadonlyMap<string, Contract>
  multicall?: Network['multicall3']
  gateway?: () => Response
  chains?: readonly string[]
  node?: () => Response | undefined
}

function start(world: World, tokens: NonNullable<FrameOptions['tokens']>) {
  const modal = createTestModal()
  const calls: string[] = []
  /** Bytes of call data in each call of Multicall3 for tokens. */
  const batches: number[] = []
  const viewAlone = (to: string, data: Hex): Hex | undefined => {
    // `getEthBalance` of Multicall3, and of a contract that passes for it.
    if (data.startsWith('0x4d2301cc')) return word(to === multicall3 ? 10n ** 18n : 10n ** 30n)
    const { functionName } = decodeFunctionData({ abi: erc20Abi, data })
    if (!/^(balanceOf|decimals|symbol|name)$/.test(functionName)) return undefined
    return world.contracts.get(to.toLowerCase())?.(functionName as Parameters<Contract>[0])
  }
  const viewTogether = (data: Hex): Hex | undefined => {
    const { args } = decodeFunctionData({ abi: multicall3Abi, data })
    const [asked] = args as readonly [readonly { target: Hex; callData: Hex }[]]
    batches.push(asked.reduce((sum, { callData }) => sum + size(callData), 0))
    let hasGas = true
    const result = asked.map(({ target, callData }) => {
      let returnData: Hex | undefined
      try {
        returnData = hasGas ? viewAlone(target, callData) : undefined
      } catch {
        hasGas = false
      }
      return { success: returnData !== undefined, returnData: returnData ?? ('0x' as const) }
    })
    return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result })
  }
  const run = ([{ to, data }]: [{ to: string; data: Hex }]): Hex => {
    calls.push(to.toLowerCase())
    const answer = to === multicall3 ? viewTogether(data) : viewAlone(to, data)
    if (answer === undefined) throw new Error('execution reverted')
    return answer
  }
  vi.stubGlobal('fetch', async (url: string, init?: { body: string }) => {
    const to = new URL(url)
    if (to.pathname === '/v1/supported-chains') return Response.json({ http: world.chains ?? ['eip155:1'], ws: [] })
    if (to.origin === 'https://gateway.example') return world.gateway?.() ?? Response.json({ balances: [] })
    const broken = world.node?.()
    if (broken) return broken
    const { id, method, params } = JSON.parse(init?.body ?? '') as { id: number; method: string; params: never }
    try {
      return Response.json({ jsonrpc: '2.0', id, result: method === 'eth_getBalance' ? word(10n ** 18n) : run(params) })
    } catch (error) {
      return Response.json({ jsonrpc: '2.0', id, error: { code: 3, message: String(error) } })
    }
  })
  // Each test has its own node: readers are kept for as long as the frame lives.
  const context = {
    ...modal.context,
    project: {
      ...modal.context.project,
      rpc: { 'eip155:1': [`${node}/${Math.random()}`] },
      ...(world.gateway && { gatewayUrl: 'https://gateway.example' }),
    },
  }
  modal.store.set(networksAtom, [network(1, world.multicall ? { multicall3: world.multicall } : {})])
  const options = modal.store.get(optionsAtom)
  if (options) modal.store.set(optionsAtom, { ...options, tokens })
  connectAccount(modal.store, account, { wallet: { id: 'w', type: 'walletConnect', name: 'Wallet' } })
  const state = () => modal.store.get(tokensAtom)[account]
  const rows = () => {
    const held = state()
    return held && 'tokens' in held ? held.tokens.map(({ symbol, amount }) => `${amount} ${symbol}`) : held?.status
  }
  return { ...modal, context, calls, batches, state, rows, toast: () => modal.store.get(toastAtom)?.key }
}

const list = (...numbers: readonly number[]) => ({ 'eip155:1': numbers.map((nth) => ({ address: contract(nth) })) })
const holding = (...all: readonly (readonly [number, Contract])[]) =>
  new Map(all.map(([nth, one]) => [contract(nth), one] as const))

test('no gateway: the currency and the listed tokens come from the nodes, in one call each, also with a balance of zero', async () => {
  const contracts = holding([1, token('AAA', 1_500_000n)], [2, token('BBB', 0n)])
  const { context, calls, rows, state } = start({ contracts, multicall: multicall3 }, list(1, 2))
  await refreshTokens(context)
  expect(rows()).toEqual(['1 ETH', '1.5 AAA', '0 BBB'])
  expect(calls).toEqual([multicall3.toLowerCase(), multicall3.toLowerCase()])
  expect(state()).toMatchObject({
    status: 'ready',
    tokens: [{}, { name: 'AAA Coin', listed: { image: undefined } }, {}],
  })
})

test('many tokens are read in batches of at most 1024 bytes of calls, and a contract that burns the gas costs its own batch', async () => {
  const numbers = Array.from({ length: 45 }, (_, nth) => nth + 1)
  const contracts = holding(
    ...numbers.map((nth) => [nth, nth === 1 ? burning : token(`T${nth + 100}`, BigInt(nth) * 1_000_000n)] as const),
  )
  const { context, calls, batches, rows } = start({ contracts, multicall: multicall3 }, list(...numbers))
  await refreshTokens(context)
  expect(rows()).toEqual(['1 ETH', ...numbers.slice(1).map((nth) => `${nth} T${nth + 100}`)])
  // The last one is the currency.
  expect(batches).toEqual([21 * 48, 21 * 48, 3 * 48, 36])
  // The rest of the first batch is asked again, one by one; no token of another batch is.
  const alone = new Set(calls.filter((to) => to !== multicall3.toLowerCase()))
  expect([...alone]).toEqual(numbers.slice(0, 21).map(contract))
})

test('a network without Multicall3 is asked for each', async () => {
  const { context, calls, rows } = start({ contracts: holding([1, token('AAA', 1_500_000n)]) }, list(1))
  await refreshTokens(context)
  expect(rows()).toEqual(['1 ETH', '1.5 AAA'])
  expect(calls).toEqual(Array(4).fill(contract(1)))
})

test('a page that names a contract of its own as Multicall3 gets no answer from it [C142]', async () => {
  const mine = contract(99)
  const contracts = holding([1, token('AAA', 1_500_000n)], [99, token('LIE', 10n ** 30n)])
  const { context, calls, rows } = start({ contracts, multicall: mine }, list(1))
  await refreshTokens(context)
  expect(rows()).toEqual(['1 ETH', '1.5 AAA'])
  expect(calls).not.toContain(mine)
})

test.each<[string, Contract]>([
  ['reverts', () => undefined],
  ['burns all gas', burning],
  ['is no contract', () => '0x'],
  ['has more decimals than any amount', token('EVIL', 1n, { decimals: word(255n) })],
  ['has 2^255 decimals', token('EVIL', 1n, { decimals: word(2n ** 255n) })],
  ['answers without end', () => `0x${'00'.repeat(3 * 1024 * 1024)}`],
])('a contract that %s costs only itself [C143]', async (_, evil) => {
  const contracts = holding([1, token('AAA', 1_000_000n)], [2, evil], [3, token('CCC', 3_000_000n)])
  for (const multicall of [multicall3, undefined] as const) {
    queries.clear()
    const { context, rows } = start(multicall ? { contracts, multicall } : { contracts }, list(1, 2, 3))
    await refreshTokens(context)
    expect(rows()).toEqual(['1 ETH', '1 AAA', '3 CCC'])
  }
})

test.each<[string, Hex | undefined, string]>([
  ['turns the text around it', text('US\u202eDC'), 'USDC'],
  ['is a page long', text('x'.repeat(2_000)), `${'x'.repeat(31)}…`],
  ['is as long as a book', text('x'.repeat(100_000)), 'AAA'],
  ['claims a length that it has not', `0x${'00'.repeat(31)}20${'ff'.repeat(32)}`, 'AAA'],
  ['is 32 bytes, as in old contracts', stringToHex('Maker', { size: 32 }), 'Maker'],
  ['is missing', undefined, 'AAA'],
])('a name that %s stays a name [C143]', async (_, name, shown) => {
  const contracts = holding([1, token('AAA', 1_000_000n, { name })])
  const { context, state } = start({ contracts, multicall: multicall3 }, list(1))
  await refreshTokens(context)
  expect(state()).toMatchObject({ tokens: [{}, { name: shown }] })
})

test('any answers of a contract give plausible rows, or none', async () => {
  const answer = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
    fc.string(),
    fc.constant(null),
    fc.constant({}),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { minLength: 4, maxLength: 4 }), async (answers) => {
      let asked = 0
      const held = await readErc20s(() => Promise.resolve(answers[asked++ % 4] ?? null), {
        account: contract(1),
        contracts: [contract(2)],
        multicall: multicall3,
        signal: new AbortController().signal,
      })
      for (const { amount, decimals } of held) {
        expect(decimals).toBeLessThanOrEqual(36)
        expect(amount < 2n ** 256n).toBe(true)
      }
    }),
    { numRuns: 200 },
  )
})

const known = {
  name: 'AAA by the gateway',
  symbol: 'AAA',
  chainId: 'eip155:1',
  address: `eip155:1:${contract(1).toUpperCase().replace('0X', '0x')}`,
  price: 2,
  value: 3,
  quantity: { decimals: '6', numeric: '1.5' },
  iconUrl: '',
}

test('a token that the gateway knows is shown once, as the gateway has it; the page’s own tokens come after it', async () => {
  const contracts = holding([1, token('AAA', 1_500_000n)], [2, token('BBB', 0n)])
  const gateway = () => Response.json({ balances: [known] })
  const icon = 'data:image/png;base64,iVBORw0KGgo='
  const tokens = { 'eip155:1': list(1, 2)['eip155:1'].map((one) => ({ ...one, image: icon })) }
  const { context, state, rows } = start({ contracts, gateway }, tokens)
  await refreshTokens(context)
  expect(rows()).toEqual(['1.5 AAA', '0 BBB'])
  expect(state()).toMatchObject({ tokens: [{ name: 'AAA by the gateway', value: 3 }, { listed: { image: icon } }] })
  expect(state()).not.toHaveProperty('tokens.0.listed')
})

test.each<[string, Partial<World>]>([
  ['does not answer', { gateway: () => Response.json({}, { status: 503 }) }],
  ['does not know the network', { gateway: () => Response.json({ balances: [] }), chains: ['eip155:10'] }],
])('a gateway that %s is replaced by the nodes, without a message', async (_, more) => {
  const contracts = holding([1, token('AAA', 1_500_000n)])
  const { context, rows, toast } = start({ contracts, ...more }, list(1))
  await refreshTokens(context)
  expect(rows()).toEqual(['1 ETH', '1.5 AAA'])
  await refreshTokens(context, { isAsked: true })
  expect(rows()).toEqual(['1 ETH', '1.5 AAA'])
  expect(toast()).toBeUndefined()
})

test('nodes that do not answer leave the gateway’s list as it is, and no list where there is no gateway', async () => {
  const broken = { contracts: new Map(), node: () => new Response('', { status: 502 }) }
  const listed = start({ ...broken, gateway: () => Response.json({ balances: [known] }) }, list(1, 2))
  await refreshTokens(listed.context)
  expect(listed.rows()).toEqual(['1.5 AAA'])
  const alone = start(broken, list(1))
  await refreshTokens(alone.context)
  expect(alone.state()).toEqual({ status: 'failed' })
  expect(alone.toast()).toBeUndefined()
})

test('tokens of other networks are not asked for', async () => {
  const { context, calls, state } = start({ contracts: new Map() }, { 'eip155:10': [{ address: contract(1) }] })
  await refreshTokens(context)
  expect(calls).toEqual([])
  expect(state()).toBeUndefined()
})

test('an address of another kind of network is left out, and the page’s developer is told', async () => {
  const contracts = holding([1, token('AAA', 1_000_000n)])
  const mint = { address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' }
  const { context, rows, told } = start({ contracts }, { 'eip155:1': [mint, ...list(1)['eip155:1']] })
  await refreshTokens(context)
  expect(rows()).toEqual(['1 ETH', '1 AAA'])
  expect(told).toContainEqual({
    type: 'WARNING',
    payload: expect.objectContaining({ code: 'TOKEN_NOT_VALID' }) as object,
  })
})
