/** What a simulated swap may take, beside what the screen shows. */
import { nativeToken } from '@airlock/protocol/gateway/convert.ts'
import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { contradictionOf } from '../src/modal/features/swap/swap-prepare.ts'

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
