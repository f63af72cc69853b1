/** What a simulated swap may take, and what a simulated allowance may do, beside what the screen shows. */
import { nativeToken } from '@airlock/protocol/gateway/convert.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { encodeAbiParameters, encodeEventTopics, encodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { contradictionOf } from '../src/modal/features/swap/swap-prepare.ts'
import { exceedsAllowance } from '../src/shared/chains/eip155/review.ts'

const [sold, other] = [
  '0xB000000000000000000000000000000000000002',
  '0xc000000000000000000000000000000000000003',
] as const
const quote = { from: sold, amount: 100n, minimum: 95n }
const works = (leaves: readonly { readonly asset: string | undefined; readonly units: bigint }[], arrives = 97n) =>
  ({ status: 'works', leaves, arrives }) as const

test('a simulation that takes what is shown contradicts nothing', () => {
  expect(contradictionOf(works([{ asset: sold.toLowerCase(), units: 100n }]), quote)).toBeUndefined()
  expect(contradictionOf(works([]), quote)).toBeUndefined()
  const coins = { ...quote, from: getAddress(nativeToken) }
  expect(contradictionOf(works([{ asset: undefined, units: 100n }]), coins)).toBeUndefined()
  expect(contradictionOf({ status: 'runs', leaves: [] }, quote)).toBeUndefined()
})

test.each([
  ['another token', [{ asset: other, units: 1n }]],
  [
    'coins beside the token',
    [
      { asset: sold, units: 100n },
      { asset: undefined, units: 1n },
    ],
  ],
  ['more of the token', [{ asset: sold, units: 101n }]],
])('a simulation that takes %s is a lie [C358]', (_, leaves) => {
  expect(contradictionOf(works(leaves), quote)).toBe('lies')
})

test('a simulation that brings less than the minimum says so [C358]', () => {
  expect(contradictionOf(works([{ asset: sold, units: 100n }], 94n), quote)).toBe('less')
})

const owner = '0x1000000000000000000000000000000000000001'
const [spender, thief] = [
  '0x5000000000000000000000000000000000000005',
  '0x9000000000000000000000000000000000000009',
] as const

const wordOf = (units: bigint): Hex => encodeAbiParameters([{ type: 'uint256' }], [units])
const logOf = (address: Hex, eventName: 'Approval' | 'Transfer', of: readonly [Hex, Hex], units: bigint) => {
  const args = eventName === 'Approval' ? { owner: of[0], spender: of[1] } : { from: of[0], to: of[1] }
  // as: the topics of an event with two indexed addresses
  return { address, topics: encodeEventTopics({ abi: erc20Abi, eventName, args } as never), data: wordOf(units) }
}
type Log = ReturnType<typeof logOf>

/** Simulates an allowance of 100 at a node that says this of it. */
function simulate({
  logs = [logOf(sold, 'Approval', [owner, spender], 100n)] as Log[],
  allowed = 100n,
  after = 7n,
  status = '0x1',
}) {
  const asked: Json[] = []
  const says = (returnData: Hex, of: readonly Log[] = [], is = '0x1') => ({ status: is, returnData, logs: of })
  const results = [says(wordOf(7n)), says(wordOf(1n), logs, status), says(wordOf(allowed)), says(wordOf(after))]
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, 100n] })
  const exceeds = exceedsAllowance(
    async (_, params) => {
      asked.push(params)
      return [{ calls: results }] as unknown as Json // as: what a node says
    },
    {
      owner,
      spender,
      token: sold,
      amount: 100n,
      calls: [{ from: owner, to: sold, data, value: '0x0' }],
      price: { kind: 'legacy', most: 1n },
      block: {},
    },
  )
  return { exceeds, asked }
}

test('an allowance that does what was asked, or less, is fine', async () => {
  const { exceeds, asked } = simulate({})
  expect(await exceeds).toBe(false)
  expect(asked).toHaveLength(1)
  expect(await simulate({ logs: [], allowed: 99n }).exceeds).toBe(false)
  const resets = [logOf(sold, 'Approval', [owner, spender], 0n), logOf(sold, 'Approval', [owner, spender], 100n)]
  expect(await simulate({ logs: resets }).exceeds).toBe(false)
  const strangers = [logOf(sold, 'Approval', [thief, spender], 1_000n), logOf(other, 'Transfer', [thief, owner], 5n)]
  expect(await simulate({ logs: strangers }).exceeds).toBe(false)
})

test('an allowance that fails, or that no node simulates, is left to the wallet', async () => {
  expect(await simulate({ status: '0x0', allowed: 1_000n }).exceeds).toBe(false)
  const nobody = () => Promise.reject(new Error('away'))
  const price = { kind: 'legacy', most: 1n } as const
  const asked = { owner, spender, token: sold, amount: 1n, calls: [], price, block: {} } as const
  expect(await exceedsAllowance(nobody, asked)).toBe(false)
})

test.each([
  ['lets the router take more', { allowed: 101n }],
  ['says that the router may take more', { logs: [logOf(sold, 'Approval', [owner, spender], 101n)] }],
  ['allows somebody else', { logs: [logOf(sold, 'Approval', [owner, thief], 1n)] }],
  ['allows the router to take another token', { logs: [logOf(other, 'Approval', [owner, spender], 1n)] }],
  ['takes the token', { after: 6n }],
  ['moves another token', { logs: [logOf(other, 'Transfer', [owner, thief], 1n)] }],
  ['moves coins', { logs: [logOf(`0x${'ee'.repeat(20)}`, 'Transfer', [owner, thief], 1n)] }],
])('an allowance whose simulation %s is a lie [C358]', async (_, said) => {
  expect(await simulate(said).exceeds).toBe(true)
})
