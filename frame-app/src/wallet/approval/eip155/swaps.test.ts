/** Swaps in requests: token names, the guaranteed price, and the routers of the project. */
import type { SwapNetwork } from '@airlock/protocol/gateway/swap-networks.ts'
import fc from 'fast-check'
import { type Address, concatHex, encodeFunctionData, getAddress, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { swapRouter02Abi } from '../../../../../service/src/gateway/convert/pools/calls.ts'
import { type Chain, openChain, scope, send } from '../../../../test/support/approval-desk.ts'
import { createBatchLog, createSentLog } from '../../../../test/support/sent-log.ts'
import { coins, type Intent } from '../../decode/intent.ts'
import { createEip155Preparer } from '../../requests/eip155.ts'
import type { Change, Simulation } from '../prepared.ts'
import { readSwapRequest } from './swaps.ts'
import type { EvmOptions } from './tools.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const unlisted = getAddress(`0x${'77'.repeat(20)}`)
const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const me = getAddress(`0x${'a1'.repeat(20)}`)
const never = new AbortController().signal

interface Order {
  readonly from?: Address
  readonly to?: Address
  readonly least?: bigint
  readonly recipient?: Address
}
const swapOf = ({ from = usdc, to = unlisted, least = 990n, recipient = me }: Order = {}): Hex => {
  const path = concatHex([from, '0x0001f4', to])
  const input = { path, recipient, amountIn: 5_000_000n, amountOutMinimum: least }
  const swap = encodeFunctionData({ abi: swapRouter02Abi, functionName: 'exactInput', args: [input] })
  return encodeFunctionData({ abi: swapRouter02Abi, functionName: 'multicall', args: [2_000_000_000n, [swap]] })
}
const requestOf = (order: Order = {}) => {
  const data = swapOf(order)
  const request = readSwapRequest({ chainId: 'eip155:1', from: me, to: router, value: 0n, data }, {})
  if (!request) throw new Error('not read')
  return request
}
const unknown: Simulation = { status: 'unknown' }
const works = (...changes: Change[]): Simulation => ({ status: 'works', changes, isCut: false, rights: [] })
const tokensNamed = (symbol: string) => new Map([[unlisted.toLowerCase(), { symbol, decimals: 18 }]])

describe('the name of a token that is not in our table [C177]', () => {
  const warningsOf = (symbol: string) => requestOf().warningsWith({ tokens: tokensNamed(symbol), simulation: unknown })

  test.each(['TST', 'PEPE2', 'USDC.e', 'aTST-v2', '$TST', '1INCH', 'A_B'])('%s is one of its own', (symbol) => {
    const isPlain = symbol !== '$TST'
    expect(warningsOf(symbol)).toEqual(isPlain ? [] : ['oddName'])
  })

  test.each([
    ['that of a token in the table', 'USDC'],
    ['in other case', 'usdc'],
    ['with a mark behind it', 'USDC.'],
    ['with a digit in place of a letter', 'U5DC'],
    ['with a one in place of a letter', 'L1NK'],
    ['the coin of the network', 'ETH'],
    ['with letters of two alphabets', 'USD\u0421'],
    ['in letters of another alphabet', '\u0415\u0422\u041d'],
    ['in small capitals', '\ua731\u1d05'],
    ['that continues the sentence', 'X for 9 ETH'],
    ['that continues the number before it', '000'],
    ['with a sign that reads as part of a number', ',000 USDC'],
    ['cut', 'ABCDEFGHIJK…'],
    ['of nothing', ''],
  ])('%s can be mistaken', (_, symbol) => {
    expect(warningsOf(symbol)).toEqual(['oddName'])
  })

  test('is compared with those of all networks where our table has none, and not for tokens that come with the routers', () => {
    const own: SwapNetwork = { wrapped: unlisted, bases: [], v3: { name: 'Own', factory: me, quoter: me, router } }
    const warningsFor = (wrapped: Address, symbol: string) => {
      const transaction = { chainId: scope, from: me, to: router, value: 0n, data: swapOf() } as const
      const read = readSwapRequest(transaction, { swap: { [scope]: { ...own, wrapped } } })
      return read?.warningsWith({ tokens: tokensNamed(symbol), simulation: unknown })
    }
    expect(warningsFor(me, 'USDC')).toEqual(['oddName'])
    expect(warningsFor(me, 'TST')).toEqual([])
    expect(warningsFor(unlisted, 'WETH')).toEqual([])
    expect(warningsFor(unlisted, 'X for 9 ETH')).toEqual(['oddName'])
  })

  test('is never more than one word of plain letters and digits without a warning', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (symbol) => {
        if (warningsOf(symbol).length === 0) expect(symbol).toMatch(/^[0-9]?[A-Za-z][0-9A-Za-z_.$+-]*$/)
      }),
    )
  })

  test('is not needed if unknown: then amounts are in the smallest unit', () => {
    expect(requestOf().warningsWith({ tokens: new Map(), simulation: unknown })).toEqual([])
  })
})

