/** Standard, symbol and decimals of tokens: from our own table, or else from contracts, with two nodes if possible. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type Client, createClient, custom, decodeFunctionData, encodeFunctionResult, getAddress, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { knownTokens } from '../../../shared/chains/eip155/known-tokens.ts'
import { readStandard, readTokens } from './tokens.ts'

const abi = parseAbi([
  'function supportsInterface(bytes4 id) view returns (bool)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
])
const EthCall = z.tuple([z.object({ data: z.templateLiteral(['0x', z.string()]) }), z.unknown()])
const token = getAddress('0xb000000000000000000000000000000000000002')
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const scope = 'eip155:1'

interface Says {
  readonly decimals?: number
  readonly symbol?: string
  readonly interfaces?: readonly string[]
}

/** A node on which every contract gives the same answers. `down`: it cannot be reached; `busy`: it refuses every call. */
function node(says: Says | 'down' | 'busy'): Client & { asked: string[] } {
  const asked: string[] = []
  const request = async ({ params }: { params?: unknown }) => {
    if (says === 'down') throw new AirlockError('NETWORK')
    if (says === 'busy') throw new AirlockError('WALLET_FAILED', { rpcCode: -32005, message: 'limit exceeded' })
    const { functionName, args } = decodeFunctionData({ abi, data: z.parse(EthCall, params)[0].data })
    asked.push(functionName)
    const answers = {
      decimals: says.decimals,
      symbol: says.symbol,
      supportsInterface: says.interfaces?.includes(args?.[0] ?? ''),
    }
    const result = answers[functionName]
    if (result === undefined) throw new AirlockError('WALLET_FAILED', { rpcCode: 3, message: 'execution reverted' })
    return encodeFunctionResult({ abi, functionName, result })
  }
  return Object.assign(createClient({ transport: custom({ request }, { retryCount: 0 }) }), { asked })
}
const tokensFrom = (...nodes: Client[]) => readTokens({ scope, nodes }, [token])
const standardFrom = (...nodes: Client[]) => readStandard({ scope, nodes }, token)
const honest = { decimals: 6, symbol: 'TST' }
const words = new Map([[token.toLowerCase(), honest]])

describe('a token that is not in our table [C72]', () => {
  test('is shown as two nodes say', async () => {
    expect(await tokensFrom(node(honest), node(honest))).toEqual({ words, isDisputed: false })
  })

  test.each<[string, Says]>([
    ['other decimals', { ...honest, decimals: 12 }],
    ['another name', { ...honest, symbol: 'USDC' }],
    ['no token', {}],
  ])('is shown in the smallest unit, with a warning, where one node says that it has %s', async (_, lie) => {
    const disputed = { words: new Map(), isDisputed: true }
    expect(await tokensFrom(node(honest), node(lie))).toEqual(disputed)
    expect(await tokensFrom(node(lie), node(honest))).toEqual(disputed)
  })

  test.each(['down', 'busy'] as const)(
    'is shown in the smallest unit, with a warning, where one of two is %s',
    async (state) => {
      const disputed = { words: new Map(), isDisputed: true }
      expect(await tokensFrom(node(state), node(honest))).toEqual(disputed)
      expect(await tokensFrom(node(honest), node(state))).toEqual(disputed)
      expect(await tokensFrom(node(state), node(state))).toEqual({ words: new Map(), isDisputed: false })
    },
  )

  test('is shown as the node says where the project lists no other', async () => {
    expect(await tokensFrom(node(honest))).toEqual({ words, isDisputed: false })
  })

  test('has no decimals beyond what is plausible', async () => {
    expect((await tokensFrom(node({ ...honest, decimals: 24 }))).words.size).toBe(1)
    expect((await tokensFrom(node({ ...honest, decimals: 25 }))).words.size).toBe(0)
  })

  test('has amounts if it has decimals, whatever else it calls itself', async () => {
    const interfaces = ['0x80ac58cd', '0xd9b67a26']
    for (const [says, standard] of [
      [{ ...honest, interfaces }, 'erc20'],
      [{ interfaces }, 'erc721'],
      [{ interfaces: ['0xd9b67a26'] }, 'erc1155'],
      [{}, undefined],
    ] as const)
      expect(await standardFrom(node(says), node(says))).toEqual({ standard, isDisputed: false })
  })

  test('has no standard if two nodes contradict each other, or one of two does not answer', async () => {
    const disputed = { standard: undefined, isDisputed: true }
    expect(await standardFrom(node(honest), node({ interfaces: ['0x80ac58cd'] }))).toEqual(disputed)
    expect(await standardFrom(node('down'), node({ interfaces: ['0x80ac58cd'] }))).toEqual(disputed)
    expect(await standardFrom(node(honest))).toEqual({ standard: 'erc20', isDisputed: false })
  })
})

describe('a token of our table [C72]', () => {
  test('is what the table says, and no node is asked', async () => {
    const liar = node({ decimals: 12, symbol: 'DUST', interfaces: ['0x80ac58cd'] })
    const source = { scope, nodes: [liar] } as const
    expect(await readStandard(source, usdc)).toEqual({ standard: 'erc20', isDisputed: false })
    expect((await readTokens(source, [usdc])).words.get(usdc.toLowerCase())).toEqual({ symbol: 'USDC', decimals: 6 })
    expect(liar.asked).toEqual([])
  })

  test('is one on its own network only', async () => {
    const source = { scope: 'eip155:10', nodes: [node({ interfaces: ['0x80ac58cd'] })] } as const
    expect(await readStandard(source, usdc)).toEqual({ standard: 'erc721', isDisputed: false })
  })

  test('has an address with its checksum, once per network', () => {
    for (const rows of Object.values(knownTokens)) {
      expect(rows.map(([, , address]) => getAddress(address.toLowerCase()))).toEqual(
        rows.map(([, , address]) => address),
      )
      expect(new Set(rows.map(([, , address]) => address)).size).toBe(rows.length)
    }
  })
})