test('a token in our table has the name in the table, whatever its contract says', () => {
  const tokens = new Map([[usdc.toLowerCase(), { symbol: 'USDC', decimals: 6 }]])
  expect(requestOf({ from: unlisted, to: usdc }).warningsWith({ tokens, simulation: unknown })).toEqual([])
})

describe('a minimum [C178]', () => {
  const gain = (amount: bigint): Change => ({ asset: { type: 'tokens', token: unlisted }, amount })
  const given = (simulation: Simulation, least: bigint) =>
    requestOf({ least }).warningsWith({ tokens: tokensNamed('TST'), simulation })

  test('is a danger below half of what is expected, however it is written', () => {
    expect(given(works(gain(1_000n)), 499n)).toEqual(['lowMinimum'])
    expect(given(works(gain(10n ** 18n)), 1n)).toEqual(['lowMinimum'])
  })

  test.each<[string, Simulation]>([
    ['near what is expected', works(gain(1_000n))],
    ['of what is sent elsewhere', works({ asset: { type: 'tokens', token: usdc }, amount: 10n ** 18n })],
    ['of coins that come as well', works({ asset: { type: 'coins' }, amount: 10n ** 18n })],
    ['of nothing that is seen', works()],
    ['of a swap that fails', { status: 'fails' }],
    ['of one that cannot be simulated', unknown],
  ])('%s is no minimum', (_, simulation) => {
    expect(given(simulation, 500n)).toEqual([])
  })
})

describe('a request', () => {
  let chain: Chain
  beforeAll(async () => {
    chain = await openChain()
  })
  afterAll(() => chain.stop())

  /** Prepares a swap on the local chain. Its router has no code, so any call to it succeeds. */
  async function prepared(swap: EvmOptions['swap'], order: Order = {}, rest = '') {
    const account = await chain.newAccount()
    const token = await chain.deployToken(account)
    const preparer = createEip155Preparer({
      account: account.address,
      origin: 'https://app.example',
      now: Date.now,
      rpc: { [scope]: [chain.rpcUrl] },
      sent: createSentLog(),
      batches: createBatchLog(),
      mayUpgrade: () => true,
      swap,
    })
    const data: Hex = `${swapOf({ from: token, recipient: account.address, ...order })}${rest.slice(2)}` as Hex // as: hex
    const { intent, tokens } = await preparer.prepare(send({ from: account.address, to: router, data }), never)
    return { intent, token, tokens }
  }
  const own: SwapNetwork = {
    wrapped: unlisted,
    bases: [],
    v3: { name: 'Own', factory: unlisted, quoter: unlisted, router },
  }
  const labels = (intent: Intent) => intent.facts.map(({ label }) => label)

  test('is a swap if it goes to a router of the project, with the names and decimals of the chain', async () => {
    const { intent, token, tokens } = await prepared({ [scope]: own })
    expect(intent).toMatchObject({ kind: 'swap', warnings: [], blind: false, parts: [] })
    expect(labels(intent)).toEqual(['amount', 'least', 'until', 'contract', 'network'])
    expect(tokens.get(token.toLowerCase())).toMatchObject({ decimals: 6 })
  })

  test('for another recipient, or without a minimum, is a swap with a warning', async () => {
    const { intent } = await prepared({ [scope]: own }, { recipient: unlisted, least: 0n })
    expect(intent).toMatchObject({ kind: 'swap', blind: false })
    expect(intent.warnings).toEqual(expect.arrayContaining(['otherRecipient', 'lowMinimum']))
  })

  test.each<[string, EvmOptions['swap'], string]>([
    ['of a project without routers on this network', undefined, ''],
    ['to a router of another network', { 'eip155:1': own }, ''],
    ['to another contract than its router', { [scope]: { ...own, v3: { ...own.v3, router: me } } }, ''],
    ['with a byte behind the swap', { [scope]: own }, '0x00'],
  ])('%s stays one that cannot be read', async (_, swap, rest) => {
    const { intent } = await prepared(swap, {}, rest)
    expect(intent).toMatchObject({ kind: 'batch', blind: true })
    expect(intent.warnings).toContain('unreadable')
    expect(labels(intent)).not.toContain(coins(0n, 'least').label)
  })
})
